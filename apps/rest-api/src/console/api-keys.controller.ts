import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '#auth';
import { ApiKeyService, KEY_CAPABILITIES, forbidden, isFresh, type Person } from '#crm-domain';
import { apiKeysPage } from './api-keys.page.js';
import { ConsoleFilter } from './console.filter.js';
import { ConsoleGuard, SignInNeeded, membershipIn, type ConsoleRequest } from './console.guard.js';

const DAY = 86_400_000;

/** API keys, for admins of their workspace. */
@ApiExcludeController()
@Public()
@UseGuards(ConsoleGuard)
@UseFilters(ConsoleFilter)
@Controller('console/api-keys')
export class ApiKeysController {
  constructor(@Inject(ApiKeyService) private readonly apiKeys: ApiKeyService) {}

  @Get()
  async show(@Req() { person }: ConsoleRequest, @Res() response: Response): Promise<void> {
    await this.answer(response, person);
  }

  @Post(':workspace')
  async create(
    @Req() { person, body }: ConsoleRequest,
    @Param('workspace') workspace: string,
    @Res() response: Response,
  ): Promise<void> {
    admin(person, workspace);
    if (!isFresh(person)) throw new SignInNeeded('/console/api-keys', true);
    const name = typeof body.name === 'string' ? body.name : '';
    const days = Number(body.expires ?? '');
    const key = {
      ...{ workspace_id: workspace, name, created_by_user_id: person.user_id },
      capabilities: KEY_CAPABILITIES.filter((capability) => body[capability] === 'on'),
      expires_at: days > 0 ? new Date(Date.now() + Math.min(days, 3650) * DAY) : null,
    };
    const { api_key } = await this.apiKeys.create(key);
    await this.answer(response, person, { name, api_key });
  }

  @Post(':workspace/:key/revoke')
  async revoke(
    @Req() { person }: ConsoleRequest,
    @Param() at: { workspace: string; key: string },
    @Res() response: Response,
  ): Promise<void> {
    admin(person, at.workspace);
    await this.apiKeys.revoke(at.workspace, at.key);
    response.redirect(303, '/console/api-keys');
  }

  private async answer(response: Response, person: Person, created?: { name: string; api_key: string }): Promise<void> {
    const own = person.memberships.filter((membership) => membership.role === 'admin');
    const workspaces = await Promise.all(
      own.map(async (membership) => ({ ...membership, keys: await this.apiKeys.list(membership.workspace_id) })),
    );
    response.type('html').send(apiKeysPage(person, workspaces, created));
  }
}

/** @throws DomainError not_found, forbidden */
function admin(person: Person, workspaceId: string): void {
  if (membershipIn(person, workspaceId).role !== 'admin')
    throw forbidden('Only admins of a workspace manage its API keys.');
}
