import { randomBytes, randomInt } from 'node:crypto';
import { isObject, jsonBody, Refused, type Answer, type ApiRequest } from '../http/exchange.js';
import { route, type Call, type Route } from '../http/routes.js';
import { afterMail } from '../mail/receive-mail.js';
import type { Account } from '../store/account.store.js';
import type { Mail, MailContent } from '../store/mail.store.js';
import { announce, type World } from '../world.js';
import { box, mailboxOf, reading, USER } from './gmail-access.js';
import { gmailError } from './gmail-error.js';
import { formatOf, gmailMessage, labelsOf } from './gmail-message.js';
import { listPage } from './gmail-page.js';
import { headerOf, markOf, mintMessageId, parseMime, referencesOf, sentCopy } from './mime.js';

const DRAFTS = `${USER}/drafts`;

/** Drafts and sending. Sending makes a new message and deletes the draft, so it can happen once only. */
export function draftRoutes(world: World): Route[] {
  return [
    route('POST', DRAFTS, (request) => create(world, request)),
    route('GET', DRAFTS, (request) => list(world, request)),
    route('POST', `${DRAFTS}/send`, (request) => send(world, request)),
    route('GET', `${DRAFTS}/:id`, (request) => get(world, request)),
    route('PUT', `${DRAFTS}/:id`, (request) => update(world, request)),
    route('DELETE', `${DRAFTS}/:id`, (request) => remove(world, request)),
  ];
}

async function create(world: World, request: ApiRequest): Promise<Call> {
  const account = mailboxOf(world, request);
  const { threadId, content } = await messageOf(request);
  const run = (): Answer => {
    const id = newMessageId();
    const draft = world.mails.put({
      ...box(account),
      id,
      other_id: `r${randomInt(2 ** 47)}`,
      folder: 'drafts',
      content,
      thread: threadId !== undefined && joins(world, account, threadId, content) ? threadId : id,
      internet_id: headerOf(content, 'message-id') ?? '',
      mark: markOf(content),
      at: Date.now(),
      sent_at: null,
    });
    announce(world, draft, 'created');
    return { status: 200, body: draftResource(draft) };
  };
  return { ...details(account, content), call: 'draft', run };
}

async function messageOf(request: ApiRequest): Promise<{ content: MailContent; threadId?: string }> {
  const message = jsonBody(request)?.message;
  if (!isObject(message) || typeof message.raw !== 'string' || !/^[\w-]+=*$/.test(message.raw)) {
    throw new Refused(
      gmailError(400, { message: "'raw' RFC822 payload message string or uploading message required" }),
    );
  }
  const content = await parseMime(Buffer.from(message.raw, 'base64url')).catch(() => {
    throw new Refused(gmailError(400, { message: 'Invalid raw message.' }));
  });
  return { content, threadId: typeof message.threadId === 'string' ? message.threadId : undefined };
}

/** A thread takes a message only when that answers one of its messages, under the same subject. */
function joins(world: World, account: Account, thread: string, content: MailContent): boolean {
  const mails = world.mails.thread(box(account), thread);
  // Threads belong to a mailbox; those of others are unknown.
  if (mails.length === 0) throw new Refused(gmailError(404));
  const named = referencesOf(content);
  return mails.some((mail) => named.includes(mail.internet_id) && plain(mail.content) === plain(content));
}

function plain({ subject }: MailContent): string {
  return subject.replace(/^(?:(?:re|fwd?|aw|wg):\s*)+/i, '').trim();
}

function list(world: World, request: ApiRequest): Call {
  const account = mailboxOf(world, request);
  return reading(account, () => {
    const { items, ...page } = listPage(world.mails.list(box(account), 'drafts'), request.query);
    const drafts = items.map(({ other_id, id, thread }) => ({ id: other_id, message: { id, threadId: thread } }));
    return { status: 200, body: { ...(drafts.length > 0 && { drafts }), ...page } };
  });
}

function get(world: World, request: ApiRequest): Call {
  const account = mailboxOf(world, request);
  return reading(account, () => {
    const draft = sentByHand(world, account, request.params.id) ?? findDraft(world, account, request.params.id);
    return { status: 200, body: { id: draft.other_id, message: gmailMessage(draft, formatOf(request.query)) } };
  });
}

/** The draft keeps its id, and its mail gets another one. */
async function update(world: World, request: ApiRequest): Promise<Call> {
  const account = mailboxOf(world, request);
  const { content } = await messageOf(request);
  const run = (): Answer => {
    const draft = findDraft(world, account, request.params.id);
    world.mails.remove(draft);
    const changed = world.mails.put({ ...draft, id: newMessageId(), content });
    return { status: 200, body: draftResource(changed) };
  };
  return { ...details(account, content), call: 'draft', run };
}

function remove(world: World, request: ApiRequest): Call {
  const account = mailboxOf(world, request);
  return {
    ...reading(account, () => {
      world.mails.remove(findDraft(world, account, request.params.id));
      return { status: 204 };
    }),
    call: 'draft',
  };
}

function send(world: World, request: ApiRequest): Call {
  const account = mailboxOf(world, request);
  const id = jsonBody(request)?.id;
  const known = world.mails.find(box(account), String(id));
  const run = (): Answer => {
    if (sentByHand(world, account, id)) throw new Refused(gmailError(400, { message: 'Message not a draft' }));
    const draft = findDraft(world, account, id);
    const { to, cc, bcc } = draft.content;
    if (to.length + cc.length + bcc.length === 0) {
      throw new Refused(gmailError(400, { message: 'Recipient address required' }));
    }
    const sent = leave(world, account, draft);
    return { status: 200, body: { id: sent.id, threadId: sent.thread, labelIds: labelsOf(sent) } };
  };
  const about = known ? details(account, known.content) : { channel: 'gmail' as const, account: account.id };
  return { ...about, call: 'send', run };
}

/**
 * A person sends a draft from Gmail's own pages: its mail keeps its id, and the draft is still shown under its own.
 *
 * @throws Refused
 */
export function sendByHand(world: World, account: Account, draft: string): { id: string } {
  const { id } = leave(world, account, findDraft(world, account, draft), true);
  return { id };
}

function leave(world: World, account: Account, draft: Mail, isByHand = false): Mail {
  const sent = world.mails.transaction(() => transmit(world, account, draft, isByHand));
  announce(world, sent, 'created');
  afterMail(world, sent);
  return sent;
}

function transmit({ mails, deliveries }: World, account: Account, draft: Mail, isByHand: boolean): Mail {
  const internet_id = mintMessageId();
  const content = sentCopy(draft.content, internet_id, account.keeps_headers);
  const id = isByHand ? draft.id : newMessageId();
  const other_id = isByHand ? draft.other_id : id;
  const now = Date.now();
  if (!isByHand) mails.remove(draft);
  deliveries.record({
    channel: 'gmail',
    account: account.id,
    mark: draft.mark,
    provider_message_id: id,
    thread: draft.thread,
    to: [...content.to, ...content.bcc].map(({ address }) => address),
    cc: content.cc.map(({ address }) => address),
    subject: content.subject,
    text: content.text,
  });
  const sent = { ...draft, id, other_id, folder: 'sentitems' as const, internet_id, content, at: now, sent_at: now };
  return mails.put(sent, isByHand ? 'updated' : 'added');
}

function findDraft({ mails }: World, account: Account, id: unknown): Mail {
  const mail = mails.find(box(account), String(id));
  if (mail?.folder !== 'drafts' || mail.other_id !== id) throw new Refused(gmailError(404));
  return mail;
}

function sentByHand({ mails }: World, account: Account, id: unknown): Mail | undefined {
  const mail = mails.find(box(account), String(id));
  return mail?.folder === 'sentitems' && mail.other_id === id && mail.id !== id ? mail : undefined;
}

function draftResource({ other_id, id, thread }: Mail) {
  return { id: other_id, message: { id, threadId: thread, labelIds: ['DRAFT'] } };
}

function details({ id }: Account, content: MailContent) {
  const to = [...content.to, ...content.cc, ...content.bcc].map(({ address }) => address);
  return { channel: 'gmail' as const, account: id, to, text: content.text, mark: markOf(content) };
}

function newMessageId(): string {
  return `19${randomBytes(7).toString('hex')}`;
}
