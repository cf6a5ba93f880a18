import { KEY_CAPABILITIES, type ApiKeyView, type Person } from '#crm-domain';
import { ask } from './ask.js';
import { day } from './dates.js';
import { html, type Markup } from './html.js';
import { EXPIRIES, readKeyDraft, type KeyDraft } from './key-draft.js';
import { page } from './page.js';
import type { MadeKey } from './shown-once.js';

export interface WorkspaceKeys {
  workspace_id: string;
  workspace_name: string;
  keys: ApiKeyView[];
}

/** What the form for a new key holds before anybody filled it in. */
const FIRST = { 'read:data': 'on' };

const MEANING: Record<string, string> = {
  'read:data': 'Read records and configuration',
  'write:data': 'Write records',
  'write:schema': 'Change objects, attributes, options and stages, and manage webhooks and automations',
};

export interface KeysOnShow {
  /** The one moment a key is shown. */
  made?: MadeKey;
  /** Id of a key that was revoked a moment ago. */
  revoked?: unknown;
  /** A form that was filled in before. */
  draft?: KeyDraft;
}

/** API keys of the workspaces a person administers. */
export function apiKeysPage(person: Person, workspaces: WorkspaceKeys[], shown: KeysOnShow): string {
  const { made, revoked, draft } = shown;
  const keys = workspaces.flatMap((workspace) => workspace.keys);
  const gone = keys.find((key) => key.api_key_id === revoked && key.revoked_at);
  const created = made && keys.find((key) => key.api_key_id === made.api_key_id);
  const content = html`
    <p class="soft lead">
      Keys for programs that use the REST API. A key belongs to its workspace, not to a person, and works until it
      expires or is revoked.
    </p>
    ${gone && html`<p class="note" role="status">Revoked ${gone.name}: it is refused from the next request on.</p>`}
    ${made && created && newKey(created.name, made.api_key)}
    ${workspaces.map((workspace) => section(workspace, person.csrf, draft))}
    ${workspaces.length === 0 && html`<p>Only admins of a workspace manage its keys, and you are an admin of none.</p>`}
  `;
  return page({ title: 'API keys', content, person, at: '/console/api-keys' });
}

function newKey(name: string, api_key: string): Markup {
  return html`<div class="card made" role="status">
    <h3>${name}</h3>
    <p class="soft">Copy the key now. It is shown this once and kept nowhere.</p>
    <code class="key" id="new-key">${api_key}</code>
    <button type="button" class="quiet copy" data-copy="new-key" hidden>Copy the key</button>
  </div>`;
}

function section({ workspace_id, workspace_name, keys }: WorkspaceKeys, csrf: string, draft?: KeyDraft): Markup {
  const hidden = html`<input type="hidden" name="csrf" value="${csrf}" />`;
  const ordered = [...keys.filter((key) => !endOf(key)), ...keys.filter(endOf)];
  const own = draft?.workspace_id === workspace_id ? draft : undefined;
  return html`<section aria-label="${workspace_name}">
    <h2>${workspace_name}</h2>
    ${keys.length === 0 && html`<p class="soft">No program has a key yet. Make one for each, so that each can be revoked.</p>`}
    ${newKeyForm(own ?? readKeyDraft(workspace_id, FIRST), hidden, keys.length === 0 || own !== undefined)}
    ${ordered.map((key) => card(key, workspace_id, hidden))}
  </section>`;
}

/** Why a key is of no use any more. */
function endOf({ revoked_at, expires_at }: ApiKeyView): 'Revoked' | 'Expired' | undefined {
  if (revoked_at) return 'Revoked';
  return expires_at && new Date(expires_at) <= new Date() ? 'Expired' : undefined;
}

function card(key: ApiKeyView, workspaceId: string, hidden: Markup): Markup {
  const end = endOf(key);
  return html`<article class="card ${end && 'off'}">
    <div class="top">
      <h3>${key.name}</h3>
      ${end && html`<span class="badge bad">${end}</span>`}
    </div>
    ${facts(key)} ${!end && revokeForm(key, workspaceId, hidden)}
  </article>`;
}

function facts({ hint, capabilities, created_at, last_used_at, expires_at }: ApiKeyView): Markup {
  return html`<dl>
    <div class="wide">
      <dt>Key</dt>
      <dd><code>${hint}</code></dd>
    </div>
    <div class="wide">
      <dt>It may</dt>
      <dd>${capabilities.map((name) => MEANING[name]?.toLowerCase()).join('; ')}</dd>
    </div>
    <div>
      <dt>Created</dt>
      <dd>${day(created_at)}</dd>
    </div>
    <div>
      <dt>Last used</dt>
      <dd>${day(last_used_at)}</dd>
    </div>
    <div>
      <dt>Expires</dt>
      <dd>${day(expires_at)}</dd>
    </div>
  </dl>`;
}

/** Nothing gives a revoked key back. */
function revokeForm({ api_key_id, name }: ApiKeyView, workspaceId: string, hidden: Markup): Markup {
  return ask({
    action: 'Revoke',
    label: `Revoke ${name}`,
    consequence: `Programs that use ${name} are refused at once, and it cannot be brought back.`,
    path: `/console/api-keys/${workspaceId}/${api_key_id}/revoke`,
    fields: hidden,
    confirm: 'Revoke for good',
    confirmLabel: `Revoke for good: ${name}`,
  });
}

/** Folded away as long as there are keys to look at. */
function newKeyForm(draft: KeyDraft, hidden: Markup, open: boolean): Markup {
  const { workspace_id, name, problem } = draft;
  return html`<details class="card" ${open && html`open`}>
    <summary>New key</summary>
    <form method="post" action="/console/api-keys/${workspace_id}">
      ${hidden} ${problem && html`<p class="problem" role="alert">No key was made. ${problem}</p>`}
      <div class="fields">
        <div>
          <label for="name-${workspace_id}">Name</label>
          <input
            id="name-${workspace_id}"
            type="text"
            name="name"
            required
            maxlength="255"
            placeholder="Website forms"
            autocomplete="off"
            value="${name}"
          />
        </div>
        <div>
          <label for="expires-${workspace_id}">Expires</label>
          <select id="expires-${workspace_id}" name="expires">
            ${EXPIRIES.map(([days, text]) => html`<option value="${days}" ${days === draft.expires && html`selected`}>${text}</option>`)}
          </select>
        </div>
      </div>
      <fieldset>
        <legend>It may</legend>
        ${KEY_CAPABILITIES.map((capability) => checkbox(capability, draft.capabilities.includes(capability)))}
      </fieldset>
      <button>Create key</button>
    </form>
  </details>`;
}

function checkbox(name: string, isChecked: boolean): Markup {
  return html`<label class="check"
    ><input type="checkbox" name="${name}" value="on" ${isChecked && html`checked`} /> ${MEANING[name]}</label
  >`;
}
