import type { Person } from '#crm-domain';
import { html, type Markup } from './html.js';

interface PageOptions {
  title: string;
  content: Markup;
  person?: Person;
  /** Path of the page, for the navigation. */
  at?: string;
}

const LINKS = [
  ['/console/connections', 'Connected clients'],
  ['/console/api-keys', 'API keys'],
] as const;

/** The frame of every screen. No script: everything is a link or a form. */
export function page({ title, content, person, at }: PageOptions): string {
  const links = LINKS.map(
    ([path, text]) => html`<a href="${path}" ${path === at ? html`aria-current="page"` : ''}>${text}</a>`,
  );
  const header = person
    ? html`<header>
        <nav aria-label="Screens">${links}</nav>
        <form method="post" action="/console/sign-out">
          <input type="hidden" name="csrf" value="${person.csrf}" />
          <span class="who">${person.email}</span>
          <button class="quiet">Sign out</button>
        </form>
      </header>`
    : '';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · CRM Service</title>
        <link rel="stylesheet" href="/console/style.css" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        ${header}
        <main id="main">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.text;
}
