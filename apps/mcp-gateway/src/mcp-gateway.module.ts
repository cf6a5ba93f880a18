import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AuthModule, fetchIssuerMetadata } from '#auth';
import { Domain } from '#crm-domain';
import { LoadShedder, BodyMemoryLimit } from '#platform';
import { AuthorizationServer } from './discovery/authorization-server.js';
import { DiscoveryController } from './discovery/discovery.controller.js';
import { adoptMetadata } from './discovery/metadata-policy.js';
import {
  GATEWAY,
  settingsOf,
  type GatewayOnDomain,
  type GatewaySettings,
  type McpGatewayOptions,
} from './gateway-options.js';
import { HealthController } from './health.controller.js';
import { CrmServer } from './protocol/crm-server.js';
import { McpController } from './protocol/mcp.controller.js';
import { RefusalFilter } from './protocol/refusal.filter.js';

/**
 * The tool server as a Nest module; what it stands on comes in through its options, or through the domain that it
 * opens.
 */
@Module({})
export class McpGatewayModule {
  static forRoot(given: McpGatewayOptions | GatewayOnDomain, bodies: BodyMemoryLimit): DynamicModule {
    return {
      module: McpGatewayModule,
      imports: [
        AuthModule.forRoot({
          database: 'database' in given ? given.database : null,
          gatekeeper: { useFactory: ({ gatekeeper }: GatewaySettings) => gatekeeper, inject: [GATEWAY] },
          providers: [settingsProvider(given)],
        }),
      ],
      controllers: [McpController, DiscoveryController, HealthController],
      providers: [
        {
          provide: AuthorizationServer,
          useFactory: ({ issuer, log }: GatewaySettings) =>
            new AuthorizationServer({ fetch: () => fetchIssuerMetadata(issuer, adoptMetadata), log }),
          inject: [GATEWAY],
        },
        { provide: APP_FILTER, useClass: RefusalFilter },
        {
          provide: LoadShedder,
          useFactory: ({ mostAtOnce }: GatewaySettings) => new LoadShedder(mostAtOnce),
          inject: [GATEWAY],
        },
        { provide: BodyMemoryLimit, useValue: bodies },
        CrmServer,
      ],
    };
  }
}

function settingsProvider(given: McpGatewayOptions | GatewayOnDomain): Provider {
  if (!('database' in given)) return { provide: GATEWAY, useValue: settingsOf(given) };
  const useFactory = (domain: Domain) => settingsOf(given.optionsFrom(domain));
  return { provide: GATEWAY, useFactory, inject: [Domain] };
}
