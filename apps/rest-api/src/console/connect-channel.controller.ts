import { Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AccountService, DomainError, forbidden, isFresh, type AccountUse } from '#crm-domain';
import { logger } from '#platform';
import { begun, resumed, type ConnectAttempt } from './connect-attempt.js';
import { ConsoleScreen } from './console-screen.js';
import { BASE_URL, SignInNeeded, membershipIn, type ConsoleRequest } from './console.guard.js';
import { Cookies } from './cookies.js';
import type { ConnectedMailbox } from './mailbox-client.js';
import { Mailboxes } from './mailboxes.js';
import { SignInGuard } from './sign-in.guard.js';

const CHANNELS_PAGE = '/console/channels';
const TEN_MINUTES = 600;

/** Connecting a mailbox, by the provider's own consent page. */
@ConsoleScreen('console/channels', SignInGuard)
export class ConnectChannelController {
  constructor(
    @Inject(AccountService) private readonly accounts: AccountService,
    @Inject(Mailboxes) private readonly mailboxes: Mailboxes,
    @Inject(Cookies) private readonly cookies: Cookies,
    @Inject(BASE_URL) private readonly baseUrl: string,
  ) {}

  /** A link and not a form: the policy on forms lets none of them end at another site. */
  @Get(':workspace/connect/:channel')
  async begin(
    @Req() request: ConsoleRequest,
    @Param() at: { workspace: string; channel: string },
    @Res() response: Response,
  ): Promise<void> {
    const { person } = request;
    const { workspace_id } = membershipIn(person, at.workspace);
    const mailbox = this.mailboxes.get(at.channel);
    if (!isFresh(person)) throw new SignInNeeded(`${CHANNELS_PAGE}?done=signed-in`, true);
    // From elsewhere the page is shown, and its own link does the rest.
    if (!this.isFromOwnPage(request)) return response.redirect(303, CHANNELS_PAGE);
    const code_verifier = mailbox.newVerifier();
    const { cookie, state } = begun(person, { workspace_id, channel: mailbox.channel, code_verifier });
    this.cookies.write(response, 'connect', cookie, TEN_MINUTES);
    response.redirect(303, (await mailbox.authorizationUrl({ state, code_verifier })).href);
  }

  @Get('callback/:channel')
  async finish(
    @Req() request: ConsoleRequest,
    @Param('channel') channel: string,
    @Res() response: Response,
  ): Promise<void> {
    const { person, query } = request;
    const mailbox = this.mailboxes.get(channel);
    const state = String(query.state ?? '');
    const cookie = this.cookies.read(request, 'connect') ?? '';
    this.cookies.clear(response, 'connect');
    const attempt = resumed(person, mailbox.channel, { cookie, state });
    if (!attempt)
      throw forbidden('This was not begun in your session here, or took longer than ten minutes. Begin again.');
    const { role } = membershipIn(person, attempt.workspace_id);
    if (query.error === 'access_denied') return response.redirect(303, `${CHANNELS_PAGE}?done=declined`);
    const answer = new URL(request.originalUrl, this.baseUrl);
    const connected = await mailbox.finish(answer, { ...attempt, state }).catch((error: unknown) => {
      throw notConfirmed(error, request.requestId);
    });
    await this.keep(attempt, { user_id: person.user_id, role }, connected);
    response.redirect(303, `${CHANNELS_PAGE}?done=connected`);
  }
  private async keep(
    { workspace_id, channel }: ConnectAttempt,
    by: AccountUse,
    mailbox: ConnectedMailbox,
  ): Promise<void> {
    const { address, display_name } = mailbox;
    const account = { channel, external_account_id: address.toLowerCase(), address, display_name };
    const seal = (accountId: string) => this.mailboxes.seal(workspace_id, accountId, mailbox);
    await this.accounts.connect(workspace_id, { ...account, owner_user_id: by.user_id }, { seal, by });
  }

  /** A click in our own page, not a link or a redirect from elsewhere. */
  private isFromOwnPage({ headers }: ConsoleRequest): boolean {
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin';
    return URL.parse(headers.referer ?? '')?.origin === new URL(this.baseUrl).origin;
  }
}

/** In our words; what the provider said stands in the log as the error's own name and nothing more. */
function notConfirmed(error: unknown, request_id: string): DomainError {
  if (error instanceof DomainError) return error;
  const { name, code } = error as { name?: string; code?: string };
  logger.warn({ request_id, error: name, code }, 'a mailbox was not connected');
  return forbidden('The provider did not confirm it, and nothing was connected. Begin again.');
}
