import { isUuidShaped } from '#platform';
import { invalid } from '../errors.js';

const SLUG = /^[a-z0-9_-]{1,64}$/;

/** Whether a text may be a slug. */
export function isSlug(text: string): boolean {
  return SLUG.test(text) && !isUuidShaped(text);
}

/**
 * @throws DomainError validation: 1 to 64 lower-case letters, digits, `-` and `_`, and nothing that looks like a UUID
 */
export function checkSlug(slug: string): void {
  if (isSlug(slug)) return;
  const expected = '1 to 64 lower-case letters, digits, "-" and "_", not in the form of a UUID';
  throw invalid([{ path: 'slug', message: `Expected ${expected}.`, expected }]);
}

/**
 * Fields that every record has: tools pass over keys of these names, so no attribute may have one. And the one name
 * that an object of JavaScript cannot have as it has others: clients would lose the values.
 */
const RESERVED: ReadonlySet<string> = new Set(['id', 'created_at', 'created_by', '__proto__']);

export function isReserved(slug: string): boolean {
  return RESERVED.has(slug);
}

/** A slug made of a title, with a number behind it if `taken` says that it is in use. */
export function slugFrom(title: string, taken: (slug: string) => boolean): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const base =
    plain
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 56) || 'attribute';
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}_${n}`;
    if (!taken(slug) && !RESERVED.has(slug)) return slug;
  }
}
