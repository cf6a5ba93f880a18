import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { NestFactory } from '@nestjs/core';
import { AnswerAdapter } from './http/answer.adapter.js';
import { jsonBody } from './http/json-body.js';
import { serveDocs } from './http/openapi.js';
import { requestLog } from './http/request-log.js';
import { requestId } from './http/request-id.js';
import { RestApiModule } from './rest-api.module.js';
import type { RestSettings } from './settings.js';

/** The REST API, complete and not yet listening. */
export async function createRestApi(settings: RestSettings): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(RestApiModule.forRoot(settings), new AnswerAdapter(), {
    bodyParser: false,
    // What goes wrong at the start is told once, by `runService`.
    abortOnError: false,
    logger: false,
  });
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(requestId);
  app.use(requestLog);
  // Signatures are over the very bytes.
  app.use('/webhooks', express.raw({ type: () => true, limit: '1mb' }));
  app.use(jsonBody());
  app.use('/console', express.urlencoded({ extended: false, limit: '16kb' }));
  app.enableShutdownHooks();
  serveDocs(app, settings.BASE_URL ?? `http://localhost:${settings.REST_PORT}`);
  return app;
}
