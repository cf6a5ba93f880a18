import { html } from './html.js';
import { page } from './page.js';

/** A page that says one thing, and the way on. */
export function messagePage({ title, text }: { title: string; text: string }): string {
  const content = html`<p class="soft">${text}</p>
    <p><a class="button" href="/console">Go to the screens</a></p>`;
  return page({ title, content });
}
