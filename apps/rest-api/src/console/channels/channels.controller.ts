import { Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { isFresh } from '#crm-domain/people';
import { after } from './after.js';
import { channelsPage } from './channels.page.js';
import { QueryNames } from '../../http/query.guard.js';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import { SignInNeeded, type ConsoleRequest } from '../sign-in/console.guard.js';
import { Mailboxes } from './mailboxes.js';
import { OwnAccounts } from './own-accounts.js';

/** A person's accounts, and the shared ones they use or, as admins, look after. */
@ConsoleScreen('console/channels')
export class ChannelsController {
  constructor(
    @Inject(OwnAccounts) private readonly accounts: OwnAccounts,
    @Inject(Mailboxes) private readonly mailboxes: Mailboxes,
  ) {}

  @Get()
  @QueryNames('done', 'at')
  async show(
    @Req() { person }: ConsoleRequest,
    @Query() { done, at }: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const workspaces = await Promise.all(
      person.memberships.map(async (membership) => ({
        ...membership,
        accounts: await this.accounts.list(person.memberOf(membership.workspace_id)),
      })),
    );
    const connectable = new Set(this.mailboxes.channels);
    response.type('html').send(channelsPage(person, { workspaces, connectable, done, at }));
  }

  @Post(':workspace/:account/disconnect')
  async disconnect(
    @Req() { person }: ConsoleRequest,
    @Param() at: { workspace: string; account: string },
    @Res() response: Response,
  ): Promise<void> {
    const member = person.memberOf(at.workspace);
    if (!isFresh(person)) throw new SignInNeeded(after('signed-in', at.account), true);
    await this.accounts.disconnect(member, at.account);
    response.redirect(303, after('disconnected', at.account));
  }
}
