import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** The RS256 key of the stand-in for Google, made when it is first needed. */
export class KeyStore {
  private pair?: { privateKey: KeyObject; kid: string };

  constructor(private readonly store: DatabaseSync) {}

  /** A compact JWS. */
  sign(claims: Record<string, unknown>): string {
    const { privateKey, kid } = this.key();
    const parts = [{ alg: 'RS256', kid, typ: 'JWT' }, claims];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
  }

  /** As a JWK set. */
  jwks(): { keys: object[] } {
    const { privateKey, kid } = this.key();
    const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
    return { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] };
  }

  /** As Google publishes them for its own libraries: PEM by key id. */
  pems(): Record<string, string> {
    const { privateKey, kid } = this.key();
    return { [kid]: String(createPublicKey(privateKey).export({ format: 'pem', type: 'spki' })) };
  }

  private key() {
    this.pair ??= this.read() ?? this.make();
    return this.pair;
  }

  private read() {
    const pem = this.store.prepare(`select value from secret where name = 'signing_key'`).get()?.value;
    if (typeof pem !== 'string') return undefined;
    const kid = createHash('sha256').update(pem).digest('hex').slice(0, 40);
    return { privateKey: createPrivateKey(pem), kid };
  }

  private make() {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
    this.store.prepare(`insert into secret values ('signing_key', ?)`).run(pem);
    return this.read()!;
  }
}
