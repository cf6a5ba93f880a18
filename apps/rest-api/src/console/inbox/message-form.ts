import type { Member, Person } from '#crm-domain/people';
import {
  MAX_SUBJECT_LENGTH,
  isMail,
  type ChannelName,
  type Sender,
  type SentFrom,
  type Thread,
  type WholeDraftWire,
} from '#crm-domain/messaging';
import { newId } from '#platform';
import { CONNECTIONS } from '../connections/connection-row.js';
import { moment, since } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { draftedBy } from './drafted-by.js';
import { shownSender } from './given.js';
import { INBOX } from './inbox.page.js';
import { listed } from './listed.js';
import type { Senders } from './senders.js';

type Message = Thread['messages'][number];

/** What a form held that could not be saved or sent. */
export interface FailedForm {
  /** Null of a message that was not stored. */
  draft_id: string | null;
  /** The draft is another one by now: it is shown as it is, and what was typed beside it. */
  isApart?: boolean;
  message: string;
  /** Names of the fields in which something is wrong. */
  wrong: readonly string[];
  to: string;
  cc: string;
  subject: string;
  body: string;
}

interface FormOf {
  member: Member;
  thread?: Thread;
  channel?: ChannelName;
  /** A draft that is changed. */
  draft?: WholeDraftWire;
  /** The message that is answered by a new one. */
  answered?: Message;
  failed: FailedForm | undefined;
  senders: Senders;
  /** What the clients of this person are called, by the ids of their connections. */
  clients?: ReadonlyMap<string, string>;
}

/** Writes, changes, sends and discards one message. Nothing of what was typed is lost when it is refused. */
export function messageForm(person: Person, of: FormOf): Markup {
  const { member, thread, draft, answered } = of;
  const channel = channelOf(of);
  const sender = of.senders.of(senderDependsOn(of));
  const failed = isOf(of.failed, draft) ? of.failed : undefined;
  const held = failed ?? (answered ? answerTo(answered) : heldBy(draft));
  const id = draft?.draft_id ?? 'new';
  const path = `${INBOX}/${member.workspace_id}/drafts${draft ? `/${draft.draft_id}` : ''}`;
  return html`<form
    class="${draft ? 'card message draft' : 'message'}"
    id="draft-${id}"
    method="post"
    action="${path}"
    ${draft && html`aria-labelledby="origin-${id}" data-told="Draft by ${draftedBy(draft.created_via)}."`}
    ${draft && html`data-seen="${draft.digest} ${shownSender(sender)}"`}
    data-draft
  >
    ${draft && origin(draft, of.clients)}
    ${failed && html`<p class="problem" id="wrong-${id}" role="alert" tabindex="-1" autofocus>${failed.message}</p>`}
    <input type="hidden" name="csrf" value="${person.csrf}" />
    <input type="hidden" name="channel" value="${channel}" />
    ${thread && html`<input type="hidden" name="conversation" value="${thread.id}" />`}
    ${
      draft
        ? html`<input type="hidden" name="version" value="${draft.version}" />`
        : html`<input type="hidden" name="form_id" value="${newId()}" />`
    }
    ${answered && html`<input type="hidden" name="reply_to" value="${answered.id}" />`}
    ${answered && leavesOpen(answered) && html`<input type="hidden" name="people" value="answered" />`} ${from(sender)}
    ${fields(id, of, held)}
    <div class="buttons">
      <button name="action" value="send">${draft ? 'Approve and send' : 'Send'}</button>
      <button class="quiet" name="action" value="save">${draft ? 'Save' : 'Save as draft'}</button>
      ${draft && html`<button class="danger" name="action" value="discard">Discard</button>`}
    </div>
  </form>`;
}

/** What decides from which account the message of a form leaves. */
export function senderDependsOn(of: Pick<FormOf, 'draft' | 'answered' | 'thread' | 'channel'>): SentFrom {
  const { draft, answered, thread } = of;
  return {
    channel: channelOf(of),
    conversation_id: thread?.id ?? null,
    reply_to: draft ? draft.reply_to : (answered?.id ?? null),
  };
}

/** An answer leaves on the channel of what it answers: a conversation may have mail of two of them. */
function channelOf({ draft, answered, thread, channel }: Parameters<typeof senderDependsOn>[0]): ChannelName {
  return draft?.channel ?? answered?.channel ?? thread?.channel ?? channel!;
}

/** Whether a form shows what could not be saved or sent. */
export function isOf(failed: FailedForm | undefined, draft: WholeDraftWire | undefined): boolean {
  return failed !== undefined && !failed.isApart && failed.draft_id === (draft?.draft_id ?? null);
}

function origin(draft: WholeDraftWire, clients: FormOf['clients']): Markup {
  const { draft_id, created_at, created_via, updated_at, updated_via, approval_asked_at } = draft;
  const isChanged = draftedBy(updated_via) !== draftedBy(created_via) || through(updated_via) !== through(created_via);
  const changed = html`; last changed by ${draftedBy(updated_via)}${connectionOf(updated_via, clients)},
  ${since(updated_at)}`;
  return html`<div class="top">
      <h2 id="origin-${draft_id}">Draft of ${moment(created_at)}</h2>
      ${approval_asked_at && html`<span class="badge">Waits for your approval</span>`}
    </div>
    <p class="soft small">
      Drafted by ${draftedBy(created_via)}${connectionOf(created_via, clients)},
      ${since(created_at)}${isChanged && changed}.
    </p>`;
}

/** The account is sent along, so that nothing leaves from another one than is shown here. */
function from(sender: Sender | undefined): Markup {
  return html`<input type="hidden" name="sender" value="${shownSender(sender)}" /> ${
      sender
        ? html`<p class="soft small">From <bdi>${sender.address}</bdi>${about(sender)}.</p>`
        : html`<p class="soft small">You have no account to send from: the message would fail.</p>`
    }`;
}

function about({ is_shared, is_other }: Sender): Markup {
  return html`${is_shared && ', a shared account'}${is_other && NOT_THE_SAME}`;
}

const NOT_THE_SAME = ', because you cannot send from the account that the conversation came in through';

function through(via: WholeDraftWire['created_via']): string | null {
  return via && via.connection_id;
}

/** Through which of this person's connections it was written. */
function connectionOf(via: WholeDraftWire['created_via'], clients: FormOf['clients']): Markup | null {
  const id = through(via);
  const name = id && clients?.get(id);
  return name ? html` through connection <a href="${CONNECTIONS}?at=${id}#client-${id}">${name}</a>` : null;
}

function hintFor(channel: ChannelName, answered: Message | undefined): string {
  if (answered && asksElsewhere(answered))
    return 'This mail asks for replies at another address than its sender’s. Make sure that it is right.';
  if (answered && leavesOpen(answered)) return 'Leave To and Cc empty to answer the people of the last message.';
  if (isMail(channel)) return 'E-mail addresses, separated by commas.';
  return channel === 'whatsapp'
    ? 'One phone number with its country code, such as +12025550123. WhatsApp delivers only within 24 hours after this person has written.'
    : 'One person, who has written to you on this channel within the last 24 hours: later messages are refused.';
}

function fields(id: string, of: FormOf, held: Held): Markup {
  const channel = channelOf(of);
  const wrong = isOf(of.failed, of.draft) ? of.failed!.wrong : [];
  const check = (name: string) => wrong.includes(name) && html`aria-invalid="true" aria-errormessage="wrong-${id}"`;
  return html`<div>
      <label for="to-${id}">To</label>
      <input
        type="text"
        id="to-${id}"
        name="to"
        value="${held.to}"
        aria-describedby="hint-${id}"
        autocomplete="off"
        ${check('to')}
      />
      <p class="soft small" id="hint-${id}">${hintFor(channel, of.answered)}</p>
    </div>
    ${isMail(channel) && fieldsOfMail(id, of, held, check)}
    <div>
      <label for="body-${id}">Message</label>
      <textarea id="body-${id}" name="body" rows="8" dir="auto" ${check('body')}>${held.body}</textarea>
    </div>`;
}

function fieldsOfMail(
  id: string,
  { answered, draft }: FormOf,
  held: Held,
  check: (name: string) => Markup | false,
): Markup {
  const isAnswer = answered !== undefined || Boolean(draft?.reply_to);
  return html`<div>
      <label for="cc-${id}">Cc</label>
      <input type="text" id="cc-${id}" name="cc" value="${held.cc}" autocomplete="off" ${check('cc')} />
    </div>
    <div>
      <label for="subject-${id}">Subject</label>
      <input
        type="text"
        id="subject-${id}"
        name="subject"
        value="${held.subject}"
        maxlength="${MAX_SUBJECT_LENGTH}"
        ${isAnswer && html`placeholder="As the message that you answer"`}
        ${check('subject')}
      />
    </div>`;
}

const NOTHING = { to: '', cc: '', subject: '', body: '' };

type Held = Pick<FailedForm, keyof typeof NOTHING>;

function heldBy(draft: WholeDraftWire | undefined): Held {
  if (!draft) return NOTHING;
  return { to: listed(draft.to), cc: listed(draft.cc), subject: draft.subject ?? '', body: draft.body };
}

/** To whom an answer goes is seen before it is sent: a mail may ask for answers at any address. */
function answerTo(message: Message): Held {
  const { direction, from, reply_addresses, to, cc } = message;
  if (direction === 'inbound') return { ...NOTHING, to: reply_addresses?.join(', ') ?? from?.address ?? '' };
  return leavesOpen(message) ? NOTHING : { ...NOTHING, to: listed(to), cc: listed(cc) };
}

/** Whether some of those whom an answer goes to may have been left out of what is shown. */
function leavesOpen({ direction, shortened }: Message): boolean {
  return direction === 'outbound' && shortened === true;
}

function asksElsewhere({ from, reply_addresses = [] }: Message): boolean {
  return reply_addresses.some((address) => address !== from?.address);
}
