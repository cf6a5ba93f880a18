import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { AuthenticatedRequest } from '#auth';
import { expressServer, utf8Length, type BodyMemoryLimit, type ExpressApp } from '#platform';
import { Answer, enveloped } from './answer.js';
import { NotModified, comparedVersion, tagOf } from './conditions.js';

/** Characters from which on an answer is encoded before it is handed to Node. */
const LONG_TEXT = 64 * 1024;

/**
 * Sends what routes give: under `data`, with status 200, as JSON, and what has a version with that as its entity tag. Express would find out type and charset of each
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
    const { recordId } = response.req.params as { recordId?: string };
    const version = versionIn(result, recordId);
    if (version !== undefined) response.setHeader('ETag', tagOf(version));
    if (result instanceof NotModified) {
      response.statusCode = 304;
      return response.end();
    }
    const text = JSON.stringify(enveloped(result));
    // Node would go over a long text of other than ASCII characters several times, and after it was weighed.
    const body = text.length > LONG_TEXT ? Buffer.from(text) : text;
    const length = typeof body === 'string' ? utf8Length(body) : body.length;
    (response.req as Response['req'] & Pick<AuthenticatedRequest, 'weight'>).weight?.weigh(length);
    response.statusCode = 200;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', length);
    return response.end(body);
  }
}

/** The version of what is answered with; of a write that was only tried there is none. */
function versionIn(result: unknown, recordKey: string | undefined): number | undefined {
  if (result instanceof Answer && 'dry_run' in result.more) return undefined;
  return comparedVersion((result instanceof Answer ? result.data : result) ?? {}, recordKey);
}
