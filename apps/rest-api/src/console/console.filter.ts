import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '#crm-domain';
import { LoadShedder, logger } from '#platform';
import { ERRORS } from '../http/error-table.js';
import { FormRefused } from './form-body.js';
import { protect, SignInNeeded, type ConsoleRequest } from './sign-in/console.guard.js';
import { messagePage } from './layout/message.page.js';
import { screenOf } from './layout/page.js';

/** Errors as pages for people. */
@Catch()
export class ConsoleFilter implements ExceptionFilter {
  constructor(@Inject(LoadShedder) private readonly admission: LoadShedder) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const request = host.switchToHttp().getRequest<ConsoleRequest>();
    this.admission.turnAway(response, () => this.tell(error, request, response));
  }

  private tell(error: unknown, request: ConsoleRequest, response: Response): void {
    protect(response);
    if (error instanceof SignInNeeded) return askToSignIn(error, request, response);
    const known = error instanceof DomainError || error instanceof FormRefused;
    if (!known) logger.error({ err: error, request_id: request.requestId }, 'a screen failed');
    const status = known ? ERRORS[error.kind].statusCode : 500;
    if (known && error.retryAfter !== undefined) response.setHeader('Retry-After', String(error.retryAfter));
    const text = known
      ? error.message
      : `Something went wrong on our side. Tell the operator this id: ${request.requestId}`;
    response
      .status(status)
      .type('html')
      .send(
        messagePage({
          title: status === 404 ? 'Not found' : 'That did not work',
          text,
          next: wayBack(request, status),
        }),
      );
  }
}

/** Back to the screen that a form was sent from, at what it was about. */
function wayBack({ path, method }: ConsoleRequest, status: number): { path: string; label: string } | undefined {
  const screen = screenOf(path);
  if (!screen || method === 'GET') return undefined;
  const { start, name, id } = screen;
  // What was not found is on no page either, and whether it is somebody else's is not told.
  return { path: id && status !== 404 ? `${start}?at=${id}` : start, label: `Back to ${name}` };
}

/**
 * A page that was asked for comes after the sign-in. A form is not kept, and says so on a page of its own: the policy
 * on forms lets none of them end at the identity provider, whatever redirects there are in between.
 */
function askToSignIn({ returnTo, fresh }: SignInNeeded, { method }: ConsoleRequest, response: Response): void {
  const path = `/console/sign-in?return_to=${encodeURIComponent(returnTo)}${fresh ? '&fresh=1' : ''}`;
  if (method === 'GET') return response.redirect(303, path);
  const text = fresh
    ? 'To give more permissions, sign in again: your last sign-in was more than 15 minutes ago. Nothing was changed.'
    : 'You are not signed in any more. Nothing was changed.';
  const next = { path, label: 'Sign in' };
  response
    .status(403)
    .type('html')
    .send(messagePage({ title: 'Sign in again', text, next }));
}
