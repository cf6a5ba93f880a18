import { html, Markup } from '../console/layout/html.js';
import { messagePage } from '../console/layout/message.page.js';
import { STYLE } from '../console/layout/style.js';

interface Link {
  path: string;
  label: string;
}

interface OpenPage {
  title: string;
  text: string;
  more?: Markup;
  /** The first one is the way that most will go. */
  links: Link[];
}

/** A page for whoever comes by with a browser; it needs nothing else, since the screens may be off. */
function openPage({ title, text, more, links }: OpenPage): string {
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
          ${more} ${links.map(({ path, label }) => html`<p><a class="way" href="${path}">${label}</a></p>`)}
        </main>
      </body>
    </html>`.text;
}

const DOCS: Link = { path: '/docs', label: 'REST API' };

const CONSOLE_OFF =
  'The screens are not switched on here. They need MCP_AUTH_URL, BASE_URL and CONSOLE_CLIENT_SECRET in the settings of this service.';

/** At `/`: what there is to see, and `toolServer`, where assistants find the tools. */
export function frontPage(hasConsole: boolean, toolServer: string | undefined): string {
  const screens = hasConsole ? [{ path: '/console', label: 'Console' }] : [];
  const text = `A CRM with a REST API and tools for assistants. ${hasConsole ? '' : CONSOLE_OFF}`;
  const more = toolServer && html`<p>Assistants connect by MCP to <code>${toolServer}</code></p>`;
  return openPage({ title: 'CRM Service', text, more: more || undefined, links: [...screens, DOCS] });
}

/** At an address under `/console` where there is nothing. */
export function missingPage(hasConsole: boolean): string {
  return answerPage('Not found', hasConsole ? 'There is no such page.' : CONSOLE_OFF, hasConsole);
}

/** When a request under `/console` cannot be answered. */
export function failedPage(text: string, hasConsole: boolean): string {
  return answerPage('That did not work', text, hasConsole);
}

/** As the screens say it themselves; without them there is no style to load either. */
function answerPage(title: string, text: string, hasConsole: boolean): string {
  if (hasConsole) return messagePage({ title, text });
  return openPage({ title, text, links: [{ path: '/', label: 'About this server' }, DOCS] });
}
