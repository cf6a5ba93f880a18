import { z } from 'zod';

/** A provider's id of something. */
export const id = z.string().regex(/^[\x21-\x7e]{1,255}$/);

export const text = z.string().nullish();

/** Judged where it is used. */
export const anything = z.unknown().optional();

/** The year 9999 is the last that everything can write. */
const LATEST = 253_402_300_799_999;

/** When something happened: milliseconds, or ISO 8601. */
const moment = z
  .union([z.number(), z.iso.datetime({ offset: true }).transform((iso) => Date.parse(iso))])
  .pipe(z.number().min(0).max(LATEST))
  .transform((ms) => new Date(ms));

/** The first that is given. @throws ZodError when that one is no moment */
export function momentOf(given: unknown, fallback: Date): Date {
  return given === undefined || given === null ? fallback : moment.parse(given);
}

export function fullName(first: string | null | undefined, last: string | null | undefined): string | null {
  return [first, last].filter(Boolean).join(' ') || null;
}
