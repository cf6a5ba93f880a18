import { Module, type DynamicModule, type FactoryProvider, type Provider } from '@nestjs/common';
import { AccessService, CrmDomainModule, type DatabaseOptions } from '#crm-domain';
import { ApiKeyService, ConnectionService } from '#crm-domain/people';
import { Gatekeeper } from './access/gatekeeper.js';
import { GrantPolicy } from './access/grant-policy.js';
import { RateLimiter, type RateLimits } from './access/rate-limiter.js';
import { RestGatekeeper } from './access/rest-gatekeeper.js';
import { TokenBearers } from './access/token-bearer.js';
import type { TokenSettings } from './token/token-settings.js';
import { TokenVerifier } from './token/token-verifier.js';

/** How an application's gatekeeper is made. */
export type GatekeeperFactory = Pick<FactoryProvider<Gatekeeper>, 'useFactory' | 'inject'>;

export interface AuthOptions {
  /** Of the domain; null where somebody else opens it. */
  database: DatabaseOptions | null;
  gatekeeper: GatekeeperFactory;
  /** What the gatekeeper is made of, and the application needs as well. */
  providers?: Provider[];
}

/**
 * Who comes in, for both applications: the domain, opened with the access policy, and the gatekeeper that the
 * `ResourceServerGuard` asks.
 */
@Module({})
export class AuthModule {
  static forRoot({ database, gatekeeper, providers = [] }: AuthOptions): DynamicModule {
    return {
      module: AuthModule,
      imports: database ? [CrmDomainModule.forRoot(database, new GrantPolicy())] : [],
      providers: [...providers, { provide: Gatekeeper, ...gatekeeper }],
      exports: [...providers, Gatekeeper],
    };
  }
}

/**
 * The gatekeeper of the REST API.
 *
 * @param tokens null: API keys only
 * @throws Error when the token settings are unsafe
 */
export function restGatekeeper(limits: RateLimits, tokens: TokenSettings | null): GatekeeperFactory {
  const verifier = tokens && new TokenVerifier(tokens);
  const limiter = new RateLimiter(limits);
  return {
    useFactory: (apiKeys: ApiKeyService, access: AccessService, connections: ConnectionService) => {
      const bearers = verifier && new TokenBearers(verifier, connections);
      return new RestGatekeeper({ apiKeys, access, bearers, limiter });
    },
    inject: [ApiKeyService, AccessService, ConnectionService],
  };
}
