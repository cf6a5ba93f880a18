import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { AnswerWeighing } from '#auth';
import { forbidden } from '#crm-domain';
import { SignInService, type Person } from '#crm-domain/people';
import { screenOf } from '../layout/page.js';
import { Cookies } from './cookies.js';
import { ScreenAdmission } from './screen-admission.js';
import { addressOf, networkOf } from '../../http/address.js';
import type { LeftBody } from '../../http/body-reader.js';

export interface ConsoleRequest extends Request {
  person: Person;
  requestId: string;
  /** Of a page. */
  weight?: AnswerWeighing;
  body: Record<string, string | undefined>;
}

/** Nobody is signed in; the answer is the way to the sign-in. */
export class SignInNeeded extends Error {
  constructor(
    readonly returnTo: string,
    readonly fresh: boolean,
  ) {
    super('sign-in needed');
  }
}

/** Says where somebody goes on who has to sign in before this form: with what it was filled in with, if need be. */
export const AfterSignIn = Reflector.createDecorator<(request: ConsoleRequest) => string>();

/** Injection token of the address under which browsers reach the screens. */
export const BASE_URL = Symbol('base url');

/** Lets people in by their session cookie; a changing request must come from our own page. */
@Injectable()
export class ConsoleGuard implements CanActivate {
  constructor(
    @Inject(SignInService) private readonly signIns: SignInService,
    @Inject(Cookies) private readonly cookies: Cookies,
    @Inject(BASE_URL) private readonly baseUrl: string,
    @Inject(ScreenAdmission) private readonly admission: ScreenAdmission,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ConsoleRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    protect(response);
    const token = this.cookies.read(request, 'session');
    this.admission.arrive(response, networkOf(addressOf(request) ?? ''), token);
    const person = token && (await this.signIns.find(token));
    if (!person) {
      // A form that was not read is not kept.
      const isRead = (request as { body?: unknown }).body !== undefined;
      const own = isRead ? new Reflector().get(AfterSignIn, context.getHandler()) : undefined;
      throw new SignInNeeded((own ?? placeOf)(request), false);
    }
    this.admission.belongs(response, person.user_id);
    if (request.method === 'POST') await this.readForm(request);
    if (request.method !== 'GET') this.checkOwnPage(request, person);
    request.person = person;
    return true;
  }

  /** Reads a form that was left with its sender. @throws FormRefused */
  private async readForm(request: ConsoleRequest & LeftBody): Promise<void> {
    await request.readBody?.();
    if (request.bodyError !== undefined) throw request.bodyError;
  }

  /** @throws DomainError forbidden for a form that was not ours */
  private checkOwnPage(request: ConsoleRequest, person: Person): void {
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const token = request.body?.csrf ?? request.get(TOKEN_HEADER);
    const sameOrigin = origin === undefined ? site === 'same-origin' : origin === new URL(this.baseUrl).origin;
    if (!sameOrigin || (site !== undefined && site !== 'same-origin') || !same(token, person.csrf)) {
      throw forbidden('This form did not come from the page it belongs to. Go back, reload and try again.');
    }
  }
}

/** Where somebody goes on after signing in: a form that was sent is not sent again, its screen is shown. */
function placeOf({ method, originalUrl, path }: ConsoleRequest): string {
  if (method === 'GET') return originalUrl;
  const screen = screenOf(path);
  return screen ? `${screen.start}?done=signed-in${screen.id ? `&at=${screen.id}` : ''}` : '/console';
}

/** The policy of pages whose script asks this server. */
export const IN_TOUCH =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** In place of the field of a form, of what a script sends. */
const TOKEN_HEADER = 'x-form-token';

/** Headers of every page that shows or changes something of a person. */
export function protect(response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'same-origin');
}

function same(given: string | undefined, wanted: string): boolean {
  if (typeof given !== 'string') return false;
  const [bytes, expected] = [Buffer.from(given), Buffer.from(wanted)];
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
