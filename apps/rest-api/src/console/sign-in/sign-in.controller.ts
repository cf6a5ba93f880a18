import { Controller, Get, Inject, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#auth';
import { forbidden } from '#crm-domain';
import { SignInService } from '#crm-domain/people';
import { QueryGuard, QueryNames } from '../../http/query.guard.js';
import { UnprovedCallers } from '../../http/unproved-callers.js';
import { BASE_URL, ConsoleGuard, protect } from './console.guard.js';
import { ConsoleFilter } from '../console.filter.js';
import { Cookies } from './cookies.js';
import { IdentityClient } from './identity-client.js';
import { readLogin, writeLogin } from './login.js';
import { messagePage } from '../layout/message.page.js';
import { SignInGuard } from './sign-in.guard.js';

/** Where a sign-out ends. */
export const SIGNED_OUT = '/console/signed-out';

const TEN_MINUTES = 600;
const TWELVE_HOURS = 43_200;

/** Signing in and out by the identity provider. */
@ApiExcludeController()
@Public()
@UseFilters(ConsoleFilter)
@Controller('console')
export class SignInController {
  @Inject(BASE_URL) private readonly baseUrl!: string;

  constructor(
    @Inject(SignInService) private readonly signIns: SignInService,
    @Inject(IdentityClient) private readonly identity: IdentityClient,
    @Inject(Cookies) private readonly cookies: Cookies,
    @Inject(UnprovedCallers) private readonly strangers: UnprovedCallers,
  ) {}

  @Get('sign-in')
  @QueryNames('return_to', 'fresh')
  @UseGuards(SignInGuard, QueryGuard)
  async begin(
    @Query('return_to') returnTo: string | undefined,
    @Query('fresh') fresh: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    protect(response);
    const login = { ...this.identity.newSecrets(), return_to: localPath(returnTo) };
    const ask = () => this.identity.authorizationUrl({ ...login, fresh: fresh === '1' });
    const url = await this.strangers.run(request, response, ask);
    this.cookies.write(response, 'login', writeLogin(login), TEN_MINUTES);
    response.redirect(303, url.href);
  }

  @Get('callback')
  @UseGuards(SignInGuard)
  async finish(@Req() request: Request, @Res() response: Response): Promise<void> {
    protect(response);
    const login = readLogin(this.cookies.read(request, 'login'));
    this.cookies.clear(response, 'login');
    if (!login || login.state !== request.query.state)
      throw forbidden('This sign-in was not started in this browser, or took longer than ten minutes. Start again.');
    const answer = new URL(request.originalUrl, this.baseUrl);
    const ask = () =>
      this.identity.finish(answer, login).catch((cause: unknown) => {
        throw Object.assign(forbidden('The identity provider did not confirm this sign-in. Start again.'), { cause });
      });
    const person = await this.strangers.run(request, response, ask);
    const session = await this.signIns.open(person);
    const old = this.cookies.read(request, 'session');
    if (old) await this.signIns.close(old);
    this.cookies.write(response, 'session', session, TWELVE_HOURS);
    response.redirect(303, localPath(login.return_to));
  }

  @Post('sign-out')
  @UseGuards(ConsoleGuard, QueryGuard)
  async end(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.signIns.close(this.cookies.read(request, 'session')!);
    this.cookies.clear(response, 'session');
    response.redirect(303, '/console/leave');
  }

  /**
   * Ends the session at the provider too: it would let the next person in without a password. A page between, since no
   * form of these screens may end at another site; who comes here by a link has the provider's own question before
   * them.
   */
  @Get('leave')
  @UseGuards(SignInGuard, QueryGuard)
  async leave(@Req() request: Request, @Res() response: Response): Promise<void> {
    protect(response);
    const ask = () => this.identity.endSessionUrl().catch(() => undefined);
    const url = await this.strangers.run(request, response, ask);
    if (!url) return response.redirect(303, SIGNED_OUT);
    const text = 'You are signed out here. The identity provider asks whether to sign you out there as well.';
    const next = { path: url.href, label: 'Go on to the identity provider' };
    response.type('html').send(messagePage({ title: 'Signing out', text, next, onward: true }));
  }
}

/** Only ever a page of ours: neither another host nor a scheme. */
function localPath(path: string | undefined): string {
  return typeof path === 'string' && /^\/console(\/[\w/-]*)?(\?[\w&=%.+*-]{0,2000})?$/.test(path) ? path : '/console';
}
