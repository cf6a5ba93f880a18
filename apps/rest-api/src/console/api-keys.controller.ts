import { Controller, Get, Inject, Param, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '#auth';
import { ApiKeyService, KEY_CAPABILITIES, forbidden, isFresh, type Person } from '#crm-domain';
import { apiKeysPage } from './api-keys.page.js';
import { ConsoleFilter } from './console.filter.js';
import { ConsoleGuard, SignInNeeded, membershipIn, type ConsoleRequest } from './console.guard.js';
import { Cookies } from './cookies.js';
import { opened, sealed } from './shown-once.js';

const PATH = '/console/api-keys';
const DAY = 86_400_000;
/** Long enough to follow a redirect. */
const SHOWN_WITHIN = 60;

/** API keys, for admins of their workspace. */
@ApiExcludeController()
@Public()
@UseGuards(ConsoleGuard)
@UseFilters(ConsoleFilter)
@Controller('console/api-keys')
export class ApiKeysController {
  constructor(
    @Inject(ApiKeyService) private readonly apiKeys: ApiKeyService,
    @Inject(Cookies) private readonly cookies: Cookies,
  ) {}

  @Get()
  async show(
    @Req() request: ConsoleRequest,
    @Query('revoked') revoked: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const { person } = request;
    const cookie = this.cookies.read(request, 'made');
    if (cookie) this.cookies.clear(response, 'made');
    const own = person.memberships.filter((membership) => membership.role === 'admin');
    const workspaces = await Promise.all(
      own.map(async (membership) => ({ ...membership, keys: await this.apiKeys.list(membership.workspace_id) })),
    );
    const made = cookie ? opened(person, cookie) : undefined;
    response.type('html').send(apiKeysPage(person, workspaces, { made, revoked }));
  }

  @Post(':workspace')
  async create(
    @Req() { person, body }: ConsoleRequest,
    @Param('workspace') workspace: string,
    @Res() response: Response,
  ): Promise<void> {
    admin(person, workspace);
    if (!isFresh(person)) throw new SignInNeeded(PATH, true);
    const name = typeof body.name === 'string' ? body.name : '';
    const days = Number(body.expires ?? '');
    const key = {
      ...{ workspace_id: workspace, name, created_by_user_id: person.user_id },
      capabilities: KEY_CAPABILITIES.filter((capability) => body[capability] === 'on'),
      expires_at: days > 0 ? new Date(Date.now() + Math.min(days, 3650) * DAY) : null,
    };
    const made = await this.apiKeys.create(key);
    this.cookies.write(response, 'made', sealed(person, made), SHOWN_WITHIN);
    response.redirect(303, PATH);
  }

  @Post(':workspace/:key/revoke')
  async revoke(
    @Req() { person }: ConsoleRequest,
    @Param() at: { workspace: string; key: string },
    @Res() response: Response,
  ): Promise<void> {
    admin(person, at.workspace);
    await this.apiKeys.revoke(at.workspace, at.key);
    response.redirect(303, `${PATH}?revoked=${encodeURIComponent(at.key)}`);
  }
}

/** @throws DomainError not_found, forbidden */
function admin(person: Person, workspaceId: string): void {
  if (membershipIn(person, workspaceId).role !== 'admin')
    throw forbidden('Only admins of a workspace manage its API keys.');
}
