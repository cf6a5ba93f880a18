import { createHash } from 'node:crypto';
import type { Answer } from './exchange.js';

/** Markup that was built here; everything else is text. */
export class Markup {
  constructor(readonly source: string) {}
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Builds markup; whatever is put in is shown as text. */
export function html(parts: TemplateStringsArray, ...values: (Markup | string)[]): Markup {
  return new Markup(parts.reduce((source, part, index) => source + render(values[index - 1] ?? '') + part));
}

function render(value: Markup | string): string {
  if (value instanceof Markup) return value.source;
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 12vh auto; padding: 0 1rem; }
  label, input { display: block; width: 100%; box-sizing: border-box; font: inherit; }
  input { padding: .5rem .75rem; margin: .25rem 0 1.25rem; }
  button { font: inherit; padding: .5rem 1.25rem; margin-right: .5rem; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const STYLE_TAG = new Markup(`<style>${STYLE}</style>`);

export function page(status: number, title: string, content: Markup): Answer {
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
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  };
  return { status, headers, body: document.source };
}
