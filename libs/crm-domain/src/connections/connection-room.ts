import { forbidden } from '../errors.js';
import type { ConnectionStore } from './connection.store.js';

/** Of one person in a workspace. A revoked one counts: it stays, so that its client is refused. */
const MAX_OF_ONE = 1000;

/** Asked when one was made, before that is kept. @throws DomainError forbidden */
export async function refuseTooMany(connections: ConnectionStore, userId: string): Promise<void> {
  if ((await connections.countOf(userId)) <= MAX_OF_ONE) return;
  const message = `This person has connected ${MAX_OF_ONE} clients to this workspace already. Connect with one of them.`;
  throw forbidden(message, 'limit_reached');
}
