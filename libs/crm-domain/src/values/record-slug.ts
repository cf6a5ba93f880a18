import { isUuid } from './parse.js';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TAIL = /^[0-9A-Za-z]{22}$/;
const MAX_TEXT_LENGTH = 60;
// 62^8 is the largest power that a double holds exactly: two divisions of a bigint instead of twenty-two.
const CHUNK = 62n ** 8n;
/** Letters that Unicode does not take apart into a base letter and a mark. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' };

/** A UUID as exactly 22 characters of `0-9A-Za-z`, in the UUID's order. */
export function uuidToBase62(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let tail = '';
  for (const width of [8, 8, 6]) {
    tail = digits(Number(rest % CHUNK), width) + tail;
    rest /= CHUNK;
  }
  return tail;
}

/** Of a UUID or slug by which a record is asked for; slugs as they are made are a good deal shorter. */
export const MAX_RECORD_KEY_LENGTH = 200;

/** The record's UUID, lower-cased, from a UUID or a record slug; only the slug's last 22 characters count. */
export function recordIdOf(slugOrUuid: string): string | undefined {
  if (slugOrUuid.length > MAX_RECORD_KEY_LENGTH) return undefined;
  if (isUuid(slugOrUuid)) return slugOrUuid.toLowerCase();
  const tail = slugOrUuid.slice(slugOrUuid.lastIndexOf('-') + 1);
  return TAIL.test(tail) ? base62ToUuid(tail) : undefined;
}

/** `ada-lovelace-<tail>`: readable text, then the id that alone is resolved. Without text only the tail. */
export function recordSlug(label: string | null, recordId: string): string {
  const tail = uuidToBase62(recordId);
  const text = kebab(label ?? '');
  return text ? `${text}-${tail}` : tail;
}

function digits(value: number, width: number): string {
  let text = '';
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) text = ALPHABET.charAt(rest % 62) + text;
  return text;
}

function base62ToUuid(tail: string): string | undefined {
  let value = 0n;
  for (const digit of tail) value = value * 62n + BigInt(ALPHABET.indexOf(digit));
  const hex = value.toString(16).padStart(32, '0');
  if (hex.length > 32) return undefined;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Cut before folding, so that a long label costs no more than a short one. */
function kebab(label: string): string {
  return label
    .slice(0, 4 * MAX_TEXT_LENGTH)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/-$/, '');
}
