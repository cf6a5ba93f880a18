import { epochSeconds, isCalendarDate } from './calendar.js';
import { numberFilter, seconds } from './filter.js';
import { byText } from './keys.js';
import { line, orAsRead, quote, type Parse } from './parse.js';
import { plainValue } from './plain-value.js';
import { bareColumn } from './report-column.js';
import { ValueRefusal, defineValueType } from './value-type.js';

const EXPECTED = 'a date as YYYY-MM-DD, such as 2026-02-28';
const anyLine = line({ max: 100 });

const calendarDate: Parse<string> = (input, what) => {
  const given = anyLine(input, what);
  if (isCalendarDate(given)) return given;
  if (isCalendarDate(given.slice(0, 10)) && /^[T ]\d/i.test(given.slice(10))) {
    throw new ValueRefusal(`A date has no time of day; expected ${EXPECTED}.`, EXPECTED);
  }
  throw new ValueRefusal(`${quote(given)} is not a calendar date; expected ${EXPECTED}.`, EXPECTED);
};
const parseDate = orAsRead('value', calendarDate);

export const date = defineValueType<string>({
  type: 'date',
  several: 'never',
  canBeUnique: true,
  parse: (input) => parseDate(input),
  ...plainValue<string>({ type: 'string', format: 'date' }),
  reportColumns: bareColumn('date'),
  compare: byText,
  text: (value) => value,
  search: false,
  uniqueKey: (value) => value,
  filter: numberFilter((item) => seconds(`((${item} #>> '{}') || 'T00:00:00Z')`), { ofDay: epochSeconds }),
  grouped: 'day',
  index: (value) => ({ number: epochSeconds(value) }),
  examples: ['2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31', { value: '1969-07-20' }],
  refusals: [20260228, '2026-02-29', '2026-13-01', '0000-01-01', '2026-2-8', '28.02.2026', '2026-02-28T00:00:00Z'],
});
