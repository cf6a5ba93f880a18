import type { ConnectionView, Person } from '#crm-domain';
import { ask } from './ask.js';
import { moment } from './dates.js';
import { html, type Markup } from './html.js';
import { page } from './page.js';

export interface WorkspaceConnections {
  workspace_id: string;
  workspace_name: string;
  connections: ConnectionView[];
}

export interface ConnectionsView {
  workspaces: WorkspaceConnections[];
  notice?: string;
  /** What was revoked is folded away, unless it was revoked a moment ago. */
  showsRevoked: boolean;
}

const DAY = 86_400_000;
const STALE_DAYS = 90;
/** Days after which a connection can be called unused. */
const UNUSED_DAYS = [7, 30, STALE_DAYS] as const;
const PATH = '/console/connections';

const TIERS = [
  ['read', 'Read'],
  ['write', 'Read and write'],
  ['send', 'Read, write and send'],
] as const;

/** The connected-clients screen (contract: Scopes 5): what each client may do, and its owner's means to change it. */
export function connectionsPage(person: Person, { workspaces, notice, showsRevoked }: ConnectionsView): string {
  const content = html`
    <p class="soft lead">
      Assistants and other programs that you connected to the tool server. A new one can only read. You decide what it
      may do, and can take that back at any time. What a client calls itself is not verified.
    </p>
    ${notice && html`<p class="note" role="status">${notice}</p>`}
    ${workspaces.map((workspace) => section(workspace, person.csrf, showsRevoked))}
    ${workspaces.length === 0 && html`<p>You do not belong to a workspace yet. Ask an admin to add you.</p>`}
  `;
  return page({ title: 'Connected clients', content, person, at: PATH });
}

function section(workspace: WorkspaceConnections, csrf: string, showsRevoked: boolean): Markup {
  const { workspace_id, workspace_name, connections } = workspace;
  const rowOf = (connection: ConnectionView) => row(connection, workspace_id, csrf);
  const valid = connections.filter((each) => !each.revoked_at);
  const stale = valid.filter((each) => isUnused(each, STALE_DAYS));
  const revoked = connections.filter((each) => each.revoked_at);
  const empty = html`<p class="soft">
    No client is connected to this workspace. In your assistant, add a connector with the address of the tool server,
    which its operator knows, and sign in. It then appears here and can read.
  </p>`;
  return html`<section aria-label="${workspace_name}">
    <h2>${workspace_name}</h2>
    ${valid.length === 0 && empty}
    ${groupsOf(valid.filter((each) => !stale.includes(each))).map((group) => groupOf(group, rowOf))}
    ${fold(`Not used for ${STALE_DAYS} days: ${stale.length}`, stale.map(rowOf))}
    ${fold(`Revoked: ${revoked.length}`, revoked.map(rowOf), showsRevoked)} ${revokeUnused(workspace, csrf)}
  </section>`;
}

function lastUse({ created_at, last_used_at }: ConnectionView): number {
  return Date.parse(last_used_at ?? created_at);
}

function isUnused(connection: ConnectionView, days: number): boolean {
  return Date.now() - lastUse(connection) > days * DAY;
}

function nameOf({ client_name }: ConnectionView): string {
  return client_name ?? 'Unnamed client';
}

/** Connections by what their clients call themselves, the last used first: a client that registers anew is a new connection. */
function groupsOf(connections: ConnectionView[]): ConnectionView[][] {
  const byUse = connections.toSorted((a, b) => lastUse(b) - lastUse(a));
  return [...Map.groupBy(byUse, nameOf).values()];
}

function groupOf(group: ConnectionView[], rowOf: (connection: ConnectionView) => Markup): Markup {
  const [latest] = group;
  if (group.length === 1) return rowOf(latest!);
  const most = TIERS.findLast(([value]) => group.some(({ tier }) => tier === value))![0];
  return html`<details class="group">
    <summary>
      <span class="name">${nameOf(latest!)}</span> <span class="count">${group.length} connections</span>
      ${badge({ ...latest!, tier: most })} ${used(latest!)}
    </summary>
    ${group.map(rowOf)}
  </details>`;
}

function fold(title: string, rows: Markup[], open = false): Markup | undefined {
  if (rows.length === 0) return undefined;
  return html`<details class="fold" ${open && html`open`}>
    <summary>${title}</summary>
    ${rows}
  </details>`;
}

function row(connection: ConnectionView, workspaceId: string, csrf: string): Markup {
  const { connection_id, revoked_at, version } = connection;
  const path = `${PATH}/${workspaceId}/${connection_id}`;
  const hidden = html`<input type="hidden" name="csrf" value="${csrf}" /><input
      type="hidden"
      name="version"
      value="${version}"
    />`;
  return html`<article class="row ${revoked_at && 'off'}">
    <details>
      <summary>
        <h3>${nameOf(connection)}</h3>
        ${badge(connection)} ${used(connection)}
      </summary>
      ${facts(connection)}
      ${revoked_at ? restoreForm(path, hidden, nameOf(connection)) : changeForms(path, hidden, connection)}
    </details>
  </article>`;
}

function badge({ revoked_at, tier }: ConnectionView): Markup {
  if (revoked_at) return html`<span class="badge bad">Revoked</span>`;
  const label = TIERS.find(([value]) => value === tier)![1];
  return html`<span class="badge ${tier !== 'read' && 'more'}">${label}</span>`;
}

function used({ last_used_at }: ConnectionView): Markup {
  return html`<span class="soft small">${last_used_at ? html`used ${moment(last_used_at)}` : 'never used'}</span>`;
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

function changeForms(path: string, hidden: Markup, connection: ConnectionView): Markup {
  const name = nameOf(connection);
  const id = `tier-${connection.connection_id}`;
  const options = TIERS.map(
    ([value, text]) => html`<option value="${value}" ${value === connection.tier && html`selected`}>${text}</option>`,
  );
  return html`<div class="actions">
      <form class="change" method="post" action="${path}/tier">
        ${hidden}
        <div>
          <label for="${id}">It may</label>
          <select id="${id}" name="tier">
            ${options}
          </select>
        </div>
        <button class="quiet" aria-label="Save what ${name} may do">Save</button>
      </form>
    </div>
    ${ask({
      action: 'Revoke',
      label: `Revoke ${name}`,
      confirm: 'Revoke',
      confirmLabel: `Revoke ${name}`,
      consequence: `${name} is refused from its next request on, until you allow it again here.`,
      path: `${path}/revoke`,
      fields: hidden,
    })}`;
}

function restoreForm(path: string, hidden: Markup, name: string): Markup {
  return html`<div class="actions end">
    <form method="post" action="${path}/restore">
      ${hidden}<button class="quiet" aria-label="Allow again, to read: ${name}">Allow again, to read</button>
    </form>
  </div>`;
}

/** Offered where there is something to revoke; each choice says how many clients it means. */
function revokeUnused({ workspace_id, connections }: WorkspaceConnections, csrf: string): Markup | undefined {
  const valid = connections.filter((each) => !each.revoked_at);
  const choices = UNUSED_DAYS.map((days) => [days, valid.filter((each) => isUnused(each, days)).length] as const);
  const offered = choices.filter(([, count]) => count > 0);
  if (offered.length === 0) return undefined;
  const id = `unused-${workspace_id}`;
  const fields = html`<input type="hidden" name="csrf" value="${csrf}" />
    <div class="fields">
      <div>
        <label for="${id}">Not used for</label>
        <select id="${id}" name="days">
          ${offered.map(([days, count]) => html`<option value="${days}">${days} days: ${count}</option>`)}
        </select>
      </div>
    </div>`;
  return ask({
    action: 'Revoke unused clients',
    label: 'Revoke unused clients',
    consequence: 'They are refused from their next request on, until you allow them again here, one by one.',
    path: `${PATH}/${workspace_id}/revoke-unused`,
    fields,
    confirm: 'Revoke them',
    confirmLabel: 'Revoke unused clients',
  });
}

/** A client that is identified by an address at least shows whose address it is. */
function hostOf(clientId: string): string | undefined {
  return URL.canParse(clientId) ? new URL(clientId).host : undefined;
}
