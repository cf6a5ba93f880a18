import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { LoadShedder, BodyMemoryLimit, expressServer, limitServer, watchRequests, type ExpressApp } from '#platform';
import { GATEWAY, type GatewayOnDomain, type GatewaySettings, type McpGatewayOptions } from './gateway-options.js';
import { McpGatewayModule } from './mcp-gateway.module.js';
import { admit } from './protocol/admit.js';
import { BODY_LIMIT } from './protocol/read-body.js';
import { factsOf } from './protocol/request-facts.js';

/**
 * Builds the tool server, ready for `listen`.
 *
 * @throws when an address among the options is not a URL, or the domain cannot be opened
 */
export async function createMcpGateway(options: McpGatewayOptions | GatewayOnDomain): Promise<INestApplication> {
  // Bodies are read after authentication, by the endpoint itself.
  const settings = { bodyParser: false, logger: false, abortOnError: false } as const;
  const bodies = new BodyMemoryLimit(BODY_LIMIT);
  const module = McpGatewayModule.forRoot(options, bodies);
  const app = await NestFactory.create<NestExpressApplication>(module, new GatewayAdapter(bodies), settings);
  app.disable('x-powered-by').disable('etag');
  app.use(watchRequests({ log: app.get<GatewaySettings>(GATEWAY).log, factsOf }));
  app.use(admit(app.get(LoadShedder)));
  limitServer(app.getHttpServer());
  return app;
}

class GatewayAdapter extends ExpressAdapter {
  constructor(private readonly bodies: BodyMemoryLimit) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = expressServer(this.getInstance<ExpressApp>(), this.bodies);
  }
}
