import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyService, ConnectionService } from '#crm-domain';
import { AccessGuard } from './access/access.guard.js';
import { Authenticator } from './access/authenticator.js';
import { RateLimiter, type RateLimits } from './access/rate-limiter.js';
import { TokenBearers } from './access/token-bearer.js';
import type { TokenSettings } from './token/token-settings.js';
import { TokenVerifier } from './token/token-verifier.js';

export interface AuthOptions {
  limits: RateLimits;
  /** Null: API keys only. */
  tokens: TokenSettings | null;
}

/** Closes every route of an application that does not say what it requires. */
@Module({})
export class AuthModule {
  /** @throws Error when the token settings are unsafe */
  static forRoot({ limits, tokens }: AuthOptions): DynamicModule {
    const verifier = tokens && new TokenVerifier(tokens);
    return {
      module: AuthModule,
      providers: [
        {
          provide: Authenticator,
          useFactory: (keys: ApiKeyService, connections: ConnectionService) =>
            new Authenticator(keys, verifier && new TokenBearers(verifier, connections)),
          inject: [ApiKeyService, ConnectionService],
        },
        { provide: RateLimiter, useValue: new RateLimiter(limits) },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
    };
  }
}
