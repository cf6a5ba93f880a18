import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import {
  LoadShedder,
  BodyMemoryLimit,
  expressServer,
  limitServer,
  watchRequests,
  type ExpressApp,
  type RequestFacts,
  type RoutedRequest,
} from '#platform';
import { GATEWAY, type GatewayOnDomain, type GatewaySettings, type McpGatewayOptions } from './gateway-options.js';
import { McpGatewayModule } from './mcp-gateway.module.js';
import { admit } from './protocol/admit.js';
import { BODY_LIMIT } from './protocol/read-body.js';
import type { McpRequest } from './protocol/host-origin.guard.js';

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
  app.use(watchRequests({ log: app.get<GatewaySettings>(GATEWAY).requestLog, factsOf }));
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

/** Whose request it was, for its line in the log; what is public has no visit. */
function factsOf(request: RoutedRequest): RequestFacts {
  const { visit, bearer } = request as unknown as Partial<McpRequest>;
  return {
    request_id: visit?.requestId,
    workspace_id: bearer?.caller.workspace_id,
    credential: visit?.actor?.connection_id ?? bearer?.connection_id ?? bearer?.caller.client_id ?? undefined,
    tool: visit?.tool,
  };
}
