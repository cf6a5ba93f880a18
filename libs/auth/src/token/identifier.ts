/**
 * What Postgres refuses, or keeps as another text: control characters, lone surrogates, and what bytes that are no
 * UTF-8 are read as.
 */
const UNFIT = /[\p{Cc}\p{Cs}\uFFFD]/u;

/**
 * Whether a text of the identity provider may name somebody or something. Two that differ must stay different wherever
 * they are kept, so nothing is replaced or cut off: what does not fit is refused.
 *
 * @param longest in UTF-16 units
 */
export function isIdentifier(value: unknown, longest = 255): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest && !UNFIT.test(value);
}
