import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { JWK } from 'oidc-provider';

/** The private key that signs tokens, made when the file is new. RS256: every verifier knows it. */
export function signingKey(store: DatabaseSync): JWK & { kid: string } {
  return JSON.parse(secret(store, 'signing_key', () => JSON.stringify(newSigningKey()))) as JWK & { kid: string };
}

/** Signs the provider's cookies. */
export function cookieKey(store: DatabaseSync): string {
  return secret(store, 'cookie_key', () => randomBytes(32).toString('base64url'));
}

/** Two processes that start at once agree: whichever inserts second reads what the first made. */
function secret(store: DatabaseSync, name: string, make: () => string): string {
  const read = () => store.prepare('select value from secret where name = ?').get(name)?.value as string | undefined;
  const known = read();
  if (known) return known;
  store.prepare('insert into secret (name, value) values (?, ?) on conflict do nothing').run(name, make());
  return read() as string;
}

function newSigningKey(): JWK {
  const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(String(jwk.n)).digest('base64url').slice(0, 16);
  return { ...(jwk as JWK), kid, alg: 'RS256', use: 'sig' };
}
