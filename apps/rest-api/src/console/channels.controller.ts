import { Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AccountService, isFresh } from '#crm-domain';
import { channelsPage } from './channels.page.js';
import { ConsoleScreen } from './console-screen.js';
import { SignInNeeded, membershipIn, type ConsoleRequest } from './console.guard.js';
import { Mailboxes } from './mailboxes.js';

const NOTICES: Record<string, string> = {
  connected: 'Connected. Messages come in from now on.',
  declined: 'You did not allow it, and nothing was connected.',
  disconnected: 'Disconnected. Nothing leaves or comes in through it any more.',
  'signed-in': 'You have signed in again. Nothing is changed yet: make your change once more.',
};

/** A person's accounts, and the shared ones they use or, as admins, look after. */
@ConsoleScreen('console/channels')
export class ChannelsController {
  constructor(
    @Inject(AccountService) private readonly accounts: AccountService,
    @Inject(Mailboxes) private readonly mailboxes: Mailboxes,
  ) {}

  @Get()
  async show(
    @Req() { person }: ConsoleRequest,
    @Query('done') done: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const workspaces = await Promise.all(
      person.memberships.map(async (membership) => {
        const by = { user_id: person.user_id, role: membership.role };
        return { ...membership, accounts: await this.accounts.list(membership.workspace_id, by) };
      }),
    );
    const notice = Object.hasOwn(NOTICES, String(done)) ? NOTICES[String(done)] : undefined;
    const connectable = new Set(this.mailboxes.channels);
    response.type('html').send(channelsPage(person, { workspaces, connectable, notice }));
  }

  @Post(':workspace/:account/disconnect')
  async disconnect(
    @Req() { person }: ConsoleRequest,
    @Param() at: { workspace: string; account: string },
    @Res() response: Response,
  ): Promise<void> {
    const { role } = membershipIn(person, at.workspace);
    if (!isFresh(person)) throw new SignInNeeded('/console/channels?done=signed-in', true);
    await this.accounts.disconnect(at.workspace, at.account, { user_id: person.user_id, role });
    response.redirect(303, '/console/channels?done=disconnected');
  }
}
