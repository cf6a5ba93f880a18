import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Admission, limitServer, watchRequests } from '#platform';
import { SILENT } from './gateway-log.js';
import type { McpGatewayOptions } from './gateway-options.js';
import { McpGatewayModule } from './mcp-gateway.module.js';
import { admit } from './protocol/admit.js';
import { factsOf } from './protocol/request-facts.js';

/** Builds the tool server, ready for `listen`. @throws when an address among the options is not a URL */
export async function createMcpGateway(options: McpGatewayOptions): Promise<INestApplication> {
  // Bodies are read after authentication, by the endpoint itself.
  const settings = { bodyParser: false, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create<NestExpressApplication>(McpGatewayModule.forRoot(options), settings);
  app.disable('x-powered-by').disable('etag');
  app.use(watchRequests({ log: options.log ?? SILENT, factsOf }));
  app.use(admit(new Admission(options.mostAtOnce ?? Number.POSITIVE_INFINITY)));
  limitServer(app.getHttpServer());
  return app;
}
