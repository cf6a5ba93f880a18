const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * A stranger's words without the characters that turn the order of others around: with them, a file is called
 * invoiceexe.pdf that is none. Texts that are written from right to left need none of them.
 */
export function withoutReordering(text: string): string {
  return text.replace(REORDERING, '');
}
