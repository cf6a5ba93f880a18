import { CHANNEL_DESCRIPTORS } from '#channels';
import type { Member, Person } from '#crm-domain/people';
import { isMail, type ChannelName, type Thread, type WholeDraftWire } from '#crm-domain/messaging';
import { newId } from '#platform';
import { ask } from '../layout/ask.js';
import { calendarDay, moment } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { channelIcon } from '../layout/icons.js';
import { notice } from '../layout/notice.js';
import { page } from '../layout/page.js';
import { withoutReordering } from '../layout/reordering.js';
import { listed } from './listed.js';
import { isOf, messageForm, type FailedForm } from './message-form.js';
import { hasFailed, messageCard, type CardOptions } from './message-card.js';
import { INBOX, liveOf, peopleOf } from './inbox.page.js';
import type { OpenThread } from './own-inbox.js';
import type { RecordBeside } from './people-beside.js';
import type { Senders } from './senders.js';

/** What is looked at. */
export interface ThreadView extends OpenThread {
  member: Member;
  /** This person's drafts in it, which stand below the newest messages. */
  drafts: WholeDraftWire[];
  /** What this person's clients are called, by the ids of their connections. */
  clients: ReadonlyMap<string, string>;
  senders: Senders;
  /** Whether the newest messages are shown. */
  isNewest: boolean;
  /** The message whose outside images are loaded. */
  images: string | undefined;
  notice: string | undefined;
  /** Of the inbox before it was read, see `liveOf`. */
  stamp: string;
  /** A form that could not be saved or sent, as it was filled in. */
  failed: FailedForm | undefined;
  /** Id of the question that was left by Cancel. */
  left: unknown;
}

/** A conversation, read from top to bottom, with what may be done about it. */
export function threadPage(person: Person, view: ThreadView): string {
  const { thread, member } = view;
  const title = withoutReordering(thread.subject ?? peopleOf(thread));
  const content = html`${view.notice && notice(view.notice)}
    <p class="soft">
      <span class="channel">${channelIcon(thread.channel)} ${CHANNEL_DESCRIPTORS[thread.channel].title}</span>
      · <span dir="auto">${peopleOf(thread)}</span>
    </p>
    ${actions(person, view)}
    <div class="beside">
      <div>${apart(view)} ${messages(person, view)} ${reply(person, view)}</div>
      ${view.records.length > 0 && html`<aside aria-label="People">${view.records.map((each) => card(member, each))}</aside>`}
    </div>
    <p class="soft small keys">
      Keys: <kbd>j</kbd> next message, <kbd>k</kbd> previous, <kbd>e</kbd> archive, <kbd>s</kbd> star,
      <kbd>r</kbd> reply.
    </p>`;
  return page({ title, content, person, at: INBOX, script: 'inbox', live: liveOf(member, view.stamp, thread.id) });
}

/** The path of a conversation's page. */
export function threadPath({ workspace_id }: Member, conversationId: string): string {
  return `${INBOX}/${workspace_id}/${conversationId}`;
}

function actions({ csrf }: Person, { thread, member, left }: ThreadView): Markup {
  const path = `${threadPath(member, thread.id)}/mark`;
  const button = (name: string, value: boolean, text: string, key?: string) =>
    html`<form method="post" action="${path}">
      <input type="hidden" name="csrf" value="${csrf}" /> <input type="hidden" name="opened" value="true" />
      <button class="quiet" name="${name}" value="${String(value)}" ${key && html`data-key="${key}"`}>${text}</button>
    </form>`;
  return html`<div class="buttons">
      <a class="way" href="${INBOX}?workspace=${member.workspace_id}">Back to the inbox</a>
      ${button('archived', !thread.archived_at, thread.archived_at ? 'Move to the inbox' : 'Archive', 'e')}
      ${button('starred', !thread.starred_at, thread.starred_at ? 'Remove the star' : 'Star', 's')}
      ${button('read', false, 'Mark as unread')}
    </div>
    ${ask({
      id: 'block',
      action: 'Block',
      label: 'Block this conversation',
      consequence: 'It disappears from your inbox, and new messages in it are not shown to you. Others still see it.',
      path: `${threadPath(member, thread.id)}/block`,
      fields: html`<input type="hidden" name="csrf" value="${csrf}" />`,
      confirm: 'Block',
      confirmLabel: 'Block this conversation',
      page: threadPath(member, thread.id),
      left,
    })}`;
}

/** What was typed into a draft that is another one by now, or none any more. */
function apart({ failed, drafts }: ThreadView): Markup | null {
  if (!failed || [undefined, ...drafts].some((draft) => isOf(failed, draft))) return null;
  const { message, to, cc, subject, body } = failed;
  const typed = Object.entries({ To: to, Cc: cc, Subject: subject }).filter(([, text]) => text !== '');
  return html`<section class="card message" aria-label="What you typed">
    <p class="problem" role="alert" tabindex="-1" autofocus>${message}</p>
    <p class="soft small">This is what you typed. It was neither saved nor sent.</p>
    ${typed.map(([name, text]) => html`<p class="small" dir="auto">${name}: ${text}</p>`)}
    <div class="body" dir="auto">${body}</div>
  </section>`;
}

function messages(person: Person, view: ThreadView): Markup {
  const { thread, member, formatted, images, isNewest } = view;
  const path = threadPath(member, thread.id);
  const [first] = thread.messages;
  const newest = thread.messages.findLast(({ id }) => formatted.has(id));
  const options = (message: Thread['messages'][number]): CardOptions => ({
    path,
    isFormatted: formatted.has(message.id),
    withImages: images === message.id,
    isOpen: message.id === newest?.id || message.id === images,
    subject: thread.subject,
    again: hasFailed(message) && !message.shortened ? againForm(person, view, message) : undefined,
  });
  const others = thread.messages.filter(({ status }) => status !== 'draft');
  return html`<section id="messages" data-live aria-label="Messages">
      ${thread.has_more && first && html`<p><a href="${path}?before=${first.id}" rel="prev">Older messages</a></p>`}
      ${!isNewest && html`<p><a href="${path}">Newest messages</a></p>`}
      ${others.map((message) => messageCard(message, options(message)))}
    </section>
    <div id="drafts" data-live>${view.drafts.map((draft) => messageForm(person, { ...view, draft }))}</div>`;
}

function reply(person: Person, view: ThreadView): Markup | null {
  const { thread, failed, isNewest } = view;
  const answered = answeredIn(thread);
  if (!answered || !isNewest) return null;
  return html`${windowOf(thread)}
    <details class="card" id="reply" ${failed?.draft_id === null && html`open`}>
      <summary data-key="r">Reply</summary>
      ${messageForm(person, { ...view, answered })}
    </details>`;
}

/** The message that the form below a conversation answers. */
export function answeredIn({ messages: all }: Thread): Thread['messages'][number] | undefined {
  return all.findLast(({ status }) => status !== 'draft');
}

/** A message that failed is never sent again by itself: it becomes a new draft, to be looked at. */
function againForm({ csrf }: Person, { member, thread }: ThreadView, message: Thread['messages'][number]): Markup {
  const { channel, to, cc, subject, body, reply_to } = message;
  // It stays in its conversation by answering something there.
  const last = thread.messages.findLast((each) => each.direction === 'inbound' && each.channel === channel);
  const fields = {
    form_id: newId(),
    to: listed(to),
    cc: listed(cc),
    subject: subject ?? '',
    body,
    reply_to: reply_to ?? last?.id ?? '',
  };
  return html`<form method="post" action="${INBOX}/${member.workspace_id}/drafts">
    ${Object.entries({ csrf, channel, conversation: thread.id, ...fields }).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button class="quiet" name="action" value="save" aria-describedby="from-${message.id}">
      Write it again as a draft
    </button>
  </form>`;
}

const HOURS_24 = 86_400_000;

/** Chats may be answered for a day; what comes later the provider refuses. */
function windowOf({ channel, messages: all }: Thread): Markup | null {
  if (isMail(channel)) return null;
  const last = all.findLast(({ direction }) => direction === 'inbound');
  const until = last && new Date(Date.parse(last.sent_at ?? last.created_at) + HOURS_24);
  const name = nameOf(channel);
  if (!until) return html`<p class="soft small">${name} delivers only answers: this person has not written yet.</p>`;
  return until.getTime() > Date.now()
    ? html`<p class="soft small">
        ${name} accepts answers until ${moment(until.toISOString())}, 24 hours after their last message.
      </p>`
    : html`<p class="soft small">
        More than 24 hours have passed since their last message: ${name} will refuse an answer until they write again.
      </p>`;
}

function nameOf(channel: ChannelName): string {
  return CHANNEL_DESCRIPTORS[channel].title;
}

const MAX_VALUES = 6;

function card({ workspace_id }: Member, { record_id, object, name, attributes, tasks }: RecordBeside): Markup {
  const pathOf = (slug: string, id: string) => ['/console/records', workspace_id, slug, id].join('/');
  const path = pathOf(object.slug, record_id);
  return html`<section class="card" aria-label="${name ?? object.noun}">
    <h2><a href="${path}">${name ?? `${object.noun} without a name`}</a></h2>
    <dl class="values">
      ${attributes.slice(0, MAX_VALUES).map(
        ({ title, values }) =>
          html`<div class="full">
            <dt>${title}</dt>
            <dd>${values.slice(0, 3).map(({ text }) => html`<span class="value">${text}</span>`)}</dd>
          </div>`,
      )}
    </dl>
    ${
      tasks.length > 0 &&
      html`<h3>Open tasks</h3>
        <ul>
          ${tasks.map(
            (task) =>
              html`<li>
                <a href="${pathOf('tasks', task.record_id)}"
                  >${withoutReordering(task.name ?? 'Task without a title')}</a
                >
                ${task.due_date && html`<span class="soft">due ${calendarDay(task.due_date)}</span>`}
              </li>`,
          )}
        </ul>`
    }
  </section>`;
}
