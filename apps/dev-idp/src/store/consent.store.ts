import type { DatabaseSync } from 'node:sqlite';

/** What somebody allowed: in which workspace, and where the client had them sent afterwards. */
export interface Consent {
  subject: string;
  org_id: string;
  client_redirect: string;
}

const INSERT = 'insert into consent (grant_id, subject, org_id, client_redirect) values (?, ?, ?, ?)';
const FIND = 'select subject, org_id, client_redirect from consent where grant_id = ?';

/**
 * Remembers the workspace of each consent. It is written once and never changed: choosing another workspace is a new
 * consent, so tokens that were already issued stay where they are (contract: "One token serves exactly one workspace").
 */
export class ConsentStore {
  constructor(private readonly store: DatabaseSync) {}

  record(grantId: string, { subject, org_id, client_redirect }: Consent): void {
    this.store.prepare(INSERT).run(grantId, subject, org_id, client_redirect);
  }

  find(grantId: string): Consent | null {
    const row = this.store.prepare(FIND).get(grantId);
    return (row as unknown as Consent | undefined) ?? null;
  }
}
