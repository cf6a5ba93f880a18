import { Controller, Get, Inject, Param, Post, Query, Redirect, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '#auth';
import { ConnectionService, TIERS, isFresh, type Tier } from '#crm-domain';
import { connectionsPage } from './connections.page.js';
import { ConsoleFilter } from './console.filter.js';
import { ConsoleGuard, SignInNeeded, membershipIn, type ConsoleRequest } from './console.guard.js';

interface ConnectionPath {
  workspace: string;
  connection: string;
}

const NOTICES: Record<string, string> = {
  saved: 'Saved. It holds from the next request on.',
  revoked: 'Revoked. The client is refused from its next request on.',
  restored: 'Allowed again, to read.',
};

/** A person's own connections; never somebody else's, whatever their role. */
@ApiExcludeController()
@Public()
@UseGuards(ConsoleGuard)
@UseFilters(ConsoleFilter)
@Controller('console')
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
    response.type('html').send(connectionsPage(person, workspaces, NOTICES[String(done)]));
  }

  @Post('connections/:workspace/:connection/tier')
  async setTier(
    @Req() { person, body }: ConsoleRequest,
    @Param() at: ConnectionPath,
    @Res() response: Response,
  ): Promise<void> {
    membershipIn(person, at.workspace);
    const tier = body.tier as Tier;
    const now = (await this.connections.list(at.workspace, person.user_id)).find(
      (each) => each.connection_id === at.connection,
    );
    // A stolen, still open session can take rights away but not give any.
    if (now && TIERS[tier] > TIERS[now.tier] && !isFresh(person)) throw new SignInNeeded('/console/connections', true);
    await this.connections.setTier(at.workspace, at.connection, tier, by(person.user_id, body.version));
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

  @Post('connections/:workspace/:connection/restore')
  async restore(
    @Req() { person, body }: ConsoleRequest,
    @Param() at: ConnectionPath,
    @Res() response: Response,
  ): Promise<void> {
    membershipIn(person, at.workspace);
    if (!isFresh(person)) throw new SignInNeeded('/console/connections', true);
    await this.connections.restore(at.workspace, at.connection, by(person.user_id, body.version));
    response.redirect(303, '/console/connections?done=restored');
  }
}

/** Only the owner, and only what they saw. A form without a version matches nothing. */
function by(user_id: string, version: string | undefined): { user_id: string; version: number } {
  return { user_id, version: /^\d{1,9}$/.test(version ?? '') ? Number(version) : -1 };
}
