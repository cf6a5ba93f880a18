import { CHANNEL_DESCRIPTORS } from '#channels';
import type { Member, Person } from '#crm-domain/people';
import {
  CHANNELS,
  type ChannelName,
  type ConversationPage,
  type ConversationWire,
  type OwnDraftWire,
} from '#crm-domain/messaging';
import { since } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { channelIcon } from '../layout/icons.js';
import { notice } from '../layout/notice.js';
import { page } from '../layout/page.js';
import { withoutReordering } from '../layout/reordering.js';
import { select } from '../layout/select.js';
import { draftedBy } from './drafted-by.js';
import { listed } from './listed.js';
import { PAGE } from './own-inbox.js';

export const INBOX = '/console/inbox';

/** Which conversations are shown. */
export const FOLDERS = {
  inbox: 'All',
  drafts: 'Drafts',
  unread: 'Unread',
  starred: 'Starred',
  archived: 'Archived',
} as const;
export type Folder = keyof typeof FOLDERS;

/** What is looked at. */
export interface InboxView {
  member: Member;
  folder: Folder;
  channel: ChannelName | undefined;
  offset: number;
  /** Words that were searched for. */
  query: string;
  found: ConversationPage | { drafts: OwnDraftWire[]; total: number };
  notice: string | undefined;
  /** Of the inbox before it was read, see `liveOf`. */
  stamp: string;
}

/** The conversations of a person in one workspace, the newest first. */
export function inboxPage(person: Person, view?: InboxView): string {
  const content = view
    ? inbox(person, view)
    : html`<p>You do not belong to a workspace yet. Ask an admin to add you.</p>`;
  return page({
    title: 'Inbox',
    content,
    person,
    at: INBOX,
    script: 'inbox',
    live: view && liveOf(view.member, view.stamp),
  });
}

/** The address of the signals that something has changed since the inbox had a stamp. */
export function liveOf({ workspace_id }: Member, stamp: string, conversationId = ''): string {
  const conversation = conversationId && `&conversation=${conversationId}`;
  return `${INBOX}/${workspace_id}/live?seen=${stamp}${conversation}`;
}

function inbox(person: Person, view: InboxView): Markup {
  const { member } = view;
  return html`${view.notice && notice(view.notice)}
    <div class="top">${folders(view)} <a class="way" href="${INBOX}/${member.workspace_id}/new">New message</a></div>
    ${filter(person, view)}
    <div id="conversations" data-live="list">${rowsOf(view)} ${pages(view)}</div>
    ${keys(view)}`;
}

function rowsOf(view: InboxView): Markup {
  const { found } = view;
  const rows =
    'drafts' in found
      ? found.drafts.map((draft) => draftRow(view, draft))
      : found.conversations.map((each) => row(view, each));
  if (rows.length === 0) return empty(view);
  return html`<ul class="conversations" aria-label="${FOLDERS[view.folder]}">
    ${rows}
  </ul>`;
}

function keys({ folder }: InboxView): Markup {
  const more = html`, <kbd>e</kbd> archive, <kbd>s</kbd> star, <kbd>r</kbd> reply`;
  return html`<p class="soft small keys">
    Keys: <kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>Enter</kbd> open${folder !== 'drafts' && more}.
  </p>`;
}

function folders(view: InboxView): Markup {
  const links = (Object.keys(FOLDERS) as Folder[]).map(
    (folder) =>
      html`<a
        href="${addressOf({ ...view, folder, offset: 0 })}"
        ${folder === view.folder && html`aria-current="page"`}
      >
        ${FOLDERS[folder]}
      </a>`,
  );
  return html`<nav class="folders" aria-label="Folders">${links}</nav>`;
}

function filter({ memberships }: Person, { member, folder, channel, query }: InboxView): Markup | null {
  if (folder === 'drafts' && memberships.length < 2) return null;
  const workspaces = memberships.map((each): [string, string] => [each.workspace_id, each.workspace_name]);
  const channels = CHANNELS.map((name): [string, string] => [name, CHANNEL_DESCRIPTORS[name].title]);
  return html`<form class="change filter" method="get" action="${INBOX}">
    <input type="hidden" name="show" value="${folder}" />
    ${memberships.length > 1 && select('workspace', 'Workspace', workspaces, member.workspace_id)}
    ${folder !== 'drafts' && select('channel', 'Channel', [['', 'All channels'], ...channels], channel)}
    ${
      folder !== 'drafts' &&
      html`<div>
        <label for="query">Search</label>
        <input type="text" id="query" name="query" value="${query}" maxlength="200" />
      </div>`
    }
    <button class="quiet">Show</button>
  </form>`;
}

function empty({ folder, channel, offset, query }: InboxView): Markup {
  if (offset > 0) return html`<p>There is nothing older.</p>`;
  if (folder === 'drafts') return html`<p>No drafts. Those that your assistants write for you appear here.</p>`;
  if (channel || query || folder !== 'inbox') return html`<p>No conversation matches.</p>`;
  return html`<p>
    No conversations yet. They come in through the accounts at <a href="/console/channels">Channels</a>, and begin with
    drafts that you or your assistants write.
  </p>`;
}

/** `data-told` is what is said of a row that comes; on another page than the first, rows only move. */
function row({ member, offset }: InboxView, conversation: ConversationWire): Markup {
  const { id, channel, unread, starred_at, archived_at, last_activity_at } = conversation;
  const [name, path] = [peopleOf(conversation), `${INBOX}/${member.workspace_id}/${id}`];
  const subject = withoutReordering(conversation.subject ?? CHANNEL_DESCRIPTORS[channel].title);
  return html`<li
    id="conversation-${id}"
    class="${unread && 'unread'}"
    data-conversation="${path}"
    ${starred_at && html`data-starred`}
    ${archived_at && html`data-archived`}
    ${unread && offset === 0 && html`data-told="Unread: ${name}, ${subject}."`}
  >
    <a href="${path}">
      <span class="people" dir="auto">${name}</span>
      <span class="marks">
        ${unread && html`<span class="badge more">Unread</span>`}
        ${starred_at && html`<span class="star" role="img" aria-label="Starred">★</span>`}
      </span>
      <span class="soft small when">${since(last_activity_at)}</span>
      <span class="subject" dir="auto">${channelIcon(channel)} ${subject}</span>
    </a>
  </li>`;
}

function draftRow({ member, offset }: InboxView, draft: OwnDraftWire): Markup {
  const { draft_id, conversation_id, channel, subject, body, updated_at, created_via, approval_asked_at } = draft;
  const to = listed(draft.to) || 'Nobody yet';
  const about = withoutReordering(subject ?? body.slice(0, 80));
  const asks = approval_asked_at && 'Waits for your approval';
  return html`<li
    id="row-${draft_id}"
    ${offset === 0 && html`data-told="Draft to ${to} by ${draftedBy(created_via)}. ${asks && `${asks}.`}"`}
  >
    <a href="${INBOX}/${member.workspace_id}/${conversation_id}#draft-${draft_id}">
      <span class="people" dir="auto">${to}</span>
      <span class="marks below">${asks && html`<span class="badge">${asks}</span>`}</span>
      <span class="soft small when">${since(updated_at)}</span>
      <span class="subject" dir="auto">${channelIcon(channel)} ${about} · drafted by ${draftedBy(created_via)}</span>
    </a>
  </li>`;
}

const MAX_NAMED = 3;

/** Who takes part, in a line. */
export function peopleOf({ people }: Pick<ConversationWire, 'people'>): string {
  const names = people
    .slice(0, MAX_NAMED)
    .map(({ address, display_name }) => withoutReordering(display_name ?? address));
  const rest = people.length - names.length;
  if (names.length === 0) return 'Nobody yet';
  return rest > 0 ? `${names.join(', ')} and others` : names.join(', ');
}

function pages(view: InboxView): Markup | null {
  const { offset, found } = view;
  const hasOlder = offset + ('drafts' in found ? found.drafts : found.conversations).length < found.total;
  if (offset === 0 && !hasOlder) return null;
  return html`<nav class="pages" aria-label="Pages">
    ${offset > 0 && html`<a href="${addressOf({ ...view, offset: Math.max(0, offset - PAGE) })}" rel="prev">Newer</a>`}
    ${hasOlder && html`<a href="${addressOf({ ...view, offset: offset + PAGE })}" rel="next">Older</a>`}
  </nav>`;
}

function addressOf({ member, folder, channel, offset, query: words }: InboxView): string {
  const query = new URLSearchParams({ workspace: member.workspace_id, show: folder });
  if (channel) query.set('channel', channel);
  if (words) query.set('query', words);
  if (offset > 0) query.set('offset', String(offset));
  return `${INBOX}?${query.toString()}`;
}
