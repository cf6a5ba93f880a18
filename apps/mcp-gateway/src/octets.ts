declare const UTF8: unique symbol;

/**
 * Text in UTF-8, a character for each of its bytes: it is joined and sent as it is, and its length is that of the body.
 * Text itself would be measured and encoded as a whole for every answer, which for a page of records is a tenth of the
 * work.
 */
export type Octets = string & { [UTF8]: true };

export function octets(text: string): Octets {
  return octetsOf(Buffer.from(text));
}

/** What stands in a buffer up to `length` bytes. */
export function octetsOf(bytes: Buffer, length = bytes.length): Octets {
  return bytes.toString('latin1', 0, length) as Octets;
}
