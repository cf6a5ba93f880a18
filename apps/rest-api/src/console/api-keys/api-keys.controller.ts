import { Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '#crm-domain';
import { KEY_CAPABILITIES, isFresh, type Person } from '#crm-domain/people';
import { ERRORS } from '../../http/error-table.js';
import { apiKeysPage, type KeysOnShow } from './api-keys.page.js';
import { QueryNames } from '../../http/query.guard.js';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import { AfterSignIn, SignInNeeded, type ConsoleRequest } from '../sign-in/console.guard.js';
import { Cookies } from '../sign-in/cookies.js';
import { keyDraftFrom, keyDraftQuery, keyProblems, readKeyDraft } from './key-draft.js';
import { ManagedApiKeys, demandAdmin } from './managed-api-keys.js';
import { opened, sealed } from './shown-once.js';

const PATH = '/console/api-keys';
const DAY = 86_400_000;
/** Long enough to follow a redirect. */
const SHOWN_WITHIN = 60;

/** The page with the form for a new key as it was sent. */
function filledIn({ params, body }: ConsoleRequest): string {
  return `${PATH}?${keyDraftQuery(readKeyDraft(String(params.workspace), body ?? {}))}`;
}

/** API keys, for admins of their workspace. */
@ConsoleScreen('console/api-keys')
export class ApiKeysController {
  constructor(
    @Inject(ManagedApiKeys) private readonly apiKeys: ManagedApiKeys,
    @Inject(Cookies) private readonly cookies: Cookies,
  ) {}

  @Get()
  @QueryNames('revoked', 'done', 'at', 'workspace', 'name', 'expires', ...KEY_CAPABILITIES)
  async show(
    @Req() request: ConsoleRequest,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const { person } = request;
    const cookie = this.cookies.read(request, 'made');
    if (cookie) this.cookies.clear(response, 'made');
    const made = cookie ? opened(person, cookie) : undefined;
    const { revoked, done, at } = query;
    const shown = { made, revoked, done, at, draft: keyDraftFrom(query) };
    response.type('html').send(await this.page(person, shown));
  }

  /** What cannot be made is shown again as it was filled in, with the reason. */
  @Post(':workspace')
  @AfterSignIn(filledIn)
  async create(
    @Req() request: ConsoleRequest,
    @Param('workspace') workspace: string,
    @Res() response: Response,
  ): Promise<void> {
    const { person } = request;
    const member = person.memberOf(workspace);
    demandAdmin(member);
    const draft = readKeyDraft(workspace, request.body);
    if (!isFresh(person)) throw new SignInNeeded(filledIn(request), true);
    const { name, capabilities, expires } = draft;
    const expires_at = expires ? new Date(Date.now() + Number(expires) * DAY) : null;
    try {
      const made = await this.apiKeys.create(member, { name, capabilities, expires_at });
      this.cookies.write(response, 'made', sealed(person, made), SHOWN_WITHIN);
      response.redirect(303, PATH);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const page = await this.page(person, { draft: { ...draft, problems: keyProblems(error) } });
      response.status(ERRORS[error.kind].statusCode).type('html').send(page);
    }
  }

  /** A refused form stands at its own address, which people open again or go back to. */
  @Get(':workspace')
  back(@Res() response: Response): void {
    response.redirect(303, PATH);
  }

  @Post(':workspace/:key/revoke')
  async revoke(
    @Req() { person }: ConsoleRequest,
    @Param() at: { workspace: string; key: string },
    @Res() response: Response,
  ): Promise<void> {
    await this.apiKeys.revoke(person.memberOf(at.workspace), at.key);
    response.redirect(303, `${PATH}?revoked=${encodeURIComponent(at.key)}`);
  }

  private async page(person: Person, shown: KeysOnShow): Promise<string> {
    const own = person.memberships.filter((membership) => membership.role === 'admin');
    const workspaces = await Promise.all(
      own.map(async (membership) => ({
        ...membership,
        keys: await this.apiKeys.list(person.memberOf(membership.workspace_id)),
      })),
    );
    return apiKeysPage(person, workspaces, shown);
  }
}
