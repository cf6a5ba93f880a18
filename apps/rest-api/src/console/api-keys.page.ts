import { KEY_CAPABILITIES, type ApiKeyView, type Person } from '#crm-domain';
import { html, type Markup } from './html.js';
import { page } from './page.js';

export interface WorkspaceKeys {
  workspace_id: string;
  workspace_name: string;
  keys: ApiKeyView[];
}

const MEANING: Record<string, string> = {
  'read:data': 'Read records and configuration',
  'write:data': 'Write records',
  'write:schema': 'Change objects, attributes, options and stages',
};

/** API keys of the workspaces a person administers. `created` is the one moment a key is shown. */
export function apiKeysPage(
  person: Person,
  workspaces: WorkspaceKeys[],
  created?: { name: string; api_key: string },
): string {
  const content = html`
    <p class="soft">
      Keys for the REST API. A key belongs to its workspace, not to a person, and works until it expires or is revoked.
    </p>
    ${
      created &&
      html`<div class="card" role="status">
        <h3>${created.name}</h3>
        <p>Copy the key now. It is shown this once and kept nowhere.</p>
        <code class="key">${created.api_key}</code>
      </div>`
    }
    ${workspaces.map((workspace) => section(workspace, person.csrf))}
    ${workspaces.length === 0 && html`<p>Only admins of a workspace manage its keys, and you are an admin of none.</p>`}
  `;
  return page({ title: 'API keys', content, person, at: '/console/api-keys' });
}

function section({ workspace_id, workspace_name, keys }: WorkspaceKeys, csrf: string): Markup {
  const hidden = html`<input type="hidden" name="csrf" value="${csrf}" />`;
  return html`<section aria-label="${workspace_name}">
    <h2>${workspace_name}</h2>
    ${keys.map((key) => card(key, workspace_id, hidden))} ${newKeyForm(workspace_id, hidden)}
  </section>`;
}

function card(key: ApiKeyView, workspaceId: string, hidden: Markup): Markup {
  const form = html`<div class="row">
    <form method="post" action="/console/api-keys/${workspaceId}/${key.api_key_id}/revoke">
      ${hidden}<button class="danger" aria-label="Revoke ${key.name}">Revoke</button>
    </form>
  </div>`;
  return html`<article class="card ${key.revoked_at && 'off'}">
    <div class="top">
      <h3>${key.name}</h3>
      ${key.revoked_at ? html`<span class="badge warn">Revoked</span>` : html`<span class="badge">${key.capabilities.join(', ')}</span>`}
    </div>
    <dl>
      <dt>Key</dt>
      <dd><code>${key.hint}</code></dd>
      <dt>Created</dt>
      <dd>${day(key.created_at)}</dd>
      <dt>Last used</dt>
      <dd>${key.last_used_at ? day(key.last_used_at) : 'never'}</dd>
      <dt>Expires</dt>
      <dd>${key.expires_at ? day(key.expires_at) : 'never'}</dd>
    </dl>
    ${!key.revoked_at && form}
  </article>`;
}

function newKeyForm(workspaceId: string, hidden: Markup): Markup {
  const boxes = KEY_CAPABILITIES.map(
    (name) =>
      html`<label
        ><input type="checkbox" name="${name}" value="on" ${name === 'read:data' ? html`checked` : ''} />
        ${MEANING[name]}</label
      >`,
  );
  return html`<form class="card" method="post" action="/console/api-keys/${workspaceId}">
    ${hidden}
    <h3>New key</h3>
    <div class="row">
      <div>
        <label for="name-${workspaceId}">Name</label>
        <input id="name-${workspaceId}" type="text" name="name" required maxlength="255" placeholder="Website forms" />
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
      ${boxes}
    </fieldset>
    <button>Create key</button>
  </form>`;
}

function day(iso: string): Markup {
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}
