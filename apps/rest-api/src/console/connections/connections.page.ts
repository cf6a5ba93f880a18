import { TIER_WORDS, type ConnectionView, type Person } from '#crm-domain/people';
import { clientNames, nameOf } from './client-names.js';
import { CONNECTIONS, badge, connectionRow, used, type RowMeans } from './connection-row.js';
import { html, type Markup } from '../layout/html.js';
import { notice } from '../layout/notice.js';
import { page } from '../layout/page.js';
import {
  STALE_DAYS,
  isUnused,
  lastUse,
  revokeUnused,
  revokedId,
  revokedNotice,
  type RevokedUnused,
} from './revoke-unused.js';

export interface WorkspaceConnections {
  workspace_id: string;
  workspace_name: string;
  connections: ConnectionView[];
  /** There are more, which were not used for longer. */
  isCut: boolean;
  /** Those of the services of the workspace; none for somebody who does not decide about them. */
  services: ConnectionView[];
}

export interface ConnectionsView {
  workspaces: WorkspaceConnections[];
  /** What a person gives to their assistant, if this service is told it. */
  toolServer: string | undefined;
  notice?: string;
  /**
   * Id of the connection that was changed, of the question that was left, or of the workspace in which unused ones were
   * revoked, as the address of the page says.
   */
  at: unknown;
  /** What came of revoking unused ones a moment ago; undefined when nobody did. */
  revoked: RevokedUnused | undefined;
}

const LEVELS = ['read', 'write', 'send'] as const satisfies (keyof typeof TIER_WORDS)[];

/** The connected-clients screen (contract: Scopes 5): what each client may do, and its owner's means to change it. */
export function connectionsPage(person: Person, view: ConnectionsView): string {
  const { workspaces } = view;
  const parts = workspaces.map((workspace) => {
    const names = clientNames([...workspace.connections, ...workspace.services]);
    const { workspace_id } = workspace;
    return { workspace, means: { workspace_id, csrf: person.csrf, names, at: view.at, left: leftQuestion(view) } };
  });
  const changed = parts.map(({ means }) => means.names.get(String(view.at))).find(Boolean);
  const about = changed && { id: `client-${String(view.at)}`, name: changed.full };
  const content = html`
    <p class="soft lead">
      Assistants and other programs that you connected to the tool server. A new one can only read. You decide what it
      may do, and can take that back at any time. What a client calls itself is not verified.
    </p>
    ${view.notice && notice(view.notice, about)}
    ${view.revoked && revokedNotice(view.revoked, workspaces.find(isAt(view)))}
    ${parts.map(({ workspace, means }) => section(workspace, means, view))}
    ${workspaces.length === 0 && html`<p>You do not belong to a workspace yet. Ask an admin to add you.</p>`}
  `;
  return page({ title: 'Connected clients', content, person, at: CONNECTIONS });
}

/** With a notice, that has the focus. */
function leftQuestion({ notice, revoked, at }: ConnectionsView): unknown {
  return notice || revoked ? undefined : at;
}

function isAt({ at }: ConnectionsView): (workspace: WorkspaceConnections) => boolean {
  return ({ workspace_id }) => workspace_id === at;
}

function section(workspace: WorkspaceConnections, means: RowMeans, view: ConnectionsView): Markup {
  const { workspace_name, connections } = workspace;
  const valid = connections.filter((each) => !each.revoked_at);
  const stale = valid.filter((each) => isUnused(each, STALE_DAYS));
  const revoked = connections.filter((each) => each.revoked_at);
  const folds = { workspace_name, means };
  // What was revoked is folded away, unless it was revoked a moment ago.
  const isOpen = view.revoked !== undefined && isAt(view)(workspace);
  return html`<section aria-label="${workspace_name}">
    <h2>${workspace_name}</h2>
    ${valid.length === 0 && empty(view)}
    ${groupsOf(valid.filter((each) => !stale.includes(each))).map((group) => groupOf(group, folds))}
    ${fold(`Not used for ${STALE_DAYS} days: ${stale.length}`, stale, folds)}
    ${fold(`Revoked: ${revoked.length}`, revoked, { ...folds, id: revokedId(means), isOpen })}
    ${
      workspace.isCut &&
      html`<p class="soft">Of your clients, the ${connections.length} that were used last are shown.</p>`
    }
    ${revokeUnused(workspace, means)} ${services(workspace, means)}
  </section>`;
}

/** They have no screen of their own, so an admin decides for them. */
function services({ workspace_name, services: own }: WorkspaceConnections, means: RowMeans): Markup | undefined {
  if (own.length === 0) return undefined;
  return html`<section aria-label="Services of ${workspace_name}">
    <h3>Services</h3>
    <p class="soft small">Programs that are members themselves. You decide about them because you are an admin.</p>
    ${own.map((each) => connectionRow(each, means))}
  </section>`;
}

function empty({ toolServer }: ConnectionsView): Markup {
  const address = toolServer ? html`<code>${toolServer}</code>` : 'of the tool server, which its operator knows';
  return html`<p class="soft">
    No client is connected to this workspace. In your assistant, add a connector with the address ${address}, and sign
    in. It then appears here and can read.
  </p>`;
}

/**
 * Connections by what their clients call themselves, the last used first: a client that registers anew is a new
 * connection.
 */
function groupsOf(connections: ConnectionView[]): ConnectionView[][] {
  const byUse = connections.toSorted((a, b) => lastUse(b) - lastUse(a));
  return [...Map.groupBy(byUse, nameOf).values()];
}

interface Fold {
  workspace_name: string;
  means: RowMeans;
  id?: string;
  isOpen?: boolean;
}

/** Open where the page is opened at one of them. */
function opens(connections: ConnectionView[], { means, isOpen }: Fold): Markup | undefined {
  const isAt = connections.some(({ connection_id }) => connection_id === means.at);
  return isOpen || isAt ? html`open` : undefined;
}

function groupOf(group: ConnectionView[], folds: Fold): Markup {
  const [latest] = group;
  const rows = group.map((each) => connectionRow(each, folds.means));
  if (group.length === 1) return rows[0]!;
  const most = LEVELS.findLast((level) => group.some(({ tier }) => tier === level))!;
  return html`<details class="group" ${opens(group, folds)}>
    <summary>
      <span class="name">${nameOf(latest!)}</span> <span class="count">${group.length} connections</span>
      ${badge({ revoked_at: null, tier: most })} ${used(latest!)}
    </summary>
    ${rows}
  </details>`;
}

function fold(title: string, connections: ConnectionView[], folds: Fold): Markup | undefined {
  if (connections.length === 0) return undefined;
  return html`<details class="fold" ${opens(connections, folds)}>
    <summary ${folds.id && html`id="${folds.id}"`} aria-label="${title}, ${folds.workspace_name}">${title}</summary>
    ${connections.map((each) => connectionRow(each, folds.means))}
  </details>`;
}
