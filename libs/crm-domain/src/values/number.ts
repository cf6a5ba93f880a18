import { numberFilter } from './filter.js';
import { finiteNumber, orAsRead } from './parse.js';
import { plainValue } from './plain-value.js';
import { bareColumn } from './report-column.js';
import { defineValueType } from './value-type.js';

const parseNumber = orAsRead('value', finiteNumber);
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

export const number = defineValueType<number>({
  type: 'number',
  several: 'never',
  canBeUnique: true,
  parse: (input) => parseNumber(input),
  ...plainValue<number>({ type: 'number' }),
  reportColumns: bareColumn('numeric'),
  compare: (a, b) => a - b,
  text: String,
  search: false,
  uniqueKey: String,
  filter: numberFilter((item) => `(${item} #>> '{}')::float8`),
  amount: (item) => `(${item})::numeric`,
  index: (value) => ({ number: value }),
  fromDefault: (given) => (JSON_NUMBER.test(given) ? Number(given) : given),
  examples: [42, -0, -17.25, 1e300, Number.MIN_VALUE, { value: 0.1 }],
  refusals: ['42', true, 42n, new Date(0), [42], { value: '42' }],
});
