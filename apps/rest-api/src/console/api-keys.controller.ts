import { Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ApiKeyService, DomainError, forbidden, isFresh, type Person } from '#crm-domain';
import { ERRORS } from '../http/error-table.js';
import { apiKeysPage, type KeysOnShow } from './api-keys.page.js';
import { ConsoleScreen } from './console-screen.js';
import { SignInNeeded, membershipIn, type ConsoleRequest } from './console.guard.js';
import { Cookies } from './cookies.js';
import { keyDraftFrom, keyDraftQuery, readKeyDraft } from './key-draft.js';
import { opened, sealed } from './shown-once.js';

const PATH = '/console/api-keys';
const DAY = 86_400_000;
/** Long enough to follow a redirect. */
const SHOWN_WITHIN = 60;

/** API keys, for admins of their workspace. */
@ConsoleScreen('console/api-keys')
export class ApiKeysController {
  constructor(
    @Inject(ApiKeyService) private readonly apiKeys: ApiKeyService,
    @Inject(Cookies) private readonly cookies: Cookies,
  ) {}

  @Get()
  async show(
    @Req() request: ConsoleRequest,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const { person } = request;
    const cookie = this.cookies.read(request, 'made');
    if (cookie) this.cookies.clear(response, 'made');
    const made = cookie ? opened(person, cookie) : undefined;
    const shown = { made, revoked: query.revoked, draft: keyDraftFrom(query) };
    response.type('html').send(await this.page(person, shown));
  }

  /** What cannot be made is shown again as it was filled in, with the reason. */
  @Post(':workspace')
  async create(
    @Req() { person, body }: ConsoleRequest,
    @Param('workspace') workspace: string,
    @Res() response: Response,
  ): Promise<void> {
    admin(person, workspace);
    const draft = readKeyDraft(workspace, body);
    if (!isFresh(person)) throw new SignInNeeded(`${PATH}?${keyDraftQuery(draft)}`, true);
    const { name, capabilities, expires } = draft;
    const expires_at = expires ? new Date(Date.now() + Number(expires) * DAY) : null;
    try {
      const key = { workspace_id: workspace, name, capabilities, expires_at, created_by_user_id: person.user_id };
      const made = await this.apiKeys.create(key);
      this.cookies.write(response, 'made', sealed(person, made), SHOWN_WITHIN);
      response.redirect(303, PATH);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const page = await this.page(person, { draft: { ...draft, problem: error.message } });
      response.status(ERRORS[error.kind].statusCode).type('html').send(page);
    }
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

  private async page(person: Person, shown: KeysOnShow): Promise<string> {
    const own = person.memberships.filter((membership) => membership.role === 'admin');
    const workspaces = await Promise.all(
      own.map(async (membership) => ({ ...membership, keys: await this.apiKeys.list(membership.workspace_id) })),
    );
    return apiKeysPage(person, workspaces, shown);
  }
}

/** @throws DomainError not_found, forbidden */
function admin(person: Person, workspaceId: string): void {
  if (membershipIn(person, workspaceId).role !== 'admin')
    throw forbidden('Only admins of a workspace manage its API keys.');
}
