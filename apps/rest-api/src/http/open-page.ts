import { html, Markup } from '../console/html.js';
import { STYLE } from '../console/style.js';

interface OpenPage {
  title: string;
  text: string;
  links: { path: string; label: string }[];
}

/** A page for whoever comes by with a browser; it needs nothing else, since the screens may be off. */
function openPage({ title, text, links }: OpenPage): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <main class="narrow">
          <h1>${title}</h1>
          <p class="soft">${text}</p>
          ${links.map(({ path, label }) => html`<p><a class="button" href="${path}">${label}</a></p>`)}
        </main>
      </body>
    </html>`.text;
}

const CONSOLE_OFF =
  'The screens are not switched on here. They need MCP_AUTH_URL, BASE_URL and CONSOLE_CLIENT_SECRET in the settings of this service.';

/** At `/`: what there is to see. */
export function frontPage(hasConsole: boolean): string {
  const screens = hasConsole ? [{ path: '/console', label: 'Screens' }] : [];
  const text = `A CRM with a REST API and tools for assistants. ${hasConsole ? '' : CONSOLE_OFF}`;
  return openPage({ title: 'CRM Service', text, links: [...screens, { path: '/docs', label: 'REST API' }] });
}

/** At an address under `/console` where there is nothing. */
export function missingPage(hasConsole: boolean): string {
  const way = hasConsole ? { path: '/console', label: 'Go to the screens' } : { path: '/', label: 'What is here' };
  const text = hasConsole ? 'There is no such page.' : CONSOLE_OFF;
  return openPage({ title: 'Not found', text, links: [way] });
}
