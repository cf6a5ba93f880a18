const MAX_NAME_LENGTH = 80;
/** Holds any host name to its end: the end is what tells whose it is. */
export const MAX_REDIRECT_LENGTH = 300;
/** Of what a client calls itself, which may be as long as a request. */
const LOOKED_AT = 10_000;

/** A client's own words: without what could pose as something else on a screen, and short. */
export function clean(text: string | null, longest = MAX_NAME_LENGTH): string | null {
  const shown = (text ?? '')
    .slice(0, LOOKED_AT)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return [...shown].slice(0, longest).join('') || null;
}
