import { epochSeconds, isCalendarDate } from './calendar.js';
import { numberFilter, seconds } from './filter.js';
import { byText } from './keys.js';
import { line, orAsRead, quote, type Parse } from './parse.js';
import { startOfDay } from './periods.js';
import { plainValue } from './plain-value.js';
import { bareColumn } from './report-column.js';
import { ValueRefusal, defineValueType } from './value-type.js';

const EXPECTED = 'an ISO 8601 date and time with an offset, such as 2026-02-28T09:30:00Z';
const MAX_LENGTH = 100;
const anyLine = line({ max: MAX_LENGTH });

const CLOCK = '([01]\\d|2[0-3]):[0-5]\\d';
const SHAPE = new RegExp(
  `^(?<day>\\d{4}-\\d{2}-\\d{2})T(?<minute>${CLOCK})(:(?<second>[0-5]\\d)([.,](?<fraction>\\d+))?)?(?<offset>Z|(?<sign>[+-])(?<hours>[01]\\d|2[0-3])(:?(?<minutes>[0-5]\\d))?)$`,
  'i',
);

/** UTC, milliseconds, `Z`; or undefined if it is no moment in the years 0001 to 9999. */
function utc(given: string): string | undefined {
  const parts = SHAPE.exec(given)?.groups;
  if (!parts?.day || !isCalendarDate(parts.day)) return undefined;
  const milliseconds = `${parts.fraction ?? ''}000`.slice(0, 3);
  const offset = parts.sign ? `${parts.sign}${parts.hours}:${parts.minutes ?? '00'}` : 'Z';
  const moment = new Date(`${parts.day}T${parts.minute}:${parts.second ?? '00'}.${milliseconds}${offset}`);
  const canonical = Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
  return isCalendarDate(canonical.slice(0, 10)) ? canonical : undefined; // the offset may lead out of the range
}

/** A moment as it is stored. @throws ValueRefusal */
export const instant: Parse<string> = (input, what) => {
  const given = anyLine(input, what);
  const canonical = utc(given);
  if (canonical) return canonical;
  if (utc(`${given}Z`)) throw new ValueRefusal(`The timestamp has no offset; expected ${EXPECTED}.`, EXPECTED);
  throw new ValueRefusal(`${quote(given)} is not a valid time; expected ${EXPECTED}.`, EXPECTED);
};
const parseTimestamp = orAsRead('value', instant);

export const timestamp = defineValueType<string>({
  type: 'timestamp',
  several: 'never',
  canBeUnique: true,
  parse: (input) => parseTimestamp(input),
  ...plainValue<string>({ type: 'string', format: 'date-time', maxLength: MAX_LENGTH }),
  reportColumns: bareColumn('timestamptz'),
  compare: byText,
  text: (value) => value,
  search: false,
  uniqueKey: (value) => value,
  filter: numberFilter((item) => seconds(`(${item} #>> '{}')`), {
    ofDay: (day, zone) => startOfDay(day, zone) / 1000,
  }),
  grouped: 'day',
  index: (value) => ({ number: epochSeconds(value) }),
  examples: ['2026-02-28T09:30:00Z', '2026-02-28T09:30:00.123456+05:30', { value: '1969-07-20T20:17:40.000Z' }],
  refusals: [
    0,
    '2026-02-28',
    '2026-02-28T09:30:00',
    '2026-02-30T09:30:00Z',
    '2016-12-31T23:59:60Z',
    '2026-02-28T24:00:00Z',
  ],
});
