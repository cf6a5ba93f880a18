import { Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError, forbidden } from '#crm-domain';
import { isFresh, type Member } from '#crm-domain/people';
import { logger } from '#platform';
import { CHANNELS_PAGE, after } from './after.js';
import { begun, resumed, type ConnectAttempt } from './connect-attempt.js';
import { OpenQuery } from '../../http/query.guard.js';
import { ConsoleScreen } from '../sign-in/console-screen.js';
import { BASE_URL, SignInNeeded, type ConsoleRequest } from '../sign-in/console.guard.js';
import { Cookies } from '../sign-in/cookies.js';
import type { ConnectedMailbox } from './mailbox-client.js';
import { Mailboxes } from './mailboxes.js';
import { OwnAccounts } from './own-accounts.js';
import { SignInGuard } from '../sign-in/sign-in.guard.js';

const TEN_MINUTES = 600;

/** Connecting a mailbox, by the provider's own consent page. */
@ConsoleScreen('console/channels', SignInGuard)
export class ConnectChannelController {
  constructor(
    @Inject(OwnAccounts) private readonly accounts: OwnAccounts,
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
    const { workspace_id } = person.memberOf(at.workspace);
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
  @OpenQuery()
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
      throw forbidden('This was not started in your session, or took longer than ten minutes. Start again.');
    const member = person.memberOf(attempt.workspace_id);
    if (query.error === 'access_denied') return response.redirect(303, `${CHANNELS_PAGE}?done=declined`);
    const answer = new URL(request.originalUrl, this.baseUrl);
    const connected = await mailbox.finish(answer, { ...attempt, state }).catch((error: unknown) => {
      throw notConfirmed(error, request.requestId);
    });
    const account = await this.keep(attempt, member, connected);
    response.redirect(303, after('connected', account));
  }

  private async keep(
    { workspace_id, channel }: ConnectAttempt,
    member: Member,
    mailbox: ConnectedMailbox,
  ): Promise<string> {
    const { address, display_name } = mailbox;
    const account = { channel, external_account_id: address.toLowerCase(), address, display_name };
    const seal = (accountId: string) => this.mailboxes.seal(workspace_id, accountId, mailbox);
    return (await this.accounts.connect(member, account, seal)).channel_account_id;
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
  return forbidden('The provider did not confirm it, and nothing was connected. Start again.');
}
