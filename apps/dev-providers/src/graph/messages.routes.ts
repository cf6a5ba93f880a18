import { isObject, jsonBody, Refused, type Answer, type ApiRequest } from '../http/exchange.js';
import { route, type Call, type Route } from '../http/routes.js';
import { afterMail } from '../mail/receive-mail.js';
import type { Account } from '../store/account.store.js';
import type { Mail, MailContent } from '../store/mail.store.js';
import { announce, type World } from '../world.js';
import { graphBox, graphCall, graphMailbox, moveSent } from './graph-access.js';
import { contentFrom, contentOf, draftOf, replyOf } from './graph-draft.js';
import { graphError } from './graph-error.js';
import { graphMessage, isDraft, newMutableId, viewOf } from './graph-message.js';

const MESSAGES = '/graph/v1.0/me/messages';

/** Drafts, answers, sending and reading one message. */
export function messageRoutes(world: World): Route[] {
  return [
    route('POST', MESSAGES, (request) => create(world, request)),
    route('POST', `${MESSAGES}/:id/createReply`, (request) => createReply(world, request)),
    route('POST', `${MESSAGES}/:id/send`, (request) => send(world, request)),
    route('GET', `${MESSAGES}/:id`, (request) => get(world, request)),
    route('GET', `${MESSAGES}/:id/attachments`, (request) => attachments(world, request)),
    route('PATCH', `${MESSAGES}/:id`, (request) => patch(world, request)),
    route('POST', `${MESSAGES}/:id/move`, (request) => move(world, request)),
    route('DELETE', `${MESSAGES}/:id`, (request) => remove(world, request)),
  ];
}

async function create(world: World, request: ApiRequest): Promise<Call> {
  const account = graphMailbox(world, request);
  return keepDraft(world, request, account, draftOf(account, await contentOf(request, account)));
}

async function createReply(world: World, request: ApiRequest): Promise<Call> {
  const account = graphMailbox(world, request);
  const parent = find(world, account, request);
  const isMime = String(request.headers['content-type']).startsWith('text/plain');
  const { message = {}, comment } = isMime ? {} : (jsonBody(request) ?? {});
  if (!isObject(message) || (comment !== undefined && message.body !== undefined)) {
    throw new Refused(graphError(400, 'ErrorInvalidArgument', 'Comment and message body cannot both be given.'));
  }
  const said = comment === undefined ? {} : { text: String(comment) };
  const given = isMime ? await contentOf(request, account) : { ...contentFrom(message), ...said };
  return keepDraft(world, request, account, replyOf(account, parent, given));
}

function keepDraft(world: World, request: ApiRequest, account: Account, draft: Omit<Mail, 'seq'>): Call {
  const run = (): Answer => {
    const kept = world.mails.put(draft);
    announce(world, kept, 'created');
    return { status: 201, body: graphMessage(kept, { ...viewOf(request), select: [] }) };
  };
  return { ...graphCall(account, 'draft', run), ...details(draft) };
}

/** 202 at once; for a while the mail still looks like a draft, and to send it again then would be a second mail. */
function send(world: World, request: ApiRequest): Call {
  const account = graphMailbox(world, request);
  const known = world.mails.find(graphBox(account), request.params.id!);
  const run = (): Answer => {
    const draft = find(world, account, request);
    if (!isDraft(draft)) throw new Refused(graphError(404));
    const everybody = [...draft.content.to, ...draft.content.cc, ...draft.content.bcc];
    if (everybody.length === 0 || everybody.some(({ address }) => !/^\S+@\S+$/.test(address))) {
      throw new Refused(graphError(400, 'ErrorInvalidRecipients', 'At least one recipient is not valid.'));
    }
    world.mails.transaction(() => transmit(world, account, draft));
    world.chores.later(world.settings.graphMoveMs + 1, () => moveSent(world, account));
    afterMail(world, draft);
    return { status: 202 };
  };
  return { ...graphCall(account, 'send', run), ...(known && details(known)) };
}

function transmit({ mails, deliveries }: World, account: Account, draft: Mail): void {
  const { to, cc, bcc, subject, text, html } = draft.content;
  deliveries.record({
    channel: 'outlook',
    account: account.id,
    mark: draft.mark,
    provider_message_id: draft.id,
    thread: draft.thread,
    subject,
    text: html ?? text,
    to: [...to, ...bcc].map(({ address }) => address),
    cc: cc.map(({ address }) => address),
  });
  mails.put({ ...draft, sent_at: Date.now() }, 'updated');
}

function get(world: World, request: ApiRequest): Call {
  const account = graphMailbox(world, request);
  return graphCall(account, 'read', () => {
    return { status: 200, body: graphMessage(find(world, account, request), viewOf(request)) };
  });
}

function attachments(world: World, request: ApiRequest): Call {
  const account = graphMailbox(world, request);
  return graphCall(account, 'read', () => {
    const { content } = find(world, account, request);
    const value = content.attachments.map(({ filename, content_type, size }, at) => ({
      '@odata.type': '#microsoft.graph.fileAttachment',
      id: `attachment-${at}`,
      name: filename,
      contentType: content_type,
      size,
    }));
    return { status: 200, body: { value } };
  });
}

function patch(world: World, request: ApiRequest): Call {
  const account = graphMailbox(world, request);
  return graphCall(account, 'draft', async () => {
    const mail = find(world, account, request);
    const content: MailContent = { ...mail.content, ...(await contentOf(request, account)) };
    const changed = world.mails.put({ ...mail, content }, 'updated');
    announce(world, changed, 'updated');
    return { status: 200, body: graphMessage(changed, viewOf(request)) };
  });
}

/** Of drafts, to the deleted items, from where they can still be sent. The immutable id stays. */
function move(world: World, request: ApiRequest): Call {
  const account = graphMailbox(world, request);
  return graphCall(account, 'draft', () => {
    const mail = find(world, account, request);
    if (jsonBody(request)?.destinationId !== 'deleteditems' || !isDraft(mail)) throw new Refused(graphError(400));
    const moved = world.mails.put({ ...mail, folder: 'deleteditems', other_id: newMutableId() }, 'updated');
    return { status: 201, body: graphMessage(moved, viewOf(request)) };
  });
}

function remove(world: World, request: ApiRequest): Call {
  const account = graphMailbox(world, request);
  return graphCall(account, 'draft', () => {
    world.mails.remove(find(world, account, request));
    return { status: 204 };
  });
}

/** By whichever id is still good. @throws Refused */
function find({ mails }: World, account: Account, { params }: ApiRequest): Mail {
  if (!params.id!.startsWith('AA')) throw new Refused(graphError(400, 'ErrorInvalidIdMalformed', 'Id is malformed.'));
  const mail = mails.find(graphBox(account), params.id!);
  if (!mail) throw new Refused(graphError(404));
  return mail;
}

function details({ content, mark }: Pick<Mail, 'content' | 'mark'>) {
  const to = [...content.to, ...content.cc, ...content.bcc].map(({ address }) => address);
  return { to, text: content.html ?? content.text, mark };
}
