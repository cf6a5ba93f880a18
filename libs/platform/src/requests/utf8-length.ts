const scratch = Buffer.allocUnsafeSlow(256 * 1024);
const MAX_CHARACTER_BYTES = 4;

/**
 * Bytes of a text in UTF-8. Node writes a text many times faster than it counts its bytes; so it is written, where
 * there is room.
 */
export function utf8Length(text: string): number {
  if (text.length > scratch.length) return Buffer.byteLength(text);
  const length = scratch.write(text);
  // No character is written in part: with room left for one, this was all.
  return length <= scratch.length - MAX_CHARACTER_BYTES ? length : Buffer.byteLength(text);
}
