import { date } from './date.js';
import { sampleContext } from './samples.js';
import { timestamp } from './timestamp.js';

describe('a date', () => {
  const parse = (input: unknown) => date.parse(input, sampleContext('date'));

  it.each(['2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-01-00', '0000-12-31', '10000-01-01'])(
    'refuses %s, which is no day of the calendar',
    (given) => expect(() => parse(given)).toThrow('is not a calendar date; expected a date as YYYY-MM-DD'),
  );

  it.each(['2026-02-28T00:00:00Z', '2026-02-28 09:30'])('refuses the timestamp %s in its own words', (given) => {
    expect(() => parse(given)).toThrow('A date has no time of day');
  });

  it('is found by the seconds of its midnight in UTC', () => {
    expect(date.index?.('1970-01-02')).toEqual({ number: 86_400 });
    expect(date.index?.('0001-01-01')).toEqual({ number: -62_135_596_800 });
  });
});

describe('a timestamp', () => {
  const parse = (input: unknown) => timestamp.parse(input, sampleContext('timestamp'));

  it.each([
    ['2026-02-28T09:30:00-0330', '2026-02-28T13:00:00.000Z'],
    ['2026-02-28T09:30:00+01', '2026-02-28T08:30:00.000Z'],
    ['2026-02-28t09:30:00z', '2026-02-28T09:30:00.000Z'],
  ])('may have its offset in every form of ISO 8601: %s', (given, canonical) => {
    expect(parse(given)).toBe(canonical);
  });

  it.each([
    ['2026-02-28T09:30:00Z', '2026-02-28T09:30:00.000Z'],
    ['2026-02-28t09:30z', '2026-02-28T09:30:00.000Z'],
    ['2026-02-28T00:30:00+05:30', '2026-02-27T19:00:00.000Z'],
    ['2026-02-28T09:30:00.123999999Z', '2026-02-28T09:30:00.123Z'],
    ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
    ['0099-06-01T00:00:00Z', '0099-06-01T00:00:00.000Z'],
  ])('%s is %s', (given, canonical) => expect(parse(given)).toBe(canonical));

  it.each([
    '2026-02-30T09:30:00Z',
    '2016-12-31T23:59:60Z',
    '2026-02-28T24:00:00Z',
    '2026-02-28T09:30:00+24:00',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2026-02-28',
  ])('refuses %s', (given) => expect(() => parse(given)).toThrow('is not a valid time'));

  it('refuses a time without an offset in its own words', () => {
    expect(() => parse('2026-02-28T09:30:00')).toThrow('The timestamp has no offset');
  });

  it('is found by its seconds, milliseconds as the fraction', () => {
    expect(timestamp.index?.('1970-01-01T00:00:01.250Z')).toEqual({ number: 1.25 });
  });
});
