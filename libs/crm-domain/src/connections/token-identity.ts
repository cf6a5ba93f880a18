import type { ResolvedToken } from './connection.store.js';

/** What a verified token says of its bearer. */
export interface TokenIdentity {
  issuer: string;
  subject: string;
  client_id: string;
  org_id: string;
  /** As the client or its registration call it; never trusted. */
  client_name?: string | null;
  client_redirect?: string | null;
}

/**
 * Whether a token stands for who its subject is. That of a service was issued to its own client, and to no other; a
 * token that a client got for itself never stands for a person, whose subject a client might call itself (RFC 9068
 * section 5).
 */
export function isItsOwn({ subject, client_id }: TokenIdentity, { service_client_id }: ResolvedToken): boolean {
  return service_client_id === null ? subject !== client_id : service_client_id === client_id;
}
