import type { Member, Person } from '#crm-domain/people';
import type { ImportState, ImportWire } from '#crm-domain/writes';
import { moment } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { SIGNED_IN_AGAIN, notice } from '../layout/notice.js';
import { page } from '../layout/page.js';
import { cell, table } from '../layout/table.js';
import { select } from '../layout/select.js';
import { uploadForm } from './upload-form.js';

/** What is looked at. */
export interface ImportsOnShow {
  member: Member;
  imports: ImportWire[];
  /** Slug and name. */
  objects: [string, string][];
  /** Whether somebody had to sign in before a form, which was not kept. */
  isSignedInAgain: boolean;
}

const PATH = '/console/imports';
const HEADS = ['File', 'Object', 'State', 'Rows', 'Begun'];

/** What each state is called. */
export const STATES: Record<ImportState, string> = {
  uploading: 'Upload not finished',
  reading: 'Being read',
  ready: 'Waits for you',
  checking: 'Being checked',
  checked: 'Checked, not imported',
  running: 'Being imported',
  done: 'Imported',
  canceled: 'Canceled',
  failed: 'Failed',
};

/** A number as people write it. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

/** The imports that a person has begun in a workspace, and the form for a new one. */
export function importsPage(person: Person, view?: ImportsOnShow): string {
  const content = html`
    <p class="soft lead">
      Bring in companies, people, deals or any other records from a CSV, Excel or NDJSON file. Nothing is written before
      you have seen how its columns are understood, and an import can be undone.
    </p>
    ${view ? ofWorkspace(person, view) : html`<p>You do not belong to a workspace yet. Ask an admin to add you.</p>`}
  `;
  return page({ title: 'Imports', content, person, at: PATH, script: 'imports' });
}

function ofWorkspace({ memberships }: Person, { member, imports, objects, isSignedInAgain }: ImportsOnShow): Markup {
  const workspaces = memberships.map((each): [string, string] => [each.workspace_id, each.workspace_name]);
  return html`${isSignedInAgain && notice(SIGNED_IN_AGAIN)}
    ${
      workspaces.length > 1 &&
      html`<form class="change filter" method="get" action="${PATH}">
        ${select('workspace', 'Workspace', workspaces, member.workspace_id)}<button class="quiet">Show</button>
      </form>`
    }
    <section aria-label="${member.workspace_name}">
      <h2>${member.workspace_name}</h2>
      ${uploadForm({
        action: `${PATH}/${member.workspace_id}`,
        fields: select('object', 'Rows become', objects, 'people'),
        label: 'File, at most 1 GB',
        button: 'Upload',
      })}
      ${
        imports.length > 0
          ? table(
              'Your imports, the newest first',
              HEADS,
              imports.map((each) => row(member, each)),
            )
          : html`<p class="soft">You have not imported anything here yet.</p>`
      }
    </section>`;
}

function row({ workspace_id }: Member, { id, file_name, object, state, rows, created_at }: ImportWire): Markup {
  const told = rows.total === 0 ? 'not known' : rows.total.toLocaleString('en');
  const failed = rows.failed > 0 ? `, ${rows.failed.toLocaleString('en')} failed` : '';
  return html`<tr role="row">
    ${cell(
      'File',
      html`<a href="${PATH}/${workspace_id}/${id}" aria-label="${file_name}, import …${id.slice(-8)}">${file_name}</a>`,
    )}
    ${cell('Object', object ?? 'deleted')} ${cell('State', STATES[state])} ${cell('Rows', told + failed)}
    ${cell('Begun', moment(created_at))}
  </tr>`;
}
