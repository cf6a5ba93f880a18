import type { ImportWire } from '#crm-domain/writes';
import { ask } from '../layout/ask.js';
import { html, type Markup } from '../layout/html.js';
import { notice } from '../layout/notice.js';
import { counted } from './imports.page.js';

type Query = Record<string, unknown>;

/** How much an undo has done so far, which its steps hand on from page to page. */
interface Done {
  undone: number;
  left: number;
}

const COUNT = /^\d{1,9}$/;

/** Reads what a page's address or a form says of the steps before. Undefined where it says nothing, or no numbers. */
export function doneIn({ undone, left }: Query): Done | undefined {
  if (!COUNT.test(String(undone)) || !COUNT.test(String(left))) return undefined;
  return { undone: Number(undone), left: Number(left) };
}

/** What the steps of an undo have done. */
export function undone(query: Query): Markup | undefined {
  const done = doneIn(query);
  if (!done) return undefined;
  const kept = done.left > 0 ? ` ${counted(done.left, 'change')} stayed, because of what was done since.` : '';
  const more = query.next === undefined ? '' : ' There is more to undo.';
  return notice(`${counted(done.undone, 'record')} undone.${kept}${more}`);
}

/**
 * Also of a run that was ended: what it has written stays until then. One request is one step of some seconds. The script
 * of the page sends the steps one after another; without it, each is a click.
 */
export function undoForm(
  { shown, query }: { shown: ImportWire; query: Query },
  at: string,
  hidden: Markup,
): Markup | undefined {
  const { state, rows, file_name } = shown;
  const isOver = state === 'done' || state === 'canceled' || state === 'failed';
  const total = rows.created + rows.updated;
  if (!isOver || total === 0) return undefined;
  const path = `${at}/undo`;
  const form =
    typeof query.next === 'string'
      ? nextStep(query, path, hidden, file_name)
      : ask({
          id: 'undo',
          page: at,
          left: query.at,
          action: 'Undo this import',
          label: `Undo this import: ${file_name}`,
          consequence:
            'Records that it created are deleted, and those that it updated get their values back. What somebody has changed since stays as it is.',
          path,
          fields: hidden,
          confirm: 'Undo',
          confirmLabel: `Undo: the import of ${file_name}`,
        });
  return html`<div id="undo" data-path="${path}">
    ${form} ${progress(query, total)}
    <p class="problem" role="alert" hidden></p>
  </div>`;
}

function nextStep({ next, ...query }: Query, path: string, hidden: Markup, name: string): Markup {
  const { undone, left } = doneIn(query) ?? { undone: 0, left: 0 };
  return html`<form class="actions end" method="post" action="${path}">
    ${hidden}<input type="hidden" name="next" value="${String(next)}" />
    <input type="hidden" name="undone" value="${undone}" /><input type="hidden" name="left" value="${left}" />
    <button class="danger" aria-label="Go on undoing: the import of ${name}">Go on undoing</button>
  </form>`;
}

/** The script shows it while it sends the steps. */
function progress(query: Query, total: number): Markup {
  const { undone, left } = doneIn(query) ?? { undone: 0, left: 0 };
  const done = Math.min(undone + left, total);
  return html`<section id="undoing" aria-label="Undo" hidden>
    <div role="status">
      <p>Undoing: ${done.toLocaleString('en')} of ${counted(total, 'record')}.</p>
      <progress aria-label="Undoing" value="${done}" max="${total}"></progress>
    </div>
    <p class="soft">Keep this page open until it is done.</p>
    <div class="actions end"><button class="quiet" type="button">Stop undoing</button></div>
  </section>`;
}
