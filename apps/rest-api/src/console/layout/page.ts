import type { Person } from '#crm-domain/people';
import { html, type Markup } from './html.js';
import { MARK } from './icons.js';

interface PageOptions {
  title: string;
  content: Markup;
  person?: Person;
  /** Path of the page, for the navigation. */
  at?: string;
  /** Address that the browser goes on to by itself. */
  onward?: string;
  /** The script that the page has beside that of all. */
  script?: 'inbox' | 'imports';
  /** Address of the signals that something on it has changed. */
  live?: string | undefined;
}

const API_KEYS = '/console/api-keys';
const AUDIT = '/console/audit';
/** For admins of a workspace alone. */
const OF_ADMINS: readonly string[] = [API_KEYS, AUDIT];
/** Path and name of each, in the order of the navigation. */
export const SCREENS = [
  ['/console/inbox', 'Inbox'],
  ['/console/connections', 'Connected clients'],
  ['/console/channels', 'Channels'],
  ['/console/outbox', 'Outbox'],
  ['/console/imports', 'Imports'],
  [API_KEYS, 'API keys'],
  [AUDIT, 'Audit log'],
] as const;
/** The path of a screen. */
export type ScreenPath = (typeof SCREENS)[number][0];

/**
 * The screen that a page or a form belongs to, its name, and the id of what a form is about:
 * `/console/<screen>/<workspace>/<id>/<action>`.
 */
export function screenOf(path: string): { start: ScreenPath; name: string; id: string | undefined } | undefined {
  const screen = SCREENS.find(([start]) => path === start || path.startsWith(`${start}/`));
  if (!screen) return undefined;
  const [start, name] = screen;
  return { start, name, id: path.slice(start.length).split('/')[2] };
}

/**
 * The frame of every screen. Everything is a link or a form and works without the script. A page that says one thing,
 * to nobody in particular, is often the answer to a form: the focus is on its heading.
 */
export function page({ title, content, person, at, onward, script, live }: PageOptions): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${onward && html`<meta http-equiv="refresh" content="0; url=${onward}" />`}
        <title>${title} · CRM Service</title>
        <link rel="icon" href="/console/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/console/style.css" />
        <script type="module" src="/console/console.js"></script>
        ${script && html`<script type="module" src="/console/${script}.js"></script>`}
      </head>
      <body ${live && html`data-live="${live}"`}>
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <div><span class="brand">${MARK} CRM</span>${person && places(person, at)}</div>
        </header>
        <main id="main" tabindex="-1" ${!person && html`class="narrow"`}>
          <h1 ${!person && html`tabindex="-1" autofocus`}>${title}</h1>
          ${live && html`<p class="unseen" role="status" id="told"></p>`} ${content}
        </main>
        <footer ${!person && html`class="narrow"`}>
          <a href="/">About this server</a> <a href="/docs">REST API</a>
          ${person && html`<span>Times are in the zone <span data-zone>UTC</span>.</span>`}
        </footer>
      </body>
    </html>`.text;
}

/** Only the screens that this person can use. */
function places({ csrf, email, memberships }: Person, at: string | undefined): Markup {
  const isAdmin = memberships.some(({ role }) => role === 'admin');
  const links = SCREENS.filter(([path]) => isAdmin || !OF_ADMINS.includes(path)).map(
    ([path, text]) => html`<a href="${path}" ${path === at && html`aria-current="page"`}>${text}</a>`,
  );
  return html`<nav aria-label="Screens">${links}</nav>
    <form class="account" method="post" action="/console/sign-out">
      <input type="hidden" name="csrf" value="${csrf}" />
      <span class="who" title="${email}">${email}</span>
      <button class="quiet">Sign out</button>
    </form>`;
}
