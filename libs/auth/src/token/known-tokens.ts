import { hash, type KeyObject } from 'node:crypto';
import type { VerifiedToken } from './token-claims.js';

/** Most tokens remembered of one key, about 1 KB each; the one that came first makes room. */
const MAX_TOKENS = 2000;

/**
 * Tokens whose signature and claims were found good by one verifier. That a key signed these bytes, and what they say,
 * can never become untrue; what can is judged every time: whether the key is still the provider's, the clock, and all
 * that the database knows. A token is held as its digest, and forgotten with its key, which is a new object after each
 * fetch.
 */
export class KnownTokens {
  private readonly byKey = new WeakMap<KeyObject, Map<string, VerifiedToken>>();

  find(key: KeyObject, token: string): VerifiedToken | undefined {
    return this.byKey.get(key)?.get(digestOf(token));
  }

  add(key: KeyObject, token: string, verified: VerifiedToken): void {
    let tokens = this.byKey.get(key);
    if (!tokens) this.byKey.set(key, (tokens = new Map<string, VerifiedToken>()));
    if (tokens.size >= MAX_TOKENS) tokens.delete(tokens.keys().next().value!);
    Object.freeze(verified.scopes);
    tokens.set(digestOf(token), Object.freeze(verified));
  }
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}
