const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Is this `YYYY-MM-DD` a day of the calendar, years 0001 to 9999? */
export function isCalendarDate(text: string): boolean {
  if (!DATE.test(text) || text.startsWith('0000')) return false;
  // Some engines roll the 30th of February over into March instead of refusing it.
  return new Date(`${text}T00:00:00.000Z`).getUTCDate() === Number(text.slice(8));
}

/** Seconds since 1970 of an ISO 8601 date (at midnight UTC) or timestamp; milliseconds are the fraction. */
export function epochSeconds(iso: string): number {
  return Date.parse(iso) / 1000;
}
