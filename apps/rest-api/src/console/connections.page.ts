import type { ConnectionView, Person } from '#crm-domain';
import { html, type Markup } from './html.js';
import { page } from './page.js';

export interface WorkspaceConnections {
  workspace_id: string;
  workspace_name: string;
  connections: ConnectionView[];
}

const TIERS = [
  ['read', 'Read'],
  ['write', 'Read and write'],
  ['send', 'Read, write and send messages'],
] as const;

/** The connected-clients screen (contract: Scopes 5): what each client may do, and its owner's means to change it. */
export function connectionsPage(person: Person, workspaces: WorkspaceConnections[], notice?: string): string {
  const content = html`
    <p class="soft">
      Assistants and other clients that you connected to the tool server. A new one can only read. You decide what it
      may do, and you can take it back at any time.
    </p>
    ${notice && html`<p class="note ok" role="status">${notice}</p>`}
    ${workspaces.map((workspace) => section(workspace, person.csrf))}
    ${workspaces.length === 0 && html`<p>You do not belong to a workspace yet. Ask an admin to add you.</p>`}
  `;
  return page({ title: 'Connected clients', content, person, at: '/console/connections' });
}

function section({ workspace_id, workspace_name, connections }: WorkspaceConnections, csrf: string): Markup {
  const empty = html`<p class="soft">
    No client is connected to this workspace yet. Add the tool server's address to your assistant, sign in, and it
    appears here.
  </p>`;
  return html`<section aria-label="${workspace_name}">
    <h2>${workspace_name}</h2>
    ${connections.length === 0 ? empty : connections.map((connection) => card(connection, workspace_id, csrf))}
  </section>`;
}

function card(connection: ConnectionView, workspaceId: string, csrf: string): Markup {
  const { connection_id, revoked_at, tier, version } = connection;
  const name = connection.client_name ?? 'Unnamed client';
  const path = `/console/connections/${workspaceId}/${connection_id}`;
  const hidden = html`<input type="hidden" name="csrf" value="${csrf}" /><input
      type="hidden"
      name="version"
      value="${version}"
    />`;
  const label = TIERS.find(([value]) => value === tier)![1];
  return html`<article class="card ${revoked_at && 'off'}">
    <div class="top">
      <h3>${name}</h3>
      ${revoked_at ? html`<span class="badge warn">Revoked</span>` : html`<span class="badge">${label}</span>`}
    </div>
    <p class="soft">The name is what the client calls itself. Nobody has verified it.</p>
    ${facts(connection)}
    <div class="row">
      ${revoked_at ? restoreForm(path, hidden, name) : changeForms(path, hidden, { name, tier, connection_id })}
    </div>
  </article>`;
}

function facts(connection: ConnectionView): Markup {
  const { client_id, client_redirect, created_at, last_used_at, revoked_at } = connection;
  return html`<dl>
    <dt>Client id</dt>
    <dd><code>${client_id}</code></dd>
    <dt>Sends you back to</dt>
    <dd>${client_redirect ?? hostOf(client_id) ?? 'not known to this server'}</dd>
    <dt>Connected</dt>
    <dd>${when(created_at)}</dd>
    <dt>Last used</dt>
    <dd>${last_used_at ? when(last_used_at) : 'never'}</dd>
    ${
      revoked_at &&
      html`<dt>Revoked</dt>
        <dd>${when(revoked_at)}</dd>`
    }
  </dl>`;
}

function changeForms(path: string, hidden: Markup, of: { name: string; tier: string; connection_id: string }): Markup {
  const options = TIERS.map(
    ([value, text]) => html`<option value="${value}" ${value === of.tier ? html`selected` : ''}>${text}</option>`,
  );
  return html`<form method="post" action="${path}/tier">
      ${hidden}
      <div>
        <label for="tier-${of.connection_id}">It may</label>
        <select id="tier-${of.connection_id}" name="tier">
          ${options}
        </select>
      </div>
      <button aria-label="Save what ${of.name} may do">Save</button>
    </form>
    <form method="post" action="${path}/revoke">
      ${hidden}<button class="danger" aria-label="Revoke ${of.name}">Revoke</button>
    </form>`;
}

function restoreForm(path: string, hidden: Markup, name: string): Markup {
  return html`<form method="post" action="${path}/restore">
    ${hidden}<button class="quiet" aria-label="Allow ${name} again, to read">Allow again, to read</button>
  </form>`;
}

function when(iso: string): Markup {
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** A client that is identified by an address at least shows whose address it is. */
function hostOf(clientId: string): string | undefined {
  return URL.canParse(clientId) ? new URL(clientId).host : undefined;
}
