import { Get, Inject, Param, Post, Query, Redirect, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ConnectionService, TIERS, isFresh, type Tier } from '#crm-domain';
import { connectionsPage } from './connections.page.js';
import { ConsoleScreen } from './console-screen.js';
import { SignInNeeded, membershipIn, type ConsoleRequest } from './console.guard.js';

interface ConnectionPath {
  workspace: string;
  connection: string;
}

interface Change {
  user_id: string;
  version: number;
}

/** Where somebody comes back to who had to sign in again: the form they sent was not kept. */
const AGAIN = '/console/connections?done=signed-in';

const NOTICES: Record<string, string> = {
  saved: 'Saved. It holds from the next request on.',
  revoked: 'Revoked. The client is refused from its next request on.',
  'revoked-unused': 'Revoked what was not used. These clients are refused from their next request on.',
  restored: 'Allowed again, to read.',
  'signed-in': 'You have signed in again. Nothing is changed yet: make your change once more.',
};

/** A person's own connections; never somebody else's, whatever their role. */
@ConsoleScreen('console')
export class ConnectionsController {
  constructor(@Inject(ConnectionService) private readonly connections: ConnectionService) {}

  @Get()
  @Redirect('/console/connections', 303)
  home(): void {}

  @Get('connections')
  async show(
    @Req() { person }: ConsoleRequest,
    @Query('done') done: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const workspaces = await Promise.all(
      person.memberships.map(async (membership) => ({
        ...membership,
        connections: await this.connections.list(membership.workspace_id, person.user_id),
      })),
    );
    const notice = Object.hasOwn(NOTICES, String(done)) ? NOTICES[String(done)] : undefined;
    const showsRevoked = done === 'revoked' || done === 'revoked-unused';
    response.type('html').send(connectionsPage(person, { workspaces, notice, showsRevoked }));
  }

  @Post('connections/:workspace/:connection/tier')
  async setTier(
    @Req() { person, body }: ConsoleRequest,
    @Param() at: ConnectionPath,
    @Res() response: Response,
  ): Promise<void> {
    membershipIn(person, at.workspace);
    const change = by(person.user_id, body.version);
    const tier = body.tier as Tier;
    if (!isFresh(person) && !(await this.lowers(at, tier, change))) throw new SignInNeeded(AGAIN, true);
    await this.connections.setTier(at.workspace, at.connection, tier, change);
    response.redirect(303, '/console/connections?done=saved');
  }

  @Post('connections/:workspace/:connection/revoke')
  async revoke(
    @Req() { person, body }: ConsoleRequest,
    @Param() at: ConnectionPath,
    @Res() response: Response,
  ): Promise<void> {
    membershipIn(person, at.workspace);
    await this.connections.revoke(at.workspace, at.connection, by(person.user_id, body.version));
    response.redirect(303, '/console/connections?done=revoked');
  }

  /** What was used since the page was shown stays. */
  @Post('connections/:workspace/revoke-unused')
  async revokeUnused(
    @Req() { person, body }: ConsoleRequest,
    @Param('workspace') workspace: string,
    @Res() response: Response,
  ): Promise<void> {
    membershipIn(person, workspace);
    await this.connections.revokeUnused(workspace, person.user_id, Number(body.days));
    response.redirect(303, '/console/connections?done=revoked-unused');
  }

  @Post('connections/:workspace/:connection/restore')
  async restore(
    @Req() { person, body }: ConsoleRequest,
    @Param() at: ConnectionPath,
    @Res() response: Response,
  ): Promise<void> {
    membershipIn(person, at.workspace);
    if (!isFresh(person)) throw new SignInNeeded(AGAIN, true);
    await this.connections.restore(at.workspace, at.connection, by(person.user_id, body.version));
    response.redirect(303, '/console/connections?done=restored');
  }

  /**
   * A stolen, still open session can take rights away but not give any. Judged by the version that will be changed, and
   * by no other: what is not known to be harmless counts as raising.
   */
  private async lowers({ workspace, connection }: ConnectionPath, tier: Tier, by: Change): Promise<boolean> {
    const own = await this.connections.list(workspace, by.user_id);
    const seen = own.find((each) => each.connection_id === connection && each.version === by.version);
    return seen !== undefined && TIERS[tier] <= TIERS[seen.tier];
  }
}

/** Only the owner, and only what they saw. A form without a version matches nothing. */
function by(user_id: string, version: string | undefined): Change {
  return { user_id, version: /^\d{1,9}$/.test(version ?? '') ? Number(version) : -1 };
}
