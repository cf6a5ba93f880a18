import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

/**
 * Writes JSON answers as they are. Express would find out type and charset of each anew, copy it into a buffer and ask
 * whether the caller's own copy is still fresh.
 */
export class AnswerAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const isAnswer = body !== null && typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype;
    if (!isAnswer || response.hasHeader('Content-Type')) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.statusCode = statusCode;
    const text = JSON.stringify(body);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }
}
