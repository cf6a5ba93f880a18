import { createPublicKey, type KeyObject } from 'node:crypto';
import jwksRsa from 'jwks-rsa';
import { fetchJson } from './fetch-json.js';

/** A key of the identity provider. `alg` is set when the provider pinned the key to one algorithm. */
export interface SigningKey {
  key: KeyObject;
  alg: string | undefined;
}

/** Signing keys by their id. */
export type Keys = ReadonlyMap<string, SigningKey>;

/**
 * Reads a key document. jwks-rsa says which of its entries are public keys for signatures; its cache and its rate limit
 * are not used, because the limit lets junk tokens use up the fetches that good ones need.
 *
 * @throws Error, also when there is no usable key
 */
export async function loadKeys(jwksUri: string, timeoutMs?: number): Promise<Keys> {
  const client = new jwksRsa.JwksClient({
    jwksUri,
    cache: false,
    rateLimit: false,
    fetcher: async (uri) => (await fetchJson(uri, timeoutMs)) as { keys: unknown },
  });
  const keys = new Map<string, SigningKey>();
  for (const { kid, alg, getPublicKey } of await client.getSigningKeys()) {
    // Parsed here, once: handing the PEM on would cost a parse on every request.
    if (kid && !keys.has(kid)) keys.set(kid, { key: createPublicKey(getPublicKey()), alg });
  }
  if (!keys.size) throw new Error(`${jwksUri} holds no key with an id`);
  return keys;
}
