import { CHANNEL_DESCRIPTORS } from '#channels';
import type { Person } from '#crm-domain/people';
import { CHANNELS, isMail, mayManage, type AccountView, type ChannelName } from '#crm-domain/messaging';
import { CHANNELS_PAGE, noticeOf } from './after.js';
import { ask } from '../layout/ask.js';
import { moment } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { channelIcon } from '../layout/icons.js';
import { notice } from '../layout/notice.js';
import { page } from '../layout/page.js';

type Membership = Person['memberships'][number];

export interface WorkspaceAccounts extends Membership {
  accounts: AccountView[];
}

export interface ChannelsView {
  workspaces: WorkspaceAccounts[];
  /** Channels that a person can connect here. */
  connectable: ReadonlySet<ChannelName>;
  /** What was done a moment ago, as the address of the page says. */
  done: unknown;
  /** Id of the account that was changed, or whose question was left, as the address of the page says. */
  at: unknown;
}

/** The accounts a person's messages leave from and come in by, with the means to connect and disconnect them. */
export function channelsPage(person: Person, view: ChannelsView): string {
  const { workspaces, connectable, at, done } = view;
  const changed = workspaces.flatMap(({ accounts }) => accounts).find((each) => each.channel_account_id === at);
  const about = changed && { id: `account-${changed.channel_account_id}`, name: nameOf(changed) };
  const text = noticeOf(done, about?.name);
  // With a notice, that has the focus.
  const means = { connectable, left: text ? undefined : at };
  const sections = workspaces.map((workspace) => section(person, workspace, means));
  const content = html`
    <p class="soft lead">
      Mailboxes, numbers and pages through which your messages are sent and received. Your own mailbox is yours alone:
      nobody else sends from it. Conversations stay when an account is disconnected. Numbers and pages are connected by
      the operator of this server${connectable.size === 0 && ', and so are mailboxes'}.
    </p>
    ${text && notice(text, about)} ${sections}
    ${workspaces.length === 0 && html`<p>You do not belong to a workspace yet. Ask an admin to add you.</p>`}
  `;
  return page({ title: 'Channels', content, person, at: CHANNELS_PAGE });
}

interface SectionMeans {
  connectable: ReadonlySet<ChannelName>;
  /** Id of the account whose question was left. */
  left: unknown;
}

function section(person: Person, workspace: WorkspaceAccounts, { connectable, left }: SectionMeans): Markup {
  const { workspace_id, workspace_name, accounts, role } = workspace;
  const by = { user_id: person.user_id, role };
  const cards = accounts.map((account) => {
    const path = mayManage(account, by) ? `${CHANNELS_PAGE}/${workspace_id}` : undefined;
    return card(account, { path, again: connectable.has(account.channel), csrf: person.csrf, left });
  });
  return html`<section aria-label="${workspace_name}">
    <h2>${workspace_name}</h2>
    ${connectLinks(workspace, connectable)} ${cards.length > 0 ? cards : empty(connectable)}
  </section>`;
}

function empty(connectable: ReadonlySet<ChannelName>): Markup {
  const next =
    connectable.size > 0
      ? 'Connect your mailbox above; assistants can then draft and send from it, within what you granted them.'
      : 'Ask the operator of this server to connect one.';
  return html`<p class="soft">No account of yours is connected to this workspace. ${next}</p>`;
}

interface Means {
  /** Where changes go; not given for somebody who may make none. */
  path: string | undefined;
  again: boolean;
  csrf: string;
  /** Id of the account whose question was left. */
  left: unknown;
}

/** As no other account of a workspace is called. */
function nameOf({ channel, address }: AccountView): string {
  return `${CHANNEL_DESCRIPTORS[channel].title} ${address}`;
}

function card(account: AccountView, means: Means): Markup {
  const { address, channel, channel_account_id, display_name, status } = account;
  return html`<article class="card ${status === 'disconnected' && 'off'}">
    <div class="top">
      <div>
        <h3 id="account-${channel_account_id}" tabindex="-1">
          ${display_name ?? address}
          <span class="soft channel"
            >${channelIcon(channel)} ${CHANNEL_DESCRIPTORS[channel].title}${display_name && ` ${address}`}</span
          >
        </h3>
        <p class="soft small">${whose(account)}</p>
      </div>
      ${badge(account)}
    </div>
    ${facts(account)} ${means.path !== undefined && actions(account, means.path, means)}
  </article>`;
}

function whose({ owner, members }: AccountView): string {
  if (owner) return 'Yours alone';
  const names = members.map(({ name }) => name);
  return names.length > 0 ? `Shared by ${names.join(', ')}` : 'Shared, and used by nobody yet';
}

const STATUSES: Record<AccountView['status'], [string, string?]> = {
  active: ['Active', 'more'],
  reauth_required: ['Needs to be connected again', 'bad'],
  disconnected: ['Disconnected'],
};

function badge({ status }: AccountView): Markup {
  const [text, kind] = STATUSES[status];
  return html`<span class="badge ${kind}">${text}</span>`;
}

/** Only mailboxes are looked into; what comes in by the others is brought by the provider. */
function facts({ channel, created_at, last_synced_at, last_error_code }: AccountView): Markup {
  const arrival = isMail(channel)
    ? fact('Last synced', moment(last_synced_at, 'not yet'))
    : fact('Messages come in', 'as the provider brings them');
  return html`<dl>
    ${fact('Connected', moment(created_at))} ${arrival}
    ${last_error_code && fact('Last error', html`<code>${last_error_code}</code>`)}
  </dl>`;
}

function fact(term: string, description: Markup | string): Markup {
  return html`<div>
    <dt>${term}</dt>
    <dd>${description}</dd>
  </div>`;
}

function actions(account: AccountView, path: string, { again, csrf, left }: Means): Markup | false {
  const { channel, channel_account_id, status } = account;
  const name = nameOf(account);
  const reconnect =
    again &&
    status !== 'active' &&
    html`<a class="way" href="${path}/connect/${channel}" aria-label="Connect again: ${name}">Connect again</a>`;
  const disconnect =
    status !== 'disconnected' &&
    ask({
      id: channel_account_id,
      page: CHANNELS_PAGE,
      left,
      action: 'Disconnect',
      label: `Disconnect ${name}`,
      confirm: 'Disconnect',
      confirmLabel: `Disconnect ${name}`,
      consequence: 'No messages are sent or received through it any more. Its conversations stay.',
      path: `${path}/${channel_account_id}/disconnect`,
      fields: html`<input type="hidden" name="csrf" value="${csrf}" />`,
    });
  return (
    (reconnect || disconnect) && html`${reconnect && html`<div class="actions end">${reconnect}</div>`} ${disconnect}`
  );
}

function connectLinks({ workspace_id, workspace_name }: Membership, connectable: ReadonlySet<ChannelName>): Markup {
  const links = CHANNELS.filter((channel) => connectable.has(channel)).map(
    (channel) =>
      html`<a
        class="way"
        href="${CHANNELS_PAGE}/${workspace_id}/connect/${channel}"
        aria-label="Connect ${CHANNEL_DESCRIPTORS[channel].title} to ${workspace_name}"
        >${channelIcon(channel)} Connect ${CHANNEL_DESCRIPTORS[channel].title}</a
      >`,
  );
  return html`<div class="connect">${links}</div>`;
}
