import { createHash } from 'node:crypto';
import { html, Markup } from './html.js';
import { STYLE } from './style.js';

/** A page and the policy it must be sent with. */
export interface Page {
  html: string;
  policy: string;
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

// No form-action: Chromium applies it to the redirects after a form, and those end at the client.
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`;

const STYLE_TAG = new Markup(`<style>${STYLE}</style>`);

const MARK = new Markup(
  '<svg viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8" fill="var(--accent)"/>' +
    '<g fill="none" stroke="var(--on-accent)" stroke-width="2.25" stroke-linecap="round">' +
    '<circle cx="14" cy="10.75" r="3.25"/><path d="M7.75 20.25c1-3 3.4-4.25 6.25-4.25s5.25 1.25 6.25 4.25"/></g></svg>',
);

/** The frame of every page: no script, nothing from elsewhere, one heading. */
export function page(title: string, content: Markup): Page {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${STYLE_TAG}
      </head>
      <body>
        <main>
          <p class="brand">${MARK} CRM <small>Development sign-in</small></p>
          <div class="card">${content}</div>
        </main>
      </body>
    </html>`;
  return { html: document.source, policy: POLICY };
}
