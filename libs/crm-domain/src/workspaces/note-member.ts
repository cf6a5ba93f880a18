import type { AuditAuthor } from '../audit/audit.js';
import type { AuditStore } from '../audit/audit.store.js';
import type { MemberChange } from './workspace.store.js';

const ACTIONS = {
  added: 'member.added',
  role_changed: 'member.role_changed',
  removed: 'member.removed',
} as const;

interface Noted {
  /** Undefined where nothing changed. */
  change: MemberChange | 'removed' | undefined;
  user_id: string;
  /** Null for somebody who is removed. */
  role: 'admin' | 'member' | null;
  /** Of a service. */
  service_client_id?: string | null;
  by: AuditAuthor;
}

/** Writes to the audit log what became of a membership. */
export async function noteMember(audit: AuditStore, { change, ...noted }: Noted): Promise<void> {
  if (!change) return;
  const { user_id, role, service_client_id, by } = noted;
  const subject = { type: 'user', id: user_id } as const;
  const details = { ...(role && { role }), ...(service_client_id && { service_client_id }) };
  await audit.append({ action: ACTIONS[change], by, subject, details });
}
