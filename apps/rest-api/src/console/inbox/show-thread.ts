import type { Response } from 'express';
import type { Member } from '#crm-domain/people';
import type { OwnConnections } from '../connections/own-connections.js';
import type { ConsoleRequest } from '../sign-in/console.guard.js';
import { idOf, noticeOf, readerOf } from './given.js';
import { senderDependsOn, type FailedForm } from './message-form.js';
import type { OwnDrafts } from './own-drafts.js';
import type { OwnInbox } from './own-inbox.js';
import { answeredIn, threadPage } from './thread.page.js';

/** What the pages of the inbox may do beside the others: frames of this server, and being told of changes. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** What is shown of a conversation, and to whom. */
interface Shown {
  request: ConsoleRequest;
  response: Response;
  member: Member;
  conversation: string;
  query: Record<string, unknown>;
  failed?: FailedForm;
}

interface Own {
  inbox: OwnInbox;
  drafts: OwnDrafts;
  connections: OwnConnections;
}

/** @throws DomainError not_found */
export async function showThread({ inbox, drafts, connections }: Own, shown: Shown): Promise<void> {
  const { request, response, member, conversation, query, failed } = shown;
  const before = idOf(query.before);
  const by = readerOf(request, member);
  const stamp = await inbox.stamp(by, conversation);
  const open = await inbox.open(by, conversation, before);
  const [images, notice] = [idOf(query.images), noticeOf(query)];
  const isNewest = before === undefined;
  const view = { ...open, member, stamp, isNewest, images, notice, failed, left: query.at };
  const seen = isNewest ? await drafts.inConversation(by, open.thread.id) : [];
  const isThroughOne = seen.some((draft) => draft.created_via?.connection_id ?? draft.updated_via?.connection_id);
  const clients = isThroughOne ? await connections.names(member) : new Map<string, string>();
  const { thread } = open;
  const forms = isNewest ? [{ answered: answeredIn(thread) }, ...seen.map((draft) => ({ draft }))] : [];
  const senders = await drafts.senders(
    by,
    forms.map((form) => senderDependsOn({ ...form, thread })),
  );
  sendPage(response, threadPage(request.person, { ...view, drafts: seen, clients, senders }));
}

export function sendPage(response: Response, page: string): void {
  response.setHeader('Content-Security-Policy', POLICY);
  response.type('html').send(page);
}
