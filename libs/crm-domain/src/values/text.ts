import { itself, textFilter } from './filter.js';
import { byText, firstCharacters, indexText, uniqueText } from './keys.js';
import { orAsRead, text as textOf } from './parse.js';
import { plainValue } from './plain-value.js';
import { bareColumn } from './report-column.js';
import { defineValueType } from './value-type.js';

/** Characters of a value at most: a note has as many as a message. */
const MAX_LENGTH = 100_000;
const parseText = orAsRead('value', textOf({ max: MAX_LENGTH }));
const LABEL_CHARACTERS = 255;

export const text = defineValueType<string>({
  type: 'text',
  several: 'optional',
  canBeUnique: true,
  parse: (input) => parseText(input),
  ...plainValue<string>({ type: 'string', minLength: 1, maxLength: MAX_LENGTH }),
  reportColumns: bareColumn('text'),
  compare: byText,
  text: (value) => firstCharacters(value.replace(/\s+/g, ' ').trim(), LABEL_CHARACTERS),
  uniqueKey: (value) => uniqueText(value.toLowerCase()),
  filter: textFilter<string>({ whole: (value) => value, sql: itself }),
  index: (value) => ({ text: indexText(value) }),
  search: (value) => value,
  examples: ['Met at the fair.', 'First line\n\tand a second one', { value: 'as read' }],
  refusals: [5, false, 't'.repeat(100_001), 'nul\u0000', '\udc00', ['a text'], { value: null }, { text: 'other key' }],
});
