import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { AuthenticatedRequest } from '#auth';
import { expressServer, utf8Length, type BodyMemoryLimit, type ExpressApp } from '#platform';
import { enveloped } from './answer.js';

/**
 * Sends what routes give: under `data`, with status 200, as JSON. Express would find out type and charset of each
 * answer anew, copy it into a buffer and ask whether the caller's own copy is still fresh.
 */
export class AnswerAdapter extends ExpressAdapter {
  constructor(private readonly bodies: BodyMemoryLimit) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = expressServer(this.getInstance<ExpressApp>(), this.bodies);
  }

  override reply(response: Response, result: unknown): unknown {
    const text = JSON.stringify(enveloped(result));
    const length = utf8Length(text);
    (response.req as Response['req'] & Pick<AuthenticatedRequest, 'weight'>).weight?.weigh(length);
    response.statusCode = 200;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', length);
    return response.end(text);
  }
}
