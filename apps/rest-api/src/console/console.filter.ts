import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '#crm-domain';
import { logger } from '#platform';
import { ERRORS } from '../http/error-table.js';
import { protect, SignInNeeded, type ConsoleRequest } from './console.guard.js';
import { messagePage } from './message.page.js';

/** Errors as pages for people. */
@Catch()
export class ConsoleFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const request = host.switchToHttp().getRequest<ConsoleRequest>();
    if (error instanceof SignInNeeded) {
      const fresh = error.fresh ? '&fresh=1' : '';
      return response.redirect(303, `/console/sign-in?return_to=${encodeURIComponent(error.returnTo)}${fresh}`);
    }
    protect(response);
    const known = error instanceof DomainError;
    if (!known) logger.error({ err: error, request_id: request.requestId }, 'a screen failed');
    const status = known ? ERRORS[error.kind].statusCode : 500;
    const text = known
      ? error.message
      : `Something went wrong on our side. Tell the operator this id: ${request.requestId}`;
    response
      .status(status)
      .type('html')
      .send(messagePage({ title: status === 404 ? 'Not found' : 'That did not work', text }));
  }
}
