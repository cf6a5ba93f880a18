import { KEY_CAPABILITIES, type ApiKeyView, type Person } from '#crm-domain';
import { day } from './dates.js';
import { html, type Markup } from './html.js';
import { page } from './page.js';
import type { MadeKey } from './shown-once.js';

export interface WorkspaceKeys {
  workspace_id: string;
  workspace_name: string;
  keys: ApiKeyView[];
}

const MEANING: Record<string, string> = {
  'read:data': 'Read records and configuration',
  'write:data': 'Write records',
  'write:schema': 'Change objects, attributes, options and stages, and manage webhooks and automations',
};

interface Done {
  /** The one moment a key is shown. */
  made: MadeKey | undefined;
  /** Id of a key that was revoked a moment ago. */
  revoked: unknown;
}

/** API keys of the workspaces a person administers. */
export function apiKeysPage(person: Person, workspaces: WorkspaceKeys[], { made, revoked }: Done): string {
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
    ${workspaces.map((workspace) => section(workspace, person.csrf))}
    ${workspaces.length === 0 && html`<p>Only admins of a workspace manage its keys, and you are an admin of none.</p>`}
  `;
  return page({ title: 'API keys', content, person, at: '/console/api-keys' });
}

function newKey(name: string, api_key: string): Markup {
  return html`<div class="card made" role="status">
    <h3>${name}</h3>
    <p class="soft">Copy the key now. It is shown this once and kept nowhere.</p>
    <code class="key">${api_key}</code>
  </div>`;
}

function section({ workspace_id, workspace_name, keys }: WorkspaceKeys, csrf: string): Markup {
  const hidden = html`<input type="hidden" name="csrf" value="${csrf}" />`;
  const ordered = [...keys.filter((key) => !endOf(key)), ...keys.filter(endOf)];
  return html`<section aria-label="${workspace_name}">
    <h2>${workspace_name}</h2>
    ${newKeyForm(workspace_id, hidden, keys.length === 0)} ${ordered.map((key) => card(key, workspace_id, hidden))}
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

/** Two clicks: nothing gives a revoked key back. */
function revokeForm({ api_key_id, name }: ApiKeyView, workspaceId: string, hidden: Markup): Markup {
  return html`<details class="ask">
    <summary aria-label="Revoke ${name} …">Revoke …</summary>
    <form method="post" action="/console/api-keys/${workspaceId}/${api_key_id}/revoke">
      <p>Programs that use ${name} are refused at once, and it cannot be brought back.</p>
      ${hidden}<button class="danger" aria-label="Revoke ${name} for good">Revoke for good</button>
    </form>
  </details>`;
}

/** Folded away as long as there are keys to look at. */
function newKeyForm(workspaceId: string, hidden: Markup, open: boolean): Markup {
  return html`<details class="card" ${open && html`open`}>
    <summary>New key</summary>
    <form method="post" action="/console/api-keys/${workspaceId}">
      ${hidden}
      <div class="fields">
        <div>
          <label for="name-${workspaceId}">Name</label>
          <input
            id="name-${workspaceId}"
            type="text"
            name="name"
            required
            maxlength="255"
            placeholder="Website forms"
            autocomplete="off"
          />
        </div>
        <div>
          <label for="expires-${workspaceId}">Expires</label>
          <select id="expires-${workspaceId}" name="expires">
            <option value="90">in 90 days</option>
            <option value="365">in a year</option>
            <option value="">never</option>
          </select>
        </div>
      </div>
      <fieldset>
        <legend>It may</legend>
        ${KEY_CAPABILITIES.map(checkbox)}
      </fieldset>
      <button>Create key</button>
    </form>
  </details>`;
}

function checkbox(name: string): Markup {
  const checked = name === 'read:data' && html`checked`;
  return html`<label class="check"
    ><input type="checkbox" name="${name}" value="on" ${checked} /> ${MEANING[name]}</label
  >`;
}
