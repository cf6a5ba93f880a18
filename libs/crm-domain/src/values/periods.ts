import { isCalendarDate } from './calendar.js';
import { isObject } from './parse.js';
import { ValueRefusal } from './value-type.js';

/** Days of a calendar, from the first up to the one after the last. */
export interface Days {
  from: string;
  to: string;
}

const MAX_DAYS = 36_600;
const UNITS = ['week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof UNITS)[number];
const SHIFTS: Record<string, number> = { last: -1, this: 0, next: 1 };
export const RELATIVE_DATES =
  'today, this_week, this_month, this_quarter, this_year, the same with last_ or next_, {"days_ago": 1} (yesterday) or {"days_ahead": 7}';

/**
 * The days that a relative date means on a day: `"this_month"`, `{"days_ago": 30}`. Weeks begin on Monday. Undefined
 * where the operand is none.
 *
 * @throws ValueRefusal for one that goes too far, or is written wrong
 */
export function relativeDays(operand: unknown, today: string): Days | undefined {
  if (operand === 'today') return { from: today, to: plusDays(today, 1) };
  if (typeof operand === 'string') return namedDays(operand, today);
  if (!isObject(operand) || !(Object.hasOwn(operand, 'days_ago') || Object.hasOwn(operand, 'days_ahead')))
    return undefined;
  const [[key, count], ...more] = Object.entries(operand) as [[string, unknown], ...unknown[]];
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MAX_DAYS;
  if (more.length > 0 || !isCount)
    throw new ValueRefusal(
      `The value must be days_ago or days_ahead with a whole number of 0 to ${MAX_DAYS}.`,
      RELATIVE_DATES,
    );
  const from = plusDays(today, key === 'days_ago' ? -count : count);
  return { from, to: plusDays(from, 1) };
}

const LAST_DAY = '9999-12-31';
/** The day after it as JavaScript writes it. */
const AFTER_LAST_DAY = '+010000-01-01';

/** All of a day, where an operand names one in place of a moment. */
export function wholeDay(operand: unknown): Days | undefined {
  if (typeof operand !== 'string' || !isCalendarDate(operand)) return undefined;
  return { from: operand, to: operand === LAST_DAY ? AFTER_LAST_DAY : plusDays(operand, 1) };
}

function namedDays(operand: string, today: string): Days | undefined {
  const [shift, unit] = operand.split('_') as [string, Unit];
  if (!Object.hasOwn(SHIFTS, shift) || !UNITS.includes(unit) || operand !== `${shift}_${unit}`) return undefined;
  const begin = (steps: number) => beginOf(unit, today, SHIFTS[shift]! + steps);
  return { from: begin(0), to: begin(1) };
}

function beginOf(unit: Unit, today: string, steps: number): string {
  const day = new Date(`${today}T00:00:00Z`);
  if (unit === 'week') return plusDays(today, steps * 7 - ((day.getUTCDay() + 6) % 7));
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  const at = (Math.floor((day.getUTCFullYear() * 12 + day.getUTCMonth()) / months) + steps) * months;
  return dayOf(new Date(0).setUTCFullYear(Math.floor(at / 12), at % 12, 1));
}

function plusDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);
}

/** @throws ValueRefusal beyond the years that have four digits */
function dayOf(time: number): string {
  const day = new Date(time).toISOString().slice(0, 10);
  if (isCalendarDate(day)) return day;
  throw new ValueRefusal('The value leads out of the years 0001 to 9999.', RELATIVE_DATES);
}

/** Letters and signs of which names of time zones are made. */
const ZONE = /^[A-Za-z][\w+/-]*$/;
/** Clocks by the names of time zones in small letters, other names of the same zone included: some 600. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for what is no time zone */
function clockOf(zone: string): Intl.DateTimeFormat {
  const name = zone.toLowerCase();
  const held = clocks.get(name);
  if (held) return held;
  const format = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const clock = new Intl.DateTimeFormat('en-CA', { ...format, hourCycle: 'h23', timeZone: zone });
  clocks.set(name, clock);
  return clock;
}

/** Whether there is a time zone of this name (IANA). */
export function isTimeZone(zone: string): boolean {
  try {
    return ZONE.test(zone) && clockOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The one name of a time zone that has several. Postgres needs it, which knows some of the others by another meaning
 * (`CET` as an hour without a summer time, `IST` as Israel's), and some not at all (`AET`).
 */
export function nameOfZone(zone: string): string {
  return clockOf(zone).resolvedOptions().timeZone;
}

/** The day that a moment falls on in a time zone. */
export function dayIn(zone: string, moment: number): string {
  return localTime(zone, moment).slice(0, 10);
}

function localTime(zone: string, moment: number): string {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.get(type)!;
  const given = at('year');
  const year = given.length > 4 ? `+${given.padStart(6, '0')}` : given.padStart(4, '0');
  return `${year}-${at('month')}-${at('day')}T${at('hour')}:${at('minute')}:${at('second')}Z`;
}

/** The moment at which a day begins in a time zone: where its midnight is skipped, the first one after it. */
export function startOfDay(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const candidates = [-86_400_000, 86_400_000].map((away) => {
    const near = midnight + away;
    return midnight - (Date.parse(localTime(zone, near)) - near);
  });
  const inside = candidates.filter((moment) => dayIn(zone, moment) >= day);
  return Math.min(...(inside.length > 0 ? inside : candidates));
}
