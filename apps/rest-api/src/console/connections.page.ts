import type { ConnectionView, Person } from '#crm-domain';
import { moment } from './dates.js';
import { html, type Markup } from './html.js';
import { page } from './page.js';

export interface WorkspaceConnections {
  workspace_id: string;
  workspace_name: string;
  connections: ConnectionView[];
}

const STALE_DAYS = 90;

const TIERS = [
  ['read', 'Read'],
  ['write', 'Read and write'],
  ['send', 'Read, write and send messages'],
] as const;

/** The connected-clients screen (contract: Scopes 5): what each client may do, and its owner's means to change it. */
export function connectionsPage(person: Person, workspaces: WorkspaceConnections[], notice?: string): string {
  const content = html`
    <p class="soft lead">
      Assistants and other programs that you connected to the tool server. A new one can only read. You decide what it
      may do, and can take that back at any time.
    </p>
    ${notice && html`<p class="note" role="status">${notice}</p>`}
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
    ${connections.length === 0 && empty}
    ${connections.filter((each) => !isStale(each)).map((connection) => card(connection, workspace_id, csrf))}
    ${staleCards(connections.filter(isStale), workspace_id, csrf)}
  </section>`;
}

/** A client that registers anew leaves its old connection behind; after a while it is only in the way. */
function isStale({ created_at, last_used_at }: ConnectionView): boolean {
  return Date.now() - Date.parse(last_used_at ?? created_at) > STALE_DAYS * 86_400_000;
}

function staleCards(connections: ConnectionView[], workspaceId: string, csrf: string): Markup | undefined {
  if (connections.length === 0) return undefined;
  return html`<details class="fold">
    <summary>Not used for ${STALE_DAYS} days: ${connections.length}</summary>
    ${connections.map((connection) => card(connection, workspaceId, csrf))}
  </details>`;
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
  return html`<article class="card ${revoked_at && 'off'}">
    <div class="top">
      <div>
        <h3>${name}</h3>
        <p class="soft small">The client calls itself so; the name is not verified.</p>
      </div>
      ${badge(connection)}
    </div>
    ${facts(connection)}
    ${revoked_at ? restoreForm(path, hidden, name) : changeForms(path, hidden, { name, tier, connection_id })}
  </article>`;
}

function badge({ revoked_at, tier }: ConnectionView): Markup {
  if (revoked_at) return html`<span class="badge bad">Revoked</span>`;
  const label = TIERS.find(([value]) => value === tier)![1];
  return html`<span class="badge ${tier !== 'read' && 'more'}">${label}</span>`;
}

function facts(connection: ConnectionView): Markup {
  const { client_id, client_redirect, created_at, last_used_at, revoked_at } = connection;
  return html`<dl>
    ${fact('Sends you back to', client_redirect ?? hostOf(client_id) ?? 'not known to this server', 'wide')}
    ${fact('Client id', html`<code>${client_id}</code>`, 'wide')} ${fact('Connected', moment(created_at))}
    ${fact('Last used', moment(last_used_at))} ${revoked_at && fact('Revoked', moment(revoked_at))}
  </dl>`;
}

function fact(term: string, description: Markup | string, width?: 'wide'): Markup {
  return html`<div class="${width}">
    <dt>${term}</dt>
    <dd>${description}</dd>
  </div>`;
}

function changeForms(path: string, hidden: Markup, of: { name: string; tier: string; connection_id: string }): Markup {
  const options = TIERS.map(
    ([value, text]) => html`<option value="${value}" ${value === of.tier ? html`selected` : ''}>${text}</option>`,
  );
  return html`<div class="actions">
    <form class="change" method="post" action="${path}/tier">
      ${hidden}
      <div>
        <label for="tier-${of.connection_id}">It may</label>
        <select id="tier-${of.connection_id}" name="tier">
          ${options}
        </select>
      </div>
      <button class="quiet" aria-label="Save what ${of.name} may do">Save</button>
    </form>
    <form method="post" action="${path}/revoke">
      ${hidden}<button class="danger" aria-label="Revoke ${of.name}">Revoke</button>
    </form>
  </div>`;
}

function restoreForm(path: string, hidden: Markup, name: string): Markup {
  return html`<div class="actions end">
    <form method="post" action="${path}/restore">
      ${hidden}<button class="quiet" aria-label="Allow ${name} again, to read">Allow again, to read</button>
    </form>
  </div>`;
}

/** A client that is identified by an address at least shows whose address it is. */
function hostOf(clientId: string): string | undefined {
  return URL.canParse(clientId) ? new URL(clientId).host : undefined;
}
