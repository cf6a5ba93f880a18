import type { AuditAuthor } from '../audit/audit.js';
import type { Stores } from '../stores.js';
import { noteMember } from './note-member.js';

/**
 * Takes somebody out of the workspace that `stores` are bound to: refused at their next request, their accounts end, and
 * their connections begin anew if they come back. Gives whether they were a member; the audit log tells it then.
 */
export async function removeMember(
  { accounts, audit, identities }: Stores,
  user_id: string,
  by: AuditAuthor,
): Promise<boolean> {
  const wasMember = await identities.removeMember(user_id);
  await accounts.leave(user_id);
  if (wasMember) await noteMember(audit, { change: 'removed', user_id, role: null, by });
  return wasMember;
}
