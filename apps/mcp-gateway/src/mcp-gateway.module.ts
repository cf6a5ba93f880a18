import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { fetchIssuerMetadata } from '#auth';
import { Admission, BodyRoom } from '#platform';
import { AuthorizationServer } from './discovery/authorization-server.js';
import { DiscoveryController } from './discovery/discovery.controller.js';
import { adoptMetadata } from './discovery/metadata-policy.js';
import { GATEWAY, settingsOf, type McpGatewayOptions } from './gateway-options.js';
import { HealthController } from './health.controller.js';
import { CrmServer } from './protocol/crm-server.js';
import { McpController } from './protocol/mcp.controller.js';
import { RefusalFilter } from './protocol/refusal.filter.js';

/** The tool server as a Nest module; what it stands on comes in through its options. */
@Module({})
export class McpGatewayModule {
  static forRoot(options: McpGatewayOptions, bodies: BodyRoom): DynamicModule {
    const settings = settingsOf(options);
    const { issuer, log } = settings;
    return {
      module: McpGatewayModule,
      controllers: [McpController, DiscoveryController, HealthController],
      providers: [
        { provide: GATEWAY, useValue: settings },
        {
          provide: AuthorizationServer,
          useValue: new AuthorizationServer({ fetch: () => fetchIssuerMetadata(issuer, adoptMetadata), log }),
        },
        { provide: APP_FILTER, useClass: RefusalFilter },
        { provide: Admission, useValue: new Admission(settings.mostAtOnce) },
        { provide: BodyRoom, useValue: bodies },
        CrmServer,
      ],
    };
  }
}
