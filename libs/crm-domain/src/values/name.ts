import { itself, textFilter } from './filter.js';
import { byText, indexText, uniqueText } from './keys.js';
import { line, orAsRead } from './parse.js';
import { plainValue } from './plain-value.js';
import { bareColumn } from './report-column.js';
import { defineValueType } from './value-type.js';

const parseName = orAsRead('value', line({ max: 500 }));

export const name = defineValueType<string>({
  type: 'name',
  several: 'never',
  canBeUnique: true,
  parse: (input) => parseName(input),
  ...plainValue<string>({ type: 'string', minLength: 1, maxLength: 500 }),
  reportColumns: bareColumn('text'),
  compare: byText,
  text: (value) => value,
  uniqueKey: (value) => uniqueText(value.toLowerCase()),
  filter: textFilter<string>({ whole: (value) => value, sql: itself }),
  index: (value) => ({ text: indexText(value) }),
  examples: ['Analytical Engines Ltd', '  Ærø & Søn  ', '株式会社', { value: 'Zürich Re' }],
  refusals: [
    5,
    true,
    ' ',
    '\u200b',
    'two\nlines',
    'n'.repeat(501),
    ['Ada'],
    { value: 5 },
    { value: 'Ada', title: 'Dr' },
  ],
});
