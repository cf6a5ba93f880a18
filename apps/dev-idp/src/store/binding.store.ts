import type { DatabaseSync } from 'node:sqlite';

/** The workspace a consent was given for. */
export interface WorkspaceBinding {
  subject: string;
  org_id: string;
}

/**
 * Remembers the workspace of each consent. A binding is written once and never changed: choosing another workspace is a
 * new consent, so tokens that were already issued stay where they are (contract: "One token serves exactly one workspace").
 */
export class BindingStore {
  constructor(private readonly store: DatabaseSync) {}

  bind(grantId: string, { subject, org_id }: WorkspaceBinding): void {
    this.store
      .prepare('insert into workspace_binding (grant_id, subject, org_id) values (?, ?, ?)')
      .run(grantId, subject, org_id);
  }

  find(grantId: string): WorkspaceBinding | null {
    const row = this.store.prepare('select subject, org_id from workspace_binding where grant_id = ?').get(grantId);
    return (row as unknown as WorkspaceBinding | undefined) ?? null;
  }
}
