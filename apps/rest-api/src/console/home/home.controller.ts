import { Get, Inject, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Member } from '#crm-domain/people';
import { asks } from '../connections/connection-row.js';
import { OwnConnections } from '../connections/own-connections.js';
import { OwnDrafts } from '../inbox/own-drafts.js';
import { OwnInbox } from '../inbox/own-inbox.js';
import { OwnOutbox } from '../outbox/own-outbox.js';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import type { ConsoleRequest } from '../sign-in/console.guard.js';
import { homePage, type Waiting } from './home.page.js';

/** Each costs a few statements. */
const MAX_WORKSPACES = 5;
const WEEK = 7 * 86_400_000;

/** What waits for whoever has signed in. */
@ConsoleScreen('console')
export class HomeController {
  constructor(
    @Inject(OwnInbox) private readonly inbox: OwnInbox,
    @Inject(OwnDrafts) private readonly drafts: OwnDrafts,
    @Inject(OwnOutbox) private readonly outbox: OwnOutbox,
    @Inject(OwnConnections) private readonly connections: OwnConnections,
  ) {}

  @Get()
  async home(@Req() { person, requestId }: ConsoleRequest, @Res() response: Response): Promise<void> {
    const shown = person.memberships.slice(0, MAX_WORKSPACES).map(({ workspace_id }) => person.memberOf(workspace_id));
    const workspaces: Waiting[] = [];
    for (const member of shown) workspaces.push(await this.waitingFor(member, requestId));
    response.type('html').send(homePage(person, workspaces, person.memberships.length - shown.length));
  }

  private async waitingFor(member: Member, requestId: string): Promise<Waiting> {
    const by = { member, requestId };
    const since = new Date(Date.now() - WEEK).toISOString();
    const { deliveries } = await this.outbox.list(member, { state: 'failed' });
    const connections = await this.connections.listWithServices(member);
    return {
      member,
      drafts: await this.drafts.count(by),
      unread: await this.inbox.countUnread(by),
      failed: deliveries.filter(({ created_at }) => created_at >= since).length,
      asking: connections.filter(asks).map(({ connection_id }) => connection_id),
    };
  }
}
