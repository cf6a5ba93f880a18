import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { octetsOf, type Octets } from '../../octets.js';
import { RESULT_CHARACTERS } from './fit-page.js';

const WRITTEN = Symbol('JSON');

const BEFORE_TEXT = Buffer.from('{"content":[{"type":"text","text":"');
const BEFORE_PAGE = Buffer.from('"}],"structuredContent":');
const FRAME = BEFORE_TEXT.length + BEFORE_PAGE.length + 1;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7d;

const MAX_CHARACTER_BYTES = 3;
const scratch = Buffer.allocUnsafeSlow(RESULT_CHARACTERS * MAX_CHARACTER_BYTES);
const room = Buffer.allocUnsafeSlow(scratch.length * 3 + FRAME);

/** A result beside its own JSON, in which `page` stands twice and is serialised and encoded once. */
export function writtenResult(page: Record<string, unknown>, text = JSON.stringify(page)): CallToolResult {
  const content = [{ type: 'text' as const, text }];
  return Object.assign({ content, structuredContent: page }, { [WRITTEN]: written(text) });
}

/** The JSON that a result was made with. */
export function jsonOf(result: object): Octets | undefined {
  return (result as { [WRITTEN]?: Octets })[WRITTEN];
}

/**
 * The page as a string of JSON, then as itself. What is JSON holds no control characters: within a string it needs
 * backslashes only.
 */
function written(text: string): Octets {
  const isLong = text.length > RESULT_CHARACTERS;
  const json = isLong ? Buffer.from(text) : scratch.subarray(0, scratch.write(text));
  const out = isLong ? Buffer.allocUnsafe(json.length * 3 + FRAME) : room;
  let at = BEFORE_TEXT.copy(out);
  for (let from = 0; from < json.length; from++) {
    const byte = json[from]!;
    if (byte === QUOTE || byte === BACKSLASH) out[at++] = BACKSLASH;
    out[at++] = byte;
  }
  at += BEFORE_PAGE.copy(out, at);
  at += json.copy(out, at);
  out[at++] = BRACE;
  return octetsOf(out, at);
}
