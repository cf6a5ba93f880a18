/** Somebody who can sign in. `subject` is the `sub` of their tokens. */
export interface Person {
  subject: string;
  email: string;
  name: string;
}

/** A workspace somebody is a member of. `org_id` is what tokens carry (contract: Workspace resolution). */
export interface Workspace {
  workspace_id: string;
  org_id: string;
  name: string;
}

/** Who exists, and who belongs where: the CRM's own data, read at the moment it matters and never copied. */
export interface Directory {
  findByEmail(email: string): Promise<Person | null>;
  findBySubject(subject: string): Promise<Person | null>;
  workspacesOf(subject: string): Promise<Workspace[]>;
  /** Where a client is a service member, as itself. */
  workspacesOfService(clientId: string): Promise<Workspace[]>;
}
