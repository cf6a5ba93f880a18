import { Get, HttpStatus, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { notFound } from '#crm-domain';
import { QueryNames } from '../../http/query.guard.js';
import { OwnConnections } from '../connections/own-connections.js';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import type { ConsoleRequest } from '../sign-in/console.guard.js';
import { FOLDERS, INBOX, inboxPage, type Folder } from './inbox.page.js';
import { channelOf, flagOf, idOf, noticeOf, offsetOf, readerOf, textOf } from './given.js';
import { mailDocument, mailPolicy } from './mail-html.js';
import { OwnDrafts } from './own-drafts.js';
import { OwnInbox } from './own-inbox.js';
import { sendPage, showThread } from './show-thread.js';
import { threadPath } from './thread.page.js';

type Query = Record<string, unknown>;

const FILTERS = {
  inbox: {},
  unread: { unread: true },
  starred: { starred: true },
  archived: { archived: true },
} as const satisfies Record<Exclude<Folder, 'drafts'>, object>;

/** A person's own conversations; never somebody else's, whatever their role. */
@ConsoleScreen('console/inbox')
export class InboxController {
  constructor(
    @Inject(OwnInbox) readonly inbox: OwnInbox,
    @Inject(OwnDrafts) readonly drafts: OwnDrafts,
    @Inject(OwnConnections) readonly connections: OwnConnections,
  ) {}

  @Get()
  @QueryNames('workspace', 'show', 'channel', 'query', 'offset', 'draft', 'done', 'at')
  async list(@Req() request: ConsoleRequest, @Query() query: Query, @Res() response: Response): Promise<void> {
    const { person } = request;
    const workspaceId = query.workspace ?? person.memberships[0]?.workspace_id;
    if (workspaceId === undefined) return sendPage(response, inboxPage(person));
    const member = person.memberOf(String(workspaceId));
    const folder = (Object.keys(FOLDERS) as Folder[]).find((name) => name === query.show) ?? 'inbox';
    const [channel, offset] = [channelOf(query.channel), offsetOf(query.offset)];
    const by = readerOf(request, member);
    // Where the tools send somebody who has to approve a draft.
    const [asked] = await this.drafts.read(by, [idOf(query.draft) ?? []].flat());
    if (asked)
      return response.redirect(
        HttpStatus.SEE_OTHER,
        `${threadPath(member, asked.conversation_id)}#draft-${asked.draft_id}`,
      );
    const stamp = await this.inbox.stamp(by);
    const view = { member, stamp, folder, channel, offset, notice: noticeOf(query), query: textOf(query.query) };
    const found =
      folder === 'drafts'
        ? await this.drafts.list(by, offset)
        : await this.inbox.list(by, { ...FILTERS[folder], channel, query: view.query }, offset);
    sendPage(response, inboxPage(person, { ...view, found }));
  }

  @Get(':workspace/:conversation')
  @QueryNames('before', 'images', 'done', 'at')
  async show(
    @Req() request: ConsoleRequest,
    @Param() { workspace, conversation }: { workspace: string; conversation: string },
    @Query() query: Query,
    @Res() response: Response,
  ): Promise<void> {
    const member = request.person.memberOf(workspace);
    await showThread(this, { request, response, member, conversation, query });
  }

  @Get(':workspace/:conversation/messages/:message/formatted')
  @QueryNames('images')
  async formatted(
    @Req() request: ConsoleRequest,
    @Param() at: { workspace: string; conversation: string; message: string },
    @Query() { images }: Query,
    @Res() response: Response,
  ): Promise<void> {
    const by = readerOf(request, request.person.memberOf(at.workspace));
    const html = await this.inbox.html(by, at.conversation, at.message);
    if (html === null) throw notFound('Message');
    response.setHeader('Content-Security-Policy', mailPolicy(images === 'load'));
    response.setHeader('X-Frame-Options', 'SAMEORIGIN');
    response.setHeader('Referrer-Policy', 'no-referrer');
    // The frame has an origin of its own, and browsers complain of the wish for one.
    response.removeHeader('Origin-Agent-Cluster');
    response.type('html').send(mailDocument(html) ?? TOO_LARGE);
  }

  @Get(':workspace/:conversation/messages/:message/text')
  async text(
    @Req() request: ConsoleRequest,
    @Param() at: { workspace: string; conversation: string; message: string },
    @Res() response: Response,
  ): Promise<void> {
    const by = readerOf(request, request.person.memberOf(at.workspace));
    response.type('text/plain').send(await this.inbox.text(by, at.conversation, at.message));
  }

  @Post(':workspace/:conversation/mark')
  async mark(
    @Req() request: ConsoleRequest,
    @Param() { workspace, conversation }: { workspace: string; conversation: string },
    @Res() response: Response,
  ): Promise<void> {
    const { archived, starred, read, opened } = request.body;
    const member = request.person.memberOf(workspace);
    const state = { archived: flagOf(archived), starred: flagOf(starred), read: flagOf(read) };
    const by = readerOf(request, member);
    // On the page of a conversation nobody has seen what came in since that was opened.
    const { is_archived } = await this.inbox.mark(by, conversation, { ...state, onlyIfRead: opened === 'true' });
    if (state.archived && !is_archived)
      return response.redirect(HttpStatus.SEE_OTHER, `${threadPath(member, conversation)}?done=newer`);
    const leaves = state.archived === true || state.read === false;
    const to = leaves ? `${INBOX}?workspace=${member.workspace_id}&` : `${threadPath(member, conversation)}?`;
    const done = state.archived ? 'archived' : state.read === false ? 'unread' : 'marked';
    response.redirect(HttpStatus.SEE_OTHER, `${to}done=${done}`);
  }

  @Post(':workspace/:conversation/block')
  async block(
    @Req() request: ConsoleRequest,
    @Param() { workspace, conversation }: { workspace: string; conversation: string },
    @Res() response: Response,
  ): Promise<void> {
    const member = request.person.memberOf(workspace);
    await this.inbox.block(readerOf(request, member), conversation);
    response.redirect(HttpStatus.SEE_OTHER, `${INBOX}?workspace=${member.workspace_id}&done=blocked`);
  }
}

const TOO_LARGE =
  '<!doctype html><meta charset="utf-8"><p>This mail is too large to be shown formatted. Its text is below.</p>';
