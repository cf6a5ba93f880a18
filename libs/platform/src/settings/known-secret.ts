/** What stands in this repository and its documentation where a secret belongs: as it is, and as 32 bytes in base64. */
const KNOWN = /for-development-only|Zm9yLWRldmVsb3BtZW50LW9ubHkt|correct-horse|^change-?me/i;

/** How to make one that nobody knows. */
export const NEW_SECRET = 'openssl rand -base64 32';

/** Whether everybody who has seen this repository knows a secret; of a list, one that is known is enough. */
export function isKnownSecret(text: string): boolean {
  return KNOWN.test(text);
}
