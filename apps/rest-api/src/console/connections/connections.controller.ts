import { Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { TIERS, isFresh, type Member, type Tier } from '#crm-domain/people';
import type { Approval } from '#crm-domain/messaging';
import { TOOL_SERVER } from '../../settings.js';
import { connectionsPage } from './connections.page.js';
import { OwnConnections } from './own-connections.js';
import { SIGNED_IN_AGAIN } from '../layout/notice.js';
import { QueryNames } from '../../http/query.guard.js';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import { SignInNeeded, type ConsoleRequest } from '../sign-in/console.guard.js';

interface ConnectionPath {
  workspace: string;
  connection: string;
}

/** The page that says what was done, at the connection that it was done to. */
function after(done: 'saved' | 'revoked' | 'restored' | 'signed-in', { connection }: ConnectionPath): string {
  return `/console/connections?done=${done}&at=${encodeURIComponent(connection)}`;
}

/** Connections on the screen: of all workspaces together, and of each at least. */
const MOST_SHOWN = 500;
const FEWEST_SHOWN = 10;
const DAY = 86_400_000;

const NOTICES: Record<string, string> = {
  saved: 'Saved. Takes effect immediately.',
  revoked: 'Revoked. The client is refused from its next request on.',
  restored: 'Allowed again, to read.',
  removed: 'Removed. The service is refused from its next request on.',
  'signed-in': SIGNED_IN_AGAIN,
};

/** A person's own connections, and for admins those of services; never another person's, whatever their role. */
@ConsoleScreen('console')
export class ConnectionsController {
  constructor(
    @Inject(OwnConnections) private readonly connections: OwnConnections,
    @Inject(TOOL_SERVER) private readonly toolServer: string | undefined,
  ) {}

  @Get('connections')
  @QueryNames('done', 'at', 'count', 'days')
  async show(
    @Req() { person }: ConsoleRequest,
    @Query() { done, at, count, days }: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const most = Math.max(FEWEST_SHOWN, Math.floor(MOST_SHOWN / person.memberships.length));
    const workspaces = await Promise.all(
      person.memberships.map(async (membership) => {
        const member = person.memberOf(membership.workspace_id);
        const connections = await this.connections.list(member, most);
        const isCut = connections.length === most && (await this.connections.count(member)) > most;
        return { ...membership, connections, isCut, services: await this.connections.listOfServices(member) };
      }),
    );
    const revoked = done === 'revoked-unused' ? { count: readNumber(count), days: readNumber(days) } : undefined;
    const notice = Object.hasOwn(NOTICES, String(done)) ? NOTICES[String(done)] : undefined;
    const { toolServer } = this;
    response.type('html').send(connectionsPage(person, { workspaces, toolServer, notice, at, revoked }));
  }

  @Post('connections/:workspace/:connection/tier')
  async setTier(
    @Req() { person, body }: ConsoleRequest,
    @Param() at: ConnectionPath,
    @Res() response: Response,
  ): Promise<void> {
    const [member, version] = [person.memberOf(at.workspace), readVersion(body.version)];
    const tier = body.tier as Tier;
    if (!isFresh(person) && !(await this.lowers(member, at, { tier, version })))
      throw new SignInNeeded(after('signed-in', at), true);
    await this.connections.setTier(member, at.connection, tier, version);
    response.redirect(303, after('saved', at));
  }

  /** That drafts need the person is a limit, which a stolen session may set; to lift it asks for a new sign-in. */
  @Post('connections/:workspace/:connection/approval')
  async setApproval(
    @Req() { person, body }: ConsoleRequest,
    @Param() at: ConnectionPath,
    @Res() response: Response,
  ): Promise<void> {
    const member = person.memberOf(at.workspace);
    const approval = body.approval as Approval;
    if (!isFresh(person) && approval !== 'required') throw new SignInNeeded(after('signed-in', at), true);
    await this.connections.setApproval(member, at.connection, approval, readVersion(body.version));
    response.redirect(303, after('saved', at));
  }

  @Post('connections/:workspace/:connection/revoke')
  async revoke(
    @Req() { person, body }: ConsoleRequest,
    @Param() at: ConnectionPath,
    @Res() response: Response,
  ): Promise<void> {
    await this.connections.revoke(person.memberOf(at.workspace), at.connection, readVersion(body.version));
    response.redirect(303, after('revoked', at));
  }

  /** Those that the page named; what was used since it was shown stays. */
  @Post('connections/:workspace/revoke-unused')
  async revokeUnused(
    @Req() { person, body }: ConsoleRequest,
    @Param('workspace') workspace: string,
    @Res() response: Response,
  ): Promise<void> {
    const since = new Date(body.unused_since ?? '');
    const count = await this.connections.revokeUnused(person.memberOf(workspace), since);
    const days = Math.floor((Date.now() - since.getTime()) / DAY);
    const outcome = `count=${count}&days=${days}`;
    response.redirect(303, `/console/connections?done=revoked-unused&at=${encodeURIComponent(workspace)}&${outcome}`);
  }

  @Post('connections/:workspace/:connection/restore')
  async restore(
    @Req() { person, body }: ConsoleRequest,
    @Param() at: ConnectionPath,
    @Res() response: Response,
  ): Promise<void> {
    const member = person.memberOf(at.workspace);
    if (!isFresh(person)) throw new SignInNeeded(after('signed-in', at), true);
    await this.connections.restore(member, at.connection, readVersion(body.version));
    response.redirect(303, after('restored', at));
  }

  @Post('connections/:workspace/services/:user/remove')
  async removeService(
    @Req() { person }: ConsoleRequest,
    @Param() { workspace, user }: { workspace: string; user: string },
    @Res() response: Response,
  ): Promise<void> {
    await this.connections.removeService(person.memberOf(workspace), user);
    response.redirect(303, '/console/connections?done=removed');
  }

  /**
   * A stolen, still open session can take rights away but not give any. Judged by the version that will be changed, and
   * by no other: what is not known to be harmless counts as raising.
   */
  private async lowers(
    member: Member,
    { connection }: ConnectionPath,
    { tier, version }: { tier: Tier; version: number },
  ): Promise<boolean> {
    const decided = await this.connections.listWithServices(member);
    const seen = decided.find((each) => each.connection_id === connection && each.version === version);
    return seen !== undefined && TIERS[tier] <= TIERS[seen.tier];
  }
}

/** A number of the address of the page; 0 for what is none. */
function readNumber(text: unknown): number {
  return typeof text === 'string' && /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** Of what its owner saw. A form without a version matches nothing. */
function readVersion(version: string | undefined): number {
  return /^\d{1,9}$/.test(version ?? '') ? Number(version) : -1;
}
