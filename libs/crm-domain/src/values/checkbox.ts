import { documentFilter } from './filter.js';
import { orAsRead, type Parse } from './parse.js';
import { plainValue } from './plain-value.js';
import { bareColumn } from './report-column.js';
import { ValueRefusal, defineValueType } from './value-type.js';

const boolean: Parse<boolean> = (input, what = 'The value') => {
  if (typeof input !== 'boolean') throw new ValueRefusal(`${what} must be true or false.`, 'true or false');
  return input;
};
const parseCheckbox = orAsRead('value', boolean);
const DEFAULTS: Record<string, unknown> = { true: true, false: false };

export const checkbox = defineValueType<boolean>({
  type: 'checkbox',
  several: 'never',
  canBeUnique: false,
  parse: (input) => parseCheckbox(input),
  ...plainValue<boolean>({ type: 'boolean' }),
  reportColumns: bareColumn('boolean'),
  compare: (a, b) => Number(a) - Number(b),
  text: (value) => (value ? 'yes' : 'no'),
  search: false,
  filter: documentFilter('eq', 'not_eq'),
  grouped: 'flag',
  fromDefault: (given) => (Object.hasOwn(DEFAULTS, given) ? DEFAULTS[given] : given),
  examples: [true, false, { value: true }],
  refusals: ['true', 0, 1, 'yes', [true], { value: 'false' }],
});
