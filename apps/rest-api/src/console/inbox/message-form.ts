import type { Member, Person } from '#crm-domain/people';
import { MAX_SUBJECT_LENGTH, isMail, type ChannelName, type Thread, type WholeDraftWire } from '#crm-domain/messaging';
import { newId } from '#platform';
import { CONNECTIONS } from '../connections/connection-row.js';
import { moment } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { draftedBy } from './drafted-by.js';
import { INBOX } from './inbox.page.js';

type Message = Thread['messages'][number];

/** What a form held that could not be saved or sent. */
export interface FailedForm {
  /** Null of a message that was not stored. */
  draft_id: string | null;
  /** The draft is another one by now: it is shown as it is, and what was typed beside it. */
  isApart?: boolean;
  message: string;
  to: string;
  cc: string;
  subject: string;
  body: string;
}

/** A draft, and its version when it was read, or an earlier one. */
export type SeenDraft = WholeDraftWire & { version: number };

interface FormOf {
  member: Member;
  thread?: Thread;
  channel?: ChannelName;
  /** A draft that is changed. */
  draft?: SeenDraft;
  /** The message that is answered by a new one. */
  answered?: Message;
  failed: FailedForm | undefined;
}

/** Writes, changes, sends and discards one message. Nothing of what was typed is lost when it is refused. */
export function messageForm(person: Person, of: FormOf): Markup {
  const { member, thread, draft, answered } = of;
  const channel = thread?.channel ?? of.channel!;
  const failed = isOf(of.failed, draft) ? of.failed : undefined;
  const held = failed ?? (answered ? answerTo(answered) : heldBy(draft));
  const id = draft?.draft_id ?? 'new';
  const path = `${INBOX}/${member.workspace_id}/drafts${draft ? `/${draft.draft_id}` : ''}`;
  return html`<form
    class="${draft ? 'card message draft' : 'message'}"
    id="draft-${id}"
    method="post"
    action="${path}"
    data-draft
  >
    ${draft && origin(draft)}
    ${failed && html`<p class="problem" role="alert" tabindex="-1" autofocus>${failed.message}</p>`}
    <input type="hidden" name="csrf" value="${person.csrf}" />
    <input type="hidden" name="channel" value="${channel}" />
    ${thread && html`<input type="hidden" name="conversation" value="${thread.id}" />`}
    ${
      draft
        ? html`<input type="hidden" name="version" value="${draft.version}" />`
        : html`<input type="hidden" name="form_id" value="${newId()}" />`
    }
    ${answered && html`<input type="hidden" name="reply_to" value="${answered.id}" />`}
    ${answered && leavesOpen(answered) && html`<input type="hidden" name="people" value="answered" />`}
    ${fields(id, channel, held, answered)}
    <div class="buttons">
      <button name="action" value="send">${draft ? 'Approve and send' : 'Send'}</button>
      <button class="quiet" name="action" value="save">${draft ? 'Save' : 'Save as draft'}</button>
      ${draft && html`<button class="danger" name="action" value="discard">Discard</button>`}
    </div>
  </form>`;
}

/** Whether a form shows what could not be saved or sent. */
export function isOf(failed: FailedForm | undefined, draft: SeenDraft | undefined): boolean {
  return failed !== undefined && !failed.isApart && failed.draft_id === (draft?.draft_id ?? null);
}

function origin({ created_at, created_via, updated_via, approval_asked_at }: WholeDraftWire): Markup {
  const writer = draftedBy(created_via);
  const changer = draftedBy(updated_via);
  return html`<div class="top">
      <h2>Draft of ${moment(created_at)}</h2>
      <span class="soft small">
        Drafted by
        ${writer}${connectionOf(created_via)}${changer !== writer && html`; last changed by ${changer}${connectionOf(updated_via)}`}
      </span>
    </div>
    ${approval_asked_at && html`<p class="small"><span class="badge">Waits for your approval</span></p>`}`;
}

/** Where the connection stands through which it was written. */
function connectionOf(via: WholeDraftWire['created_via']): Markup | null {
  if (!via?.connection_id) return null;
  const path = `${CONNECTIONS}?at=${via.connection_id}#client-${via.connection_id}`;
  return html` through <a href="${path}">its connection</a>`;
}

function hintFor(channel: ChannelName, answered: Message | undefined): string {
  if (answered && asksElsewhere(answered))
    return 'This mail asks for replies at another address than its sender’s. Make sure that it is right.';
  if (answered && leavesOpen(answered)) return 'Leave empty to answer the people of the last message.';
  if (isMail(channel)) return 'E-mail addresses, separated by commas.';
  return channel === 'whatsapp'
    ? 'One phone number with its country code, such as +12025550123.'
    : 'One person who has written to you on this channel.';
}

function fields(id: string, channel: ChannelName, held: Held, answered?: Message): Markup {
  const mail = isMail(channel);
  const hint = hintFor(channel, answered);
  return html`<div>
      <label for="to-${id}">To</label>
      <input type="text" id="to-${id}" name="to" value="${held.to}" aria-describedby="hint-${id}" autocomplete="off" />
      <p class="soft small" id="hint-${id}">${hint}</p>
    </div>
    ${
      mail &&
      html`<div>
          <label for="cc-${id}">Cc</label>
          <input type="text" id="cc-${id}" name="cc" value="${held.cc}" autocomplete="off" />
        </div>
        <div>
          <label for="subject-${id}">Subject</label>
          <input
            type="text"
            id="subject-${id}"
            name="subject"
            value="${held.subject}"
            maxlength="${MAX_SUBJECT_LENGTH}"
            ${answered && html`placeholder="As the message that you answer"`}
          />
        </div>`
    }
    <div>
      <label for="body-${id}">Message</label>
      <textarea id="body-${id}" name="body" rows="8" dir="auto">${held.body}</textarea>
    </div>`;
}

const NOTHING = { to: '', cc: '', subject: '', body: '' };

type Held = Omit<FailedForm, 'draft_id' | 'message'>;

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

export function listed(people: readonly { address: string }[]): string {
  return people.map(({ address }) => address).join(', ');
}
