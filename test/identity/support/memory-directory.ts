import type { Directory, Person, Workspace } from '../../../apps/dev-idp/src/directory/directory.js';

export const ADA: Person = { subject: 'user-ada', email: 'ada@example.com', name: 'Ada Lovelace' };
export const BOB: Person = { subject: 'user-bob', email: 'bob@example.com', name: 'Bob Martin' };
/** A member of nothing. */
export const EVE: Person = { subject: 'user-eve', email: 'eve@example.com', name: 'Eve Newcomer' };

export const NORTH: Workspace = workspace(1, 'Northwind Traders');
export const SOUTH: Workspace = workspace(2, 'South Bay Consulting');
export const OTHER: Workspace = workspace(3, 'Somebody Else Ltd');

function workspace(n: number, name: string): Workspace {
  return { workspace_id: `00000000-0000-7000-8000-00000000000${n}`, org_id: `org_${n}`, name };
}

/** People and workspaces of a test; members can leave and people can be deactivated while it runs. */
export class MemoryDirectory implements Directory {
  readonly people = new Map([ADA, BOB, EVE].map((person) => [person.subject, person]));
  readonly memberships = new Map<string, Workspace[]>([
    [ADA.subject, [NORTH, SOUTH]],
    [BOB.subject, [OTHER]],
  ]);
  readonly services = new Map<string, Workspace[]>();

  async findByEmail(email: string): Promise<Person | null> {
    return [...this.people.values()].find((person) => person.email === email.toLowerCase()) ?? null;
  }

  async findBySubject(subject: string): Promise<Person | null> {
    return this.people.get(subject) ?? null;
  }

  async workspacesOfService(clientId: string): Promise<Workspace[]> {
    return this.services.get(clientId) ?? [];
  }

  async workspacesOf(subject: string): Promise<Workspace[]> {
    return this.people.has(subject) ? (this.memberships.get(subject) ?? []) : [];
  }
}
