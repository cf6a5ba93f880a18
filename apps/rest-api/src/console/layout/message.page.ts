import { html } from './html.js';
import { page } from './page.js';

interface Message {
  title: string;
  text: string;
  /** The way on; to the screens, if not given. */
  next?: { path: string; label: string };
  /** The browser takes the way on by itself. */
  onward?: boolean;
}

const SCREENS = { path: '/console', label: 'Go to the screens' };

/** A page that says one thing, and the way on. */
export function messagePage({ title, text, next = SCREENS, onward }: Message): string {
  const content = html`<p class="soft">${text}</p>
    <p><a class="way" href="${next.path}">${next.label}</a></p>`;
  return page({ title, content, onward: onward ? next.path : undefined });
}
