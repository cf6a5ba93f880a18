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

export function day(iso: string | null, none = 'never'): Markup | string {
  return iso ? html`<time datetime="${iso}" data-precision="day">${DAY.format(new Date(iso))}</time>` : none;
}

/** A day that is the same in every zone, as the values of dates are. */
export function calendarDay(date: string): string {
  return DAY.format(new Date(date));
}
