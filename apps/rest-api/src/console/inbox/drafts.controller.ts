import { Get, HttpStatus, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '#crm-domain';
import type { ChannelName, WholeDraftWire } from '#crm-domain/messaging';
import { type Member } from '#crm-domain/people';
import { QueryNames } from '../../http/query.guard.js';
import { OwnConnections } from '../connections/own-connections.js';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import type { ConsoleRequest } from '../sign-in/console.guard.js';
import { composePage } from './compose.page.js';
import { addressesIn, channelOf, idOf, readerOf, senderOf, typedIn, versionOf, writtenIn } from './given.js';
import { INBOX } from './inbox.page.js';
import { senderDependsOn, type FailedForm } from './message-form.js';
import { FIRST, OwnDrafts, isConflict } from './own-drafts.js';
import { OwnInbox, type Reader } from './own-inbox.js';
import { sendPage, showThread } from './show-thread.js';
import { threadPath } from './thread.page.js';

type Query = Record<string, unknown>;
type Fields = Record<string, string | undefined>;

/** What somebody at a form is told, where tools are told something else. */
const REASONS: Record<string, string> = {
  not_a_draft: 'This is not a draft any more: another page or program has sent it. Nothing was sent a second time.',
  version_mismatch:
    'This draft was changed meanwhile, from another page or by another program. Nothing was saved or sent.',
};

/** What the fields of a message are called in the form. */
const FIELDS: Record<string, string> = { to: 'To', cc: 'Cc', subject: 'Subject', body: 'Message' };

/** In which field something is wrong. */
function fieldOf({ path }: DomainError['issues'][number]): string {
  return /^\w*/.exec(path)![0];
}

function inWordsOfTheForm({ issues, message }: DomainError): string {
  const fields = issues.map((issue) => FIELDS[fieldOf(issue)]);
  if (issues.length === 0 || fields.includes(undefined)) return message;
  return issues.map((issue, at) => `${fields[at]}: ${issue.message}`).join(' ');
}

/** Whether it is left to the message that is answered to whom the answer goes: what is typed is never passed over. */
function leavesOpen({ people, reply_to, to, cc }: Fields): boolean {
  return people === 'answered' && Boolean(reply_to) && addressesIn(`${to ?? ''},${cc ?? ''}`).length === 0;
}

/** The draft that a form has become so far. */
interface Stored {
  id: string | null;
  conversation: string | undefined;
}

/** A message that begins a conversation, and to whom its form is shown. */
interface NewMessage {
  request: ConsoleRequest;
  response: Response;
  member: Member;
  channel: ChannelName | undefined;
  failed?: FailedForm;
}

/** Writing, changing, sending and discarding a person's own drafts. */
@ConsoleScreen('console/inbox')
export class DraftsController {
  constructor(
    @Inject(OwnInbox) readonly inbox: OwnInbox,
    @Inject(OwnDrafts) readonly drafts: OwnDrafts,
    @Inject(OwnConnections) readonly connections: OwnConnections,
  ) {}

  @Get(':workspace/new')
  @QueryNames('channel')
  async compose(
    @Req() request: ConsoleRequest,
    @Param('workspace') workspace: string,
    @Query() query: Query,
    @Res() response: Response,
  ): Promise<void> {
    const member = request.person.memberOf(workspace);
    await this.showNew({ request, response, member, channel: channelOf(query.channel) });
  }

  @Post(':workspace/drafts')
  write(
    @Req() request: ConsoleRequest,
    @Param('workspace') workspace: string,
    @Res() response: Response,
  ): Promise<void> {
    return this.take(request, response, request.person.memberOf(workspace));
  }

  @Post(':workspace/drafts/:draft')
  change(
    @Req() request: ConsoleRequest,
    @Param() { workspace, draft }: { workspace: string; draft: string },
    @Res() response: Response,
  ): Promise<void> {
    return this.take(request, response, request.person.memberOf(workspace), draft);
  }

  /** Saves, sends or discards what a form holds; what is refused is shown again as it was typed. */
  private async take(request: ConsoleRequest, response: Response, member: Member, draft?: string): Promise<void> {
    const { body } = request;
    const by = readerOf(request, member);
    const stored: Stored = { id: draft ?? null, conversation: body.conversation };
    try {
      if (draft !== undefined && body.action === 'discard') {
        await this.drafts.discard(by, draft);
        return response.redirect(HttpStatus.SEE_OTHER, `${INBOX}?workspace=${member.workspace_id}&done=discarded`);
      }
      await this.store(by, body, stored);
      const done = body.action === 'send' ? 'sent' : 'saved';
      response.redirect(HttpStatus.SEE_OTHER, `${threadPath(member, stored.conversation!)}?done=${done}`);
    } catch (error) {
      const hasConflict = isConflict(error);
      if (!hasConflict && !(error instanceof DomainError && error.kind === 'validation')) throw error;
      const sent = hasConflict && body.action === 'send' && (await this.sentBefore(by, body, draft));
      if (sent) return response.redirect(HttpStatus.SEE_OTHER, sent);
      const now = await this.become(by, body, { id: stored.id, hasConflict });
      const draft_id = stored.id ?? now?.draft_id ?? null;
      // Somebody else's changes are seen before they are written over.
      const isApart = hasConflict && draft_id !== null;
      const failed = {
        draft_id,
        isApart,
        message: REASONS[error.reason ?? ''] ?? inWordsOfTheForm(error),
        wrong: error.issues.map(fieldOf),
        ...typedIn(body),
      };
      response.status(hasConflict ? HttpStatus.CONFLICT : HttpStatus.BAD_REQUEST);
      const conversation = now?.conversation_id ?? stored.conversation;
      await this.showFailed({ request, response, member, conversation, failed });
    }
  }

  /** The draft that a form has become by now: one that was sent before may have been changed since. */
  private async become(
    by: Reader,
    { form_id }: Fields,
    { id, hasConflict }: { id: string | null; hasConflict: boolean },
  ): Promise<WholeDraftWire | undefined> {
    const known = id ?? (hasConflict ? idOf(form_id) : undefined);
    return known === undefined ? undefined : (await this.drafts.read(by, [known]))[0];
  }

  /** The path of what the same form has sent, which a second click sends again. */
  private async sentBefore(by: Reader, body: Fields, draft: string | undefined): Promise<string | undefined> {
    const form =
      draft === undefined
        ? { id: idOf(body.form_id), version: FIRST, isOpen: leavesOpen(body) }
        : { id: draft, version: versionOf(body.version) + 1, isOpen: false };
    const sent = await this.drafts.sentAs(by, form, writtenIn(body), senderOf(body.sender));
    const done = sent?.isAsShown ? 'sent' : 'sent-elsewhere';
    return sent && `${threadPath(by.member, sent.conversation_id)}?done=${done}`;
  }

  /** Saves it, and sends it where that was pressed. */
  private async store(by: Reader, body: Fields, stored: Stored): Promise<void> {
    const channel = channelOf(body.channel);
    if (!channel) throw new DomainError('validation', 'Choose a channel.');
    const written = { ...writtenIn(body), channel };
    const saved = await (stored.id === null
      ? this.drafts.write(by, written, {
          id: idOf(body.form_id),
          reply_to: body.reply_to || undefined,
          isOpen: leavesOpen(body),
        })
      : this.drafts.change(by, stored.id, written, versionOf(body.version)));
    // From here on it is kept, whatever becomes of sending it.
    Object.assign(stored, { id: saved.draft_id, conversation: saved.conversation_id });
    if (body.action === 'send') await this.drafts.send(by, saved, senderOf(body.sender));
  }

  private async showFailed(at: {
    request: ConsoleRequest;
    response: Response;
    member: Member;
    conversation: string | undefined;
    failed: FailedForm;
  }): Promise<void> {
    const { request, response, member, conversation, failed } = at;
    if (conversation) return showThread(this, { ...at, conversation, query: {} });
    await this.showNew({ request, response, member, channel: channelOf(request.body.channel), failed });
  }

  private async showNew({ request, response, ...of }: NewMessage): Promise<void> {
    const { member, channel } = of;
    const senders = await this.drafts.senders(readerOf(request, member), channel ? [senderDependsOn({ channel })] : []);
    sendPage(response, composePage(request.person, { ...of, senders }));
  }
}
