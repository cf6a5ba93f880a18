import { Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CHANNELS, OUTBOX_STATES, type OutboxState } from '#crm-domain/messaging';
import { QueryNames } from '../../http/query.guard.js';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import type { ConsoleRequest } from '../sign-in/console.guard.js';
import { outboxPage } from './outbox.page.js';
import { OwnOutbox } from './own-outbox.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Deliveries of one workspace: a person's own, for admins everybody's. Nothing is changed here. */
@ConsoleScreen('console/outbox')
export class OutboxController {
  constructor(@Inject(OwnOutbox) private readonly outbox: OwnOutbox) {}

  @Get()
  @QueryNames('workspace', 'channel', 'state', 'before', 'at')
  async show(
    @Req() { person }: ConsoleRequest,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const workspaceId = query.workspace ?? person.memberships[0]?.workspace_id;
    const membership = workspaceId === undefined ? undefined : person.memberOf(String(workspaceId));
    const channel = CHANNELS.find((name) => name === query.channel);
    const before = typeof query.before === 'string' && UUID.test(query.before) ? query.before : undefined;
    const state = (Object.keys(OUTBOX_STATES) as OutboxState[]).find((name) => name === query.state);
    const view = membership && {
      membership,
      channel,
      state,
      isFirst: before === undefined,
      isAskedFor: Object.keys(query).length > 0,
      outbox: await this.outbox.list(membership, { channel, state, before }),
    };
    response.type('html').send(outboxPage(person, view));
  }
}
