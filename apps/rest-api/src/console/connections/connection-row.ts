import { TIER_WORDS, type ConnectionView } from '#crm-domain/people';
import type { Approval } from '#crm-domain/messaging';
import { ask } from '../layout/ask.js';
import type { ClientName } from './client-names.js';
import { moment } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';

export const CONNECTIONS = '/console/connections';

/** Whether each draft needs its owner before it is sent, as its owner chooses it. */
const APPROVAL_WORDS: Record<Approval, string> = {
  as_workspace: 'As the workspace says',
  required: 'I approve each draft first',
  own_program: 'My own REST program',
};

/** A service has no screen on which somebody could approve its drafts. */
const APPROVAL_WORDS_OF_SERVICE: Record<Approval, string> = {
  as_workspace: APPROVAL_WORDS.as_workspace,
  required: 'It drafts and sends nothing',
  own_program: 'Over REST without approval',
};

/** What the rows of a workspace are made with. */
export interface RowMeans {
  workspace_id: string;
  csrf: string;
  names: ReadonlyMap<string, ClientName>;
  /** Id of the connection that the page is opened at. */
  at: unknown;
  /** Id of the question that was left. */
  left: unknown;
}

/** One client: its name, what it may do and when it was used; the rest on demand. */
export function connectionRow(connection: ConnectionView, means: RowMeans): Markup {
  const { connection_id, revoked_at } = connection;
  const { name, hint } = means.names.get(connection_id)!;
  return html`<article class="row ${revoked_at && 'off'}">
    <details ${connection_id === means.at && html`open`}>
      <summary id="client-${connection_id}">
        <h3>${name}${hint && html` <code class="soft">${hint}</code>`}</h3>
        ${badge(connection)} ${asks(connection) && html`<span class="badge">Asks for more</span>`} ${used(connection)}
      </summary>
      ${asks(connection) && request(connection)} ${facts(connection)}
      ${revoked_at ? restoreForm(connection, means) : changeForms(connection, means)}
      ${connection.service_name !== null && removeForm(connection, means)}
    </details>
  </article>`;
}

export function badge({ revoked_at, tier }: Pick<ConnectionView, 'revoked_at' | 'tier'>): Markup {
  if (revoked_at) return html`<span class="badge bad">Revoked</span>`;
  return html`<span class="badge ${tier !== 'read' && 'more'}">${TIER_WORDS[tier]}</span>`;
}

/** Whether it was refused something that its owner may allow, and has not decided since. */
export function asks({ asked, revoked_at }: Pick<ConnectionView, 'asked' | 'revoked_at'>): boolean {
  return asked !== null && !revoked_at;
}

function request({ asked }: ConnectionView): Markup {
  const { tier, at } = asked!;
  return html`<p>
    On ${moment(at)} it wanted to do something that needs “${TIER_WORDS[tier]}”, and was refused. Choose its permissions
    below; saving them as they are answers with no.
  </p>`;
}

export function used({ last_used_at }: ConnectionView): Markup {
  return html`<span class="soft small">${last_used_at ? html`used ${moment(last_used_at)}` : 'never used'}</span>`;
}

/** Taking a service out of the workspace takes its only connection with it. */
function removeForm({ connection_id, user_id, service_name }: ConnectionView, means: RowMeans): Markup {
  return ask({
    id: `remove-${connection_id}`,
    page: CONNECTIONS,
    left: means.left,
    action: 'Remove from the workspace',
    label: `Remove from the workspace: ${service_name}`,
    confirm: 'Remove',
    confirmLabel: `Remove ${service_name}`,
    consequence: `${service_name} is refused from its next request on. What it wrote stays. The operator of this server can add it again.`,
    path: `${CONNECTIONS}/${means.workspace_id}/services/${user_id}/remove`,
    fields: html`<input type="hidden" name="csrf" value="${means.csrf}" />`,
  });
}

function facts(connection: ConnectionView): Markup {
  const { client_id, client_redirect, created_at, last_used_at, revoked_at } = connection;
  return html`<dl>
    ${fact('Redirect URL', client_redirect ?? hostOf(client_id) ?? withoutBrowser(connection), 'wide')}
    ${fact('Client id', html`<code>${client_id}</code>`, 'wide')} ${fact('Connected', moment(created_at))}
    ${fact('Last used', moment(last_used_at))} ${revoked_at && fact('Revoked', moment(revoked_at))}
  </dl>`;
}

function withoutBrowser({ service_name }: ConnectionView): string {
  return service_name === null ? 'no browser sign-in (command line)' : 'none: it signs in as itself';
}

function fact(term: string, description: Markup | string, width?: 'wide'): Markup {
  return html`<div class="${width}">
    <dt>${term}</dt>
    <dd>${description}</dd>
  </div>`;
}

function changeForms(connection: ConnectionView, means: RowMeans): Markup {
  const { connection_id, tier } = connection;
  const { full } = means.names.get(connection_id)!;
  const path = pathOf(connection, means);
  const fields = fieldsOf(connection, means);
  const id = `tier-${connection_id}`;
  return html`<div class="actions">
      <form class="change" method="post" action="${path}/tier">
        ${fields}
        <div>
          <label for="${id}">Permissions</label>
          <select id="${id}" name="tier" aria-label="Permissions: ${full}">
            ${options(TIER_WORDS, tier)}
          </select>
        </div>
        <button class="quiet" aria-label="Save what ${full} may do">Save</button>
      </form>
    </div>
    ${(tier === 'send' || connection.approval !== 'as_workspace') && approvalForm(connection, { path, full, fields })}
    ${ask({
      id: connection_id,
      page: CONNECTIONS,
      left: means.left,
      action: 'Revoke',
      label: `Revoke ${full}`,
      confirm: 'Revoke',
      confirmLabel: `Revoke ${full}`,
      consequence: `${full} is refused from its next request on, until you allow it again here.`,
      path: `${path}/revoke`,
      fields,
    })}`;
}

/** Of a client that may send. */
function approvalForm(
  { connection_id, approval, service_name }: ConnectionView,
  { path, full, fields }: { path: string; full: string; fields: Markup },
): Markup {
  const id = `approval-${connection_id}`;
  return html`<div class="actions">
    <form class="change" method="post" action="${path}/approval">
      ${fields}
      <div>
        <label for="${id}">Sending</label>
        <select id="${id}" name="approval" aria-label="Sending: ${full}">
          ${options(service_name === null ? APPROVAL_WORDS : APPROVAL_WORDS_OF_SERVICE, approval)}
        </select>
      </div>
      <button class="quiet" aria-label="Save how ${full} may send">Save</button>
    </form>
  </div>`;
}

function options(words: Record<string, string>, chosen: string): Markup[] {
  return Object.entries(words).map(
    ([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
  );
}

function restoreForm(connection: ConnectionView, means: RowMeans): Markup {
  const { full } = means.names.get(connection.connection_id)!;
  return html`<div class="actions end">
    <form method="post" action="${pathOf(connection, means)}/restore">
      ${fieldsOf(connection, means)}
      <button class="quiet" aria-label="Allow again, to read: ${full}">Allow again, to read</button>
    </form>
  </div>`;
}

function pathOf({ connection_id }: ConnectionView, { workspace_id }: RowMeans): string {
  return `${CONNECTIONS}/${workspace_id}/${connection_id}`;
}

function fieldsOf({ version }: ConnectionView, { csrf }: RowMeans): Markup {
  return html`<input type="hidden" name="csrf" value="${csrf}" /><input
      type="hidden"
      name="version"
      value="${version}"
    />`;
}

/** A client that is identified by an address at least shows whose address it is. */
function hostOf(clientId: string): string | undefined {
  return URL.canParse(clientId) ? new URL(clientId).host : undefined;
}
