import { isObject, jsonBody, Refused, type Answer, type ApiRequest } from '../http/exchange.js';
import { route, type Call, type Route } from '../http/routes.js';
import type { Account } from '../store/account.store.js';
import type { Change, Mail } from '../store/mail.store.js';
import type { SubscriptionStore } from '../store/subscription.store.js';
import type { World } from '../world.js';
import { box, mailboxOf, reading, USER } from './gmail-access.js';
import { gmailError } from './gmail-error.js';
import { formatOf, gmailMessage, labelsOf } from './gmail-message.js';
import { listPage } from './gmail-page.js';
import type { Watch } from './gmail-push.js';

const WEEK = 7 * 86_400_000;
const LABEL_FOLDERS = { DRAFT: 'drafts', SENT: 'sentitems', INBOX: 'inbox' } as const;

/** Reading a mailbox, its history, and being told of changes. */
export function mailboxRoutes(world: World, watches: SubscriptionStore<Watch>): Route[] {
  const read = (path: string, answer: (account: Account, request: ApiRequest) => Answer) =>
    route('GET', `${USER}/${path}`, (request) => {
      const account = mailboxOf(world, request);
      return reading(account, () => answer(account, request));
    });
  return [
    read('profile', (account) => profile(world, account)),
    read('messages', (account, { query }) => messages(world, account, query)),
    read('messages/:id', (account, { params, query }) => {
      const mail = world.mails.find(box(account), params.id!);
      // A draft's own id is not that of its message.
      if (mail?.id !== params.id) throw new Refused(gmailError(404));
      return { status: 200, body: gmailMessage(mail!, formatOf(query)) };
    }),
    read('threads/:id', (account, { params, query }) => thread(world, account, params.id!, query)),
    read('history', (account, { query }) => history(world, account, query)),
    route('POST', `${USER}/watch`, (request) => watch(world, watches, request)),
    route('POST', `${USER}/stop`, (request) => {
      const account = mailboxOf(world, request);
      return watching(account, () => {
        watches.remove(account.id);
        return { status: 204 };
      });
    }),
  ];
}

function profile({ mails }: World, account: Account): Answer {
  const all = mails.list(box(account));
  const threadsTotal = new Set(all.map(({ thread }) => thread)).size;
  const historyId = String(mails.newestSeq(box(account)));
  return {
    status: 200,
    body: { emailAddress: account.address, messagesTotal: all.length, threadsTotal, historyId },
  };
}

function messages({ mails }: World, account: Account, query: URLSearchParams): Answer {
  const labels = query.getAll('labelIds');
  const all = mails.list(box(account)).filter((mail) => labels.every((label) => labelsOf(mail).includes(label)));
  const { items, ...page } = listPage(all, query);
  const found = items.map(({ id, thread }) => ({ id, threadId: thread }));
  return { status: 200, body: { ...(found.length > 0 && { messages: found }), ...page } };
}

function thread({ mails }: World, account: Account, id: string, query: URLSearchParams): Answer {
  const found = mails.thread(box(account), id);
  if (found.length === 0) throw new Refused(gmailError(404));
  const historyId = String(Math.max(...found.map(({ seq }) => seq)));
  const messages = found.map((mail) => gmailMessage(mail, formatOf(query)));
  return { status: 200, body: { id, historyId, messages } };
}

const KINDS = { added: ['messageAdded'], deleted: ['messageDeleted'], updated: ['labelAdded', 'labelRemoved'] };

/**
 * What was added and deleted since a history id, and which drafts were sent by hand; one that is too old is not found.
 */
function history({ mails }: World, account: Account, query: URLSearchParams): Answer {
  const start = Number(query.get('startHistoryId') ?? Number.NaN);
  if (!Number.isInteger(start)) throw new Refused(gmailError(400, { message: 'Missing startHistoryId.' }));
  if (start < account.cursor_floor) throw new Refused(gmailError(404));
  const types = query.getAll('historyTypes');
  const folder = LABEL_FOLDERS[query.get('labelId') as keyof typeof LABEL_FOLDERS];
  const wanted = mails.changes(box(account), start).filter(({ kind, folder: changed }) => {
    const own = KINDS[kind as keyof typeof KINDS] ?? [];
    return own.some((type) => types.length === 0 || types.includes(type)) && (!folder || folder === changed);
  });
  const from = Number(query.get('pageToken') ?? 0);
  const to = from + Number(query.get('maxResults') ?? 100);
  const entries = wanted
    .slice(from, to)
    .map((change) => historyEntry(change, mails.find(box(account), change.message)));
  const historyId = String(mails.newestSeq(box(account)));
  const more = to < wanted.length && { nextPageToken: String(to) };
  return { status: 200, body: { ...(entries.length > 0 && { history: entries }), ...more, historyId } };
}

function historyEntry({ seq, kind, message: id, thread, folder }: Change, mail: Mail | null) {
  const ids = { id, threadId: thread };
  const label = Object.entries(LABEL_FOLDERS).find(([, name]) => name === folder)![0];
  const message = { ...ids, labelIds: mail ? labelsOf(mail) : [label] };
  const entry = { id: String(seq), messages: [ids] };
  if (kind === 'added') return { ...entry, messagesAdded: [{ message }] };
  if (kind === 'deleted') return { ...entry, messagesDeleted: [{ message }] };
  return {
    ...entry,
    labelsAdded: [{ message, labelIds: ['SENT'] }],
    labelsRemoved: [{ message, labelIds: ['DRAFT'] }],
  };
}

function watch(world: World, watches: SubscriptionStore<Watch>, request: ApiRequest): Call {
  const account = mailboxOf(world, request);
  return watching(account, () => {
    const body = jsonBody(request);
    if (
      !isObject(body) ||
      typeof body.topicName !== 'string' ||
      !/^projects\/[^/]+\/topics\/[^/]+$/.test(body.topicName)
    ) {
      throw new Refused(gmailError(400, { message: 'Invalid topicName.' }));
    }
    const labels = Array.isArray(body.labelIds) ? body.labelIds.map(String) : [];
    const expires_at = Date.now() + WEEK;
    watches.put({ id: account.id, account: account.id, expires_at, content: { topic: body.topicName, labels } });
    const historyId = String(world.mails.newestSeq(box(account)));
    return { status: 200, body: { historyId, expiration: String(expires_at) } };
  });
}

function watching(account: Account, run: Call['run']): Call {
  return { channel: 'gmail', call: 'watch', account: account.id, run };
}
