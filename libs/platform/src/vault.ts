import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keys by their id; the first one seals, all of them open. */
export type VaultKeys = ReadonlyMap<string, Buffer>;

/** Why something sealed does not open; the words fit behind "It". */
export class VaultError extends Error {}

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals texts for the database: `v1.<key id>.<iv>.<ciphertext>.<tag>`, each bound to its owner and open to nobody else.
 */
export class Vault {
  constructor(private readonly keys: VaultKeys) {}

  /** @throws VaultError without a key */
  seal(owner: string, text: string): string {
    const [newest] = this.keys;
    if (!newest) throw new VaultError('cannot be sealed: CREDENTIALS_KEYS is empty');
    const [id, key] = newest;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [VERSION, id, ...[iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
  }

  /** @throws VaultError when the key is missing, or when the text was changed or sealed for somebody else */
  open(owner: string, sealed: string): string {
    const [version, id = '', ...parts] = sealed.split('.');
    const [iv, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
    const key = this.keys.get(id);
    if (version !== VERSION || parts.length !== 3 || iv?.length !== IV_BYTES || tag?.length !== TAG_BYTES)
      throw new VaultError('is not in a form known here');
    if (!key) throw new VaultError('is sealed with a key that CREDENTIALS_KEYS does not hold');
    try {
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
      return Buffer.concat([decipher.setAuthTag(tag).update(text!), decipher.final()]).toString('utf8');
    } catch {
      throw new VaultError('does not open: it was changed, or sealed for another owner');
    }
  }

  /** True when a newer key would seal it today; once nothing is left, the old key can go. */
  isOutdated(sealed: string): boolean {
    const [newest] = this.keys.keys();
    return sealed.split('.')[1] !== newest;
  }
}
