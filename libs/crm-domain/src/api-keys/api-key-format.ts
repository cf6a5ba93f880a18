import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'crm_live_';

/** For secret scanners: `crm_live_`, ten characters of id, `_`, 32 of secret and six of checksum. */
const API_KEY_PATTERN = /^crm_live_([0-9A-Za-z]{10})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export interface ApiKey {
  /** The whole key, shown to its maker once. */
  text: string;
  public_id: string;
  hash: Buffer;
}

/** A new key with 190 bits of randomness, so that a fast hash is enough to keep it. */
export function newApiKey(): ApiKey {
  const public_id = randomText(10);
  const body = `${PREFIX}${public_id}_${randomText(32)}`;
  const text = body + checksum(body);
  return { text, public_id, hash: hashOf(text) };
}

/**
 * Takes a presented key apart; undefined when it is mistyped, which its checksum tells without a look into the
 * database.
 */
export function readApiKey(text: string): Omit<ApiKey, 'text'> | undefined {
  const match = API_KEY_PATTERN.exec(text);
  if (!match || checksum(text.slice(0, -6)) !== match[3]) return undefined;
  return { public_id: match[1]!, hash: hashOf(text) };
}

/** Whether a bearer credential is meant as an API key; nothing says that it is a valid one. */
export function looksLikeApiKey(text: string): boolean {
  return text.startsWith('crm_');
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: above it, some characters would come more often than others.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let at = 0; at < 6; at++) {
    digits = ALPHABET[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
