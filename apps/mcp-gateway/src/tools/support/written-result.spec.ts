import { RESULT_CHARACTERS } from './fit-page.js';
import { jsonOf, writtenResult } from './written-result.js';

describe('the JSON of a result', () => {
  it.each([
    ['nothing', ''],
    ['quotes and backslashes', 'a "word", a \\ and \\" both'],
    ['what JSON writes otherwise', '\b\f\n\r\t\0\u001f\u007f\u2028\u2029'],
    ['characters of every length', 'ä Ž 語 🙂'],
    ['half a pair', 'half \ud800 a pair'],
    ['as many of the longest as may be', '語'.repeat(RESULT_CHARACTERS - '{"value":""}'.length)],
    ['as many quotes', '"'.repeat(RESULT_CHARACTERS / 2 - '{"value":""}'.length)],
    ['more of the longest than may be', '語'.repeat(RESULT_CHARACTERS)],
    ['more backslashes', '\\'.repeat(RESULT_CHARACTERS)],
  ])('is what it would be by itself, with %s', (_, value) => {
    const result = writtenResult({ value });
    expect(Buffer.from(jsonOf(result)!, 'latin1').toString()).toBe(JSON.stringify(result));
    expect(result.structuredContent).toEqual({ value });
  });
});
