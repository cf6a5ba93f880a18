/**
 * A sign-in under way. Only the browser that began it keeps it, in a cookie: nothing is stored here for people who are
 * not known yet, so that nobody can take the place of others. Whoever writes such a cookie for their own browser gains
 * no more than by beginning a sign-in.
 */
export interface Login {
  state: string;
  nonce: string;
  code_verifier: string;
  /** The path of the console that was asked for. */
  return_to: string;
}

const TEN_MINUTES = 600_000;
/** Browsers keep cookies of up to 4,096 bytes. */
const MAX_LENGTH = 4000;

/** The cookie's value. @param now epoch milliseconds */
export function writeLogin(login: Login, now = Date.now()): string {
  const { state, nonce, code_verifier, return_to } = login;
  return Buffer.from(JSON.stringify([now, state, nonce, code_verifier, return_to])).toString('base64url');
}

/** What `writeLogin` wrote in the last ten minutes; undefined for anything else. */
export function readLogin(cookie: string | undefined, now = Date.now()): Login | undefined {
  if (!cookie || cookie.length > MAX_LENGTH) return undefined;
  const read = parsed(Buffer.from(cookie, 'base64url').toString());
  if (!Array.isArray(read) || read.length !== 5) return undefined;
  const [begun, ...texts] = read as unknown[];
  if (typeof begun !== 'number' || !(Math.abs(now - begun) < TEN_MINUTES)) return undefined;
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const [state, nonce, code_verifier, return_to] = texts as [string, string, string, string];
  return { state, nonce, code_verifier, return_to };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
