import type { Member, Person } from '#crm-domain/people';
import type { Chosen, ImportChoices, ImportWire } from '#crm-domain/writes';
import { html, type Markup } from '../layout/html.js';
import { notice } from '../layout/notice.js';
import { page } from '../layout/page.js';
import { cell, table } from '../layout/table.js';
import { columnsForm } from './columns-form.js';
import { STATES, counted } from './imports.page.js';
import { readingForm } from './reading-form.js';
import { undoForm, undone } from './undo-form.js';
import { uploadForm } from './upload-form.js';

/** What is looked at. */
export interface ImportOnShow {
  member: Member;
  shown: ImportWire;
  choices: ImportChoices | undefined;
  /** Of the page's address: what an undo has done, or the question that was left. */
  query: Record<string, unknown>;
  /** Why what was chosen was refused, and what that was. */
  problems?: readonly string[];
  chosen?: Chosen;
}

const PATH = '/console/imports';

/** One import: what is to be done next, how far it is, and what came of it. */
export function importPage(person: Person, view: ImportOnShow): string {
  const { member, shown } = view;
  const at = `${PATH}/${member.workspace_id}/${shown.id}`;
  const hidden = html`<input type="hidden" name="csrf" value="${person.csrf}" />`;
  const content = html`
    <p class="soft">
      ${member.workspace_name}, ${shown.object ?? 'an object that was deleted'}.
      <a href="${PATH}?workspace=${member.workspace_id}">All imports</a>
    </p>
    ${undone(view.query)} ${problem(view)} ${body(view, at, hidden)} ${errors(shown, at)} ${undoForm(view, at, hidden)}
  `;
  return page({ title: shown.file_name, content, person, at: PATH, script: 'imports' });
}

function problem({ problems }: ImportOnShow): Markup | undefined {
  return (
    problems &&
    html`<div class="problem" role="alert" aria-labelledby="refusal" tabindex="-1" autofocus>
      <p id="refusal">Nothing was begun.</p>
      <ul>
        ${problems.map((text) => html`<li>${text}</li>`)}
      </ul>
    </div>`
  );
}

function body(view: ImportOnShow, at: string, hidden: Markup): Markup {
  const { shown, choices, chosen } = view;
  switch (shown.state) {
    case 'uploading':
      return html`<p>The upload was not finished. Choose the same file again to go on.</p>
        ${uploadForm({ action: at, label: 'The same file', button: 'Go on', rest: { missing_parts: [], ...shown, page: at } })}
        ${cancelForm(at, hidden, 'Cancel the import')}`;
    case 'reading':
    case 'checking':
    case 'running':
      return html`${progress(shown)}
      ${cancelForm(at, hidden, shown.state === 'checking' ? 'Stop the check' : 'Cancel the import')}`;
    case 'ready':
    case 'checked':
      return html`${shown.state === 'checked' && outcome(shown, at)} ${readingForm(shown, `${at}/read`, hidden)}
      ${choices && columnsForm({ shown, choices, chosen, action: `${at}/begin`, hidden })}
      ${cancelForm(at, hidden, 'Cancel the import')}`;
    case 'failed':
      // Of one of which nothing was written, the file may have been read in a wrong way.
      return html`${outcome(shown, at)} ${shown.rows.done === 0 && readingForm(shown, `${at}/read`, hidden)}`;
    default:
      return outcome(shown, at);
  }
}

function progress({ state, rows: { total, done } }: ImportWire): Markup {
  const known = total > 0 && state !== 'reading';
  return html`<div id="progress" data-state="${state}">
      <p>${STATES[state]}${known ? `: ${done.toLocaleString('en')} of ${counted(total, 'row')}.` : '.'}</p>
      <progress aria-label="${STATES[state]}" ${known && html`value="${done}" max="${total}"`}></progress>
    </div>
    <p id="ended" class="problem" role="alert" hidden></p>
    <noscript><p>Load the page again to see how far it is.</p></noscript>`;
}

/** What a check found, or what has become of the rows. */
function outcome(shown: ImportWire, at: string): Markup {
  const { state, rows, failure } = shown;
  const isCheck = state === 'checked';
  const [made, changed] = isCheck ? ['would be created', 'would be updated'] : ['created', 'updated'];
  const counts = `${counted(rows.created, 'record')} ${made}, ${rows.updated.toLocaleString('en')} ${changed}, ${counted(rows.failed, 'row')} ${isCheck ? 'would fail' : 'failed'}.`;
  const begun = rows.done > 0 || state === 'done';
  return html`${notice(`${STATES[state]}. ${begun || isCheck ? counts : 'Nothing was written.'}`)}
  ${failure && html`<p class="problem">${failure}</p>`}
  ${
    rows.failed > 0 &&
    html`<p>
      <a href="${at}/errors" download>Download the failed rows</a> with the reason for each.
      ${!isCheck && 'Correct them in that file and import it: the rows that were written are not in it.'}
    </p>`
  }`;
}

function errors({ errors = [], rows, state }: ImportWire, at: string): Markup | undefined {
  if (errors.length === 0 || state === 'checking' || state === 'running') return undefined;
  const most = rows.failed > errors.length && `The first ${errors.length} of ${counted(rows.failed, 'failed row')}.`;
  return html`<section aria-labelledby="failed-rows">
    <h2 id="failed-rows">Failed rows</h2>
    ${most && html`<p class="soft">${most}</p>`}
    ${table(
      `Failed rows of ${at.slice(-8)}`,
      ['Row', 'Reason'],
      errors.map(
        ({ row, reason }) =>
          html`<tr role="row">
            ${cell('Row', row.toLocaleString('en'))} ${cell('Reason', reason)}
          </tr>`,
      ),
    )}
  </section>`;
}

function cancelForm(at: string, hidden: Markup, text: string): Markup {
  return html`<form class="actions end" method="post" action="${at}/cancel">
    ${hidden}<button class="quiet">${text}</button>
  </form>`;
}
