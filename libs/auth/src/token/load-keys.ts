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
 * Reads a key document again and again, by jwks-rsa's client: it fetches the document and says which of its entries are
 * public keys for signatures. The rest of the client stays unused, and `JwksSource` stands in its place:
 * - Its cache remembers no id that is unknown, so each token with a new one would be a fetch; it holds five keys, each
 * for ten
 *   minutes from when it was asked for, however old the document was by then; and two ids at once are two fetches.
 * - Its rate limit would let junk tokens use up the fetches that good ones need.
 * - Without its cache, `getSigningKey` fetches and parses all keys for each token, and gives a PEM to be parsed once
 * more.
 * - Its own fetch takes a document of any size, and has 30 s where a tool call has 29 s in all.
 *
 * @returns what throws an Error, also when there is no usable key
 */
export function keysReader(jwksUri: string, timeoutMs?: number): () => Promise<Keys> {
  const client = new jwksRsa.JwksClient({
    jwksUri,
    cache: false,
    rateLimit: false,
    fetcher: async (uri) => (await fetchJson(uri, timeoutMs)) as { keys: unknown },
  });
  return async () => {
    const keys = new Map<string, SigningKey>();
    for (const { kid, alg, getPublicKey } of await client.getSigningKeys()) {
      // Parsed here, once: handing the PEM on would cost a parse on every request.
      if (kid && !keys.has(kid)) keys.set(kid, { key: createPublicKey(getPublicKey()), alg });
    }
    if (!keys.size) throw new Error(`${jwksUri} holds no key with an id`);
    return keys;
  };
}
