import { html, type Markup } from './html.js';

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/**
 * A moment to the minute, for a person; `none` when it never was. In UTC, until the script of the page knows the
 * reader's zone.
 */
export function moment(iso: string | null, none = 'never'): Markup | string {
  return iso ? html`<time datetime="${iso}">${MINUTE.format(new Date(iso))}</time>` : none;
}

const A_MINUTE = 60_000;
const A_WEEK = 7 * 24 * 60 * A_MINUTE;

/**
 * How long ago something was, with the moment itself as its title; what is older than a week, or in the future by
 * somebody's wrong clock, is shown as that moment. The script of the pages keeps it right by `data-age`, whatever the
 * clock of the reader says.
 */
export function since(iso: string): Markup | string {
  const age = Date.now() - Date.parse(iso);
  if (!isLately(age)) return moment(iso);
  const exact = `${MINUTE.format(new Date(iso))} UTC`;
  return html`<time datetime="${iso}" title="${exact}" data-age="${Math.max(0, age)}">${howLongAgo(age)}</time>`;
}

/** The moment, and how long ago that was if it was lately. */
export function momentAndSince(iso: string): Markup | string {
  return isLately(Date.now() - Date.parse(iso)) ? html`${moment(iso)} (${since(iso)})` : moment(iso);
}

function isLately(age: number): boolean {
  return age > -A_MINUTE && age < A_WEEK;
}

/** In the largest unit that fits. Browsers get its source as well, so it uses nothing from around it. */
export function howLongAgo(ms: number): string {
  const minutes = Math.floor(ms / 60000);
  if (minutes < 1) return 'just now';
  const hours = Math.floor(minutes / 60);
  const inWords = new Intl.RelativeTimeFormat('en');
  if (hours < 1) return inWords.format(-minutes, 'minute');
  return hours < 24 ? inWords.format(-hours, 'hour') : inWords.format(-Math.floor(hours / 24), 'day');
}

export function day(iso: string | null, none = 'never'): Markup | string {
  return iso ? html`<time datetime="${iso}" data-precision="day">${DAY.format(new Date(iso))}</time>` : none;
}

/** A day that is the same in every zone, as the values of dates are. */
export function calendarDay(date: string): string {
  return DAY.format(new Date(date));
}
