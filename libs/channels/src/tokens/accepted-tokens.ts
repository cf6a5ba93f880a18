import { createHash } from 'node:crypto';
import type { CredentialOwner } from './credential-vault.js';

/**
 * Of so many accounts the last token is remembered; of the others a refusal is taken for one of a token that never
 * worked.
 */
const MAX_ACCOUNTS = 10_000;

/** Which token of an account its provider accepted last, as far as this process knows. Only digests are kept. */
export class AcceptedTokens {
  private readonly digests = new Map<string, string>();

  add({ channel_account_id }: CredentialOwner, token: string): void {
    // The account that was heard of least recently is the first in the map.
    this.digests.delete(channel_account_id);
    this.digests.set(channel_account_id, digestOf(token));
    if (this.digests.size <= MAX_ACCOUNTS) return;
    const [oldest] = this.digests.keys();
    this.digests.delete(oldest!);
  }

  has({ channel_account_id }: CredentialOwner, token: string): boolean {
    return this.digests.get(channel_account_id) === digestOf(token);
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
