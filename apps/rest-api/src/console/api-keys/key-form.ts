import { KEY_CAPABILITIES, KEY_WORDS } from '#crm-domain/people';
import { html, type Markup } from '../layout/html.js';
import { EXPIRIES, type KeyDraft, type KeyProblem } from './key-draft.js';

interface KeyForm {
  draft: KeyDraft;
  workspaceName: string;
  hidden: Markup;
  isOpen: boolean;
}

/**
 * The form for a new key, folded away as long as there are keys to look at. Browsers check nothing in it: they would
 * stop at the first thing that is wrong, and everything is said at once.
 */
export function keyForm({ draft, workspaceName, hidden, isOpen }: KeyForm): Markup {
  const { workspace_id, problems } = draft;
  return html`<details class="card" ${isOpen && html`open`}>
    <summary aria-label="New key for ${workspaceName}">New key</summary>
    <form method="post" action="/console/api-keys/${workspace_id}" novalidate>
      ${hidden} ${problems.length > 0 && summary(draft)}
      <div class="fields">
        <div>
          <label for="name-${workspace_id}">Name</label>
          <input
            id="name-${workspace_id}"
            type="text"
            name="name"
            required
            placeholder="Website forms"
            autocomplete="off"
            value="${draft.name}"
            ${wrong(draft, 'name')}
          />
          ${said(draft, 'name')}
        </div>
        <div>
          <label for="expires-${workspace_id}">Expires</label>
          <select id="expires-${workspace_id}" name="expires">
            ${EXPIRIES.map(([days, text]) => html`<option value="${days}" ${days === draft.expires && html`selected`}>${text}</option>`)}
          </select>
        </div>
      </div>
      <fieldset>
        <legend>Permissions</legend>
        ${said(draft, 'capabilities')} ${KEY_CAPABILITIES.map((capability, at) => checkbox(capability, at, draft))}
      </fieldset>
      <button aria-label="Create key for ${workspaceName}">Create key</button>
    </form>
  </details>`;
}

/** All that is wrong, with the ways to the fields; the browser puts the focus on it. */
function summary({ workspace_id, problems }: KeyDraft): Markup {
  const item = ({ field, text }: KeyProblem) =>
    field ? html`<a href="#${field}-${workspace_id}">${LABELS[field]}: ${lowerFirst(text)}</a>` : text;
  return html`<div class="problem" role="alert" aria-labelledby="refusal" tabindex="-1" autofocus>
    <p id="refusal">No key was made.</p>
    <ul>
      ${problems.map((problem) => html`<li>${item(problem)}</li>`)}
    </ul>
  </div>`;
}

type Field = NonNullable<KeyProblem['field']>;

const LABELS: Record<Field, string> = { name: 'Name', capabilities: 'Permissions' };

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Says with the field that it is wrong, and where it stands why. */
function wrong({ workspace_id, problems }: KeyDraft, field: Field): Markup | undefined {
  if (!problems.some((problem) => problem.field === field)) return undefined;
  return html`aria-invalid="true" aria-describedby="problem-${field}-${workspace_id}"`;
}

function said({ workspace_id, problems }: KeyDraft, field: Field): Markup | undefined {
  const own = problems.find((problem) => problem.field === field);
  return own && html`<p class="wrong" id="problem-${field}-${workspace_id}">${own.text}</p>`;
}

/** The first one carries the id that the summary leads to. */
function checkbox(name: (typeof KEY_CAPABILITIES)[number], at: number, draft: KeyDraft): Markup {
  const isChecked = draft.capabilities.includes(name);
  return html`<label class="check"
    ><input
      type="checkbox"
      ${at === 0 && html`id="capabilities-${draft.workspace_id}"`}
      name="${name}"
      value="on"
      ${isChecked && html`checked`}
      ${wrong(draft, 'capabilities')}
    />
    ${KEY_WORDS[name]}</label
  >`;
}
