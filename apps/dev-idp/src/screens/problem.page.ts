import { html } from './html.js';
import { page, type Page } from './page.js';

/** Says that a sign-in cannot go on, and what to do; `code` is for whoever looks into it. */
export function problemPage(title: string, advice: string, code?: string): Page {
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${advice}</p>
      ${code !== undefined && html`<p class="soft"><code>${code}</code></p>`}`,
  );
}

export const EXPIRED = problemPage(
  'This sign-in is over',
  'It was finished in another window, or it took too long. Start again from the program you want to connect.',
);
