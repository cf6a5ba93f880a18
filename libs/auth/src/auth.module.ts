import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access/access.guard.js';
import { Authenticator } from './access/authenticator.js';
import { RateLimiter, type RateLimits } from './access/rate-limiter.js';

/** Closes every route of an application that does not say what it requires. */
@Module({})
export class AuthModule {
  static forRoot(options: { limits: RateLimits }): DynamicModule {
    return {
      module: AuthModule,
      providers: [
        Authenticator,
        { provide: RateLimiter, useValue: new RateLimiter(options.limits) },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
    };
  }
}
