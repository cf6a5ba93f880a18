import type { Person } from '#crm-domain';
import { html, type Markup } from './html.js';

interface PageOptions {
  title: string;
  content: Markup;
  person?: Person;
  /** Path of the page, for the navigation. */
  at?: string;
  /** Address that the browser goes on to by itself. */
  onward?: string;
}

const LINKS = [
  ['/console/connections', 'Connected clients'],
  ['/console/channels', 'Channels'],
  ['/console/outbox', 'Outbox'],
  ['/console/api-keys', 'API keys'],
] as const;

const MARK = html`<svg viewBox="0 0 28 28" aria-hidden="true">
  <rect width="28" height="28" rx="8" fill="var(--accent)" />
  <g fill="none" stroke="var(--on-accent)" stroke-width="2.25" stroke-linecap="round">
    <circle cx="14" cy="10.75" r="3.25" />
    <path d="M7.75 20.25c1-3 3.4-4.25 6.25-4.25s5.25 1.25 6.25 4.25" />
  </g>
</svg>`;

/** The frame of every screen. No script: everything is a link or a form. */
export function page({ title, content, person, at, onward }: PageOptions): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${onward && html`<meta http-equiv="refresh" content="0; url=${onward}" />`}
        <title>${title} · CRM Service</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/console/style.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <div><span class="brand">${MARK} CRM</span>${person && places(person, at)}</div>
        </header>
        <main id="main" ${!person && html`class="narrow"`}>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.text;
}

function places({ csrf, email }: Person, at: string | undefined): Markup {
  const links = LINKS.map(
    ([path, text]) => html`<a href="${path}" ${path === at && html`aria-current="page"`}>${text}</a>`,
  );
  return html`<nav aria-label="Screens">${links}</nav>
    <form class="account" method="post" action="/console/sign-out">
      <input type="hidden" name="csrf" value="${csrf}" />
      <span class="who">${email}</span>
      <button class="quiet">Sign out</button>
    </form>`;
}
