import { forbidden } from '../errors.js';
import type { ConnectionStore } from './connection.store.js';

/** Of one person in a workspace: that may be used, and with those that were revoked, which stay so that they are refused. */
const [MOST, MOST_WITH_REVOKED] = [1000, 2000];

/** Asked when one was made, before that is kept. @throws DomainError forbidden */
export async function refuseTooMany(connections: ConnectionStore, userId: string): Promise<void> {
  const { valid, all } = await connections.countOf(userId);
  if (valid <= MOST && all <= MOST_WITH_REVOKED) return;
  const message = `This person has connected ${valid - 1} clients to this workspace. Connect with one of them, or revoke on the connected-clients screen those that are not used.`;
  throw forbidden(message, 'limit_reached');
}
