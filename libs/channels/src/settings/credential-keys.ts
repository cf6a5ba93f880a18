import type { VaultKeys } from '#platform';
import { z } from 'zod';

/** Keys by their id; the first one seals, all of them open. */
export type CredentialKeys = VaultKeys;

const KEY_BYTES = 32;
const ENTRY = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/;

/**
 * The setting `CREDENTIALS_KEYS`: `id:key`, separated by commas or blanks. A new key is put first and the old one
 * stays.
 */
export const credentialKeys = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(z.string().regex(ENTRY)).min(1).refine(namesEachOnce))
  .transform((entries): CredentialKeys => new Map(entries.map(readEntry)))
  .optional()
  .describe(
    'id:key, the key being 32 random bytes in base64, or several of them with distinct ids, separated by commas',
  );

function namesEachOnce(entries: string[]): boolean {
  return new Set(entries.map((entry) => entry.split(':')[0])).size === entries.length;
}

function readEntry(entry: string): [string, Buffer] {
  const [, id, key] = ENTRY.exec(entry)!;
  return [id!, Buffer.from(key!, 'base64').subarray(0, KEY_BYTES)];
}
