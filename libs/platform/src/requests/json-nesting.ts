/** The nesting of objects and arrays, in JSON text in UTF-8, read off the bytes so that nothing deep is ever built. */
export function nestingOf(body: Uint8Array): number {
  let now = 0;
  let most = 0;
  let inString = false;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (inString) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) most = Math.max(most, ++now);
    else if (byte === 0x7d || byte === 0x5d) now--;
  }
  return most;
}
