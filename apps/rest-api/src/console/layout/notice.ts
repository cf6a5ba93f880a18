import { html, type Markup } from './html.js';

/** What a notice is about, on the same page. */
interface Subject {
  /** The element's id; it can take the focus. */
  id: string;
  name: string;
}

/** Said on the screen of a change for which somebody had to sign in first. */
export const SIGNED_IN_AGAIN = 'You have signed in again. Your change was not saved: make it once more.';

/**
 * What came of a change, and the way to what was changed. The browser puts the focus on it, with or without the script:
 * who uses a keyboard or a screen reader would otherwise begin at the top of the page again, and hear nothing of the
 * outcome.
 */
export function notice(text: string, about?: Subject): Markup {
  const way = about && html` <a href="#${about.id}">Go to ${about.name}</a>`;
  return html`<p class="note" role="status" aria-labelledby="notice" tabindex="-1" autofocus>
    <span id="notice">${text}</span>${way}
  </p>`;
}
