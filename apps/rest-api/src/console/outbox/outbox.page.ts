import { CHANNEL_DESCRIPTORS } from '#channels';
import type { Person } from '#crm-domain/people';
import {
  CHANNELS,
  OUTBOX_STATES,
  type ChannelName,
  type Delivery,
  type OutboxPage,
  type OutboxState,
} from '#crm-domain/messaging';
import { moment } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { channelIcon } from '../layout/icons.js';
import { page } from '../layout/page.js';
import { cell, table } from '../layout/table.js';
import { select } from '../layout/select.js';

type Membership = Person['memberships'][number];

/** What is looked at. */
export interface OutboxView {
  membership: Membership;
  channel: ChannelName | undefined;
  state: OutboxState | undefined;
  /** Whether the newest deliveries are shown. */
  isFirst: boolean;
  /** Whether these very deliveries were asked for, by the filter or by a link to other pages. */
  isAskedFor: boolean;
  outbox: OutboxPage;
}

const PATH = '/console/outbox';
const HEADS = ['Message', 'State', 'To', 'Queued', 'Finished', 'What happened'];

const STATE_LABELS: Record<OutboxState, string> = {
  waiting: 'Waiting or being sent',
  unknown: 'Unknown',
  sent: 'Sent',
  failed: 'Failed',
};
const STATE_NAMES = (Object.keys(OUTBOX_STATES) as OutboxState[]).map((state): [string, string] => [
  state,
  STATE_LABELS[state],
]);

/** Deliveries by state: what became of each message that was sent, and nothing of what it says. */
export function outboxPage(person: Person, view?: OutboxView): string {
  const content = html`
    <p class="soft lead">
      The status of the messages that were sent from here, without their text. Addresses are shown in part. When a
      provider's answer is lost, the message is looked up there; it is never resent unless it is known to have failed.
    </p>
    ${view ? deliveries(person, view) : html`<p>You do not belong to a workspace yet. Ask an admin to add you.</p>`}
  `;
  return page({ title: 'Outbox', content, person, at: PATH });
}

function deliveries(person: Person, view: OutboxView): Markup {
  const { membership, outbox } = view;
  const all = membership.role === 'admin';
  const rows = outbox.deliveries.map((delivery) => row(delivery, all));
  return html`${filter(person, view)}
    <section aria-label="${membership.workspace_name}">
      <h2>${membership.workspace_name}</h2>
      <p class="soft small">
        ${all ? "You see everyone's messages because you are an admin." : 'Only your own messages.'}
      </p>
      ${view.isAskedFor && outcome(view)}
      ${rows.length > 0 ? table('Deliveries, the newest first', all ? [...HEADS, 'By'] : HEADS, rows) : empty(view)}
      ${pages(view)}
    </section>`;
}

/** What is shown now; the browser puts the focus on it, from where the deliveries come next. */
function outcome({ channel, state, outbox: { deliveries } }: OutboxView): Markup {
  const [{ length }, where] = [deliveries, channel ? CHANNEL_DESCRIPTORS[channel].title : 'all channels'];
  const which = state ? STATE_LABELS[state].toLowerCase() : 'all states';
  return html`<p id="outcome" class="small" role="status" aria-labelledby="outcome" tabindex="-1" autofocus>
    ${length} ${length === 1 ? 'message' : 'messages'}: ${where}, ${which}.
  </p>`;
}

function empty({ membership, isFirst, channel, state }: OutboxView): Markup {
  if (!isFirst) return html`<p>Nothing was sent before that.</p>`;
  if (channel || state)
    return html`<p>No message matches. <a href="${PATH}?workspace=${membership.workspace_id}">Show all</a></p>`;
  return html`<p>
    Nothing was sent yet. A message is sent by an assistant that may send, see
    <a href="/console/connections">connected clients</a>, from an account at <a href="/console/channels">channels</a>.
  </p>`;
}

function filter({ memberships }: Person, { membership, channel, state }: OutboxView): Markup {
  const workspaces = memberships.map((each): [string, string] => [each.workspace_id, each.workspace_name]);
  const channels = CHANNELS.map((name): [string, string] => [name, CHANNEL_DESCRIPTORS[name].title]);
  return html`<form class="change filter" method="get" action="${PATH}">
    ${memberships.length > 1 && select('workspace', 'Workspace', workspaces, membership.workspace_id)}
    ${select('channel', 'Channel', [['', 'All channels'], ...channels], channel)}
    ${select('state', 'State', [['', 'All states'], ...STATE_NAMES], state)}
    <button class="quiet">Show</button>
  </form>`;
}

function row(delivery: Delivery, all: boolean): Markup {
  const { created_at, finished_at, run_at, state, sent_by } = delivery;
  const waits = state === 'queued' || state === 'unknown';
  const next = moment(run_at, 'when an operator releases it');
  const settled = waits ? html`<span class="soft">next check</span> ${next}` : moment(finished_at, 'not yet');
  return html`<tr role="row">
    ${cell('Message', name(delivery))} ${cell('State', badge(delivery))} ${cell('To', recipients(delivery))}
    ${cell('Queued', moment(created_at))} ${cell('Finished', settled)} ${cell('What happened', story(delivery))}
    ${all && cell('By', sent_by ?? 'nobody known')}
  </tr>`;
}

/** The end of an id is what tells messages apart; the whole of it is what the tools show. */
function name({ channel, message_id }: Delivery): Markup {
  return html`<span class="channel">${channelIcon(channel)} ${CHANNEL_DESCRIPTORS[channel].title}</span>
    <code title="${message_id}">…${message_id.slice(-8)}</code>`;
}

/** A line may end at each part of an address, so that a narrow column breaks no word that fits into it. */
function recipients({ to, recipient_count }: Delivery): Markup | string {
  if (to === null) return 'nobody known';
  const parts = to.split(/(?<=[.@])/).map((part) => html`${part}<wbr />`);
  return html`${parts}${recipient_count > 1 && ` and ${recipient_count - 1} more`}`;
}

/**
 * A message is only tried again when the try before has surely not left; that is said, lest it read like a double send.
 */
function story({ state, transmit_count, undelivered, last_error, last_error_code }: Delivery): string {
  if (undelivered !== null) return `The provider accepted the message and could not deliver it. ${undelivered}`;
  if (state === 'accepted')
    return transmit_count > 1
      ? `Sent on attempt ${transmit_count}; the earlier attempts sent nothing.`
      : 'Sent on the first attempt.';
  const said =
    last_error ?? last_error_code ?? (transmit_count === 0 ? 'Not tried yet.' : 'No answer from the provider yet.');
  return transmit_count > 1 ? `${said} (${transmit_count} tries)` : said;
}

const STATES: Record<Delivery['state'], [string, string?]> = {
  queued: ['Waiting'],
  leased: ['Being prepared'],
  transmitting: ['Being sent'],
  unknown: ['Unknown'],
  accepted: ['Sent', 'more'],
  rejected: ['Failed', 'bad'],
};

function badge({ state, undelivered }: Delivery): Markup {
  const [text, kind] = undelivered === null ? STATES[state] : ['Not delivered', 'bad'];
  return html`<span class="badge ${kind}">${text}</span>`;
}

function pages({ membership, channel, state, isFirst, outbox }: OutboxView): Markup | null {
  if (isFirst && !outbox.older) return null;
  const at = (before: string | null) => {
    const query = new URLSearchParams({ workspace: membership.workspace_id });
    for (const [name, value] of Object.entries({ channel, state, before })) if (value) query.set(name, value);
    return `${PATH}?${query.toString()}`;
  };
  return html`<nav class="pages" aria-label="Pages">
    ${!isFirst && html`<a href="${at(null)}">Newest</a>`}
    ${outbox.older && html`<a href="${at(outbox.older)}" rel="next">Older</a>`}
  </nav>`;
}
