import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ConsoleRequest } from './console.guard.js';
import { addressOf } from '../../http/address.js';
import { SignInLimiter } from './sign-in-limiter.js';

/**
 * Holds routes that anybody may call to what an address may make, and behind the `ConsoleGuard` to what a person may.
 */
@Injectable()
export class SignInGuard implements CanActivate {
  constructor(@Inject(SignInLimiter) private readonly limiter: SignInLimiter) {}

  /** @throws DomainError rate_limited */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request & Partial<ConsoleRequest>>();
    if (request.person) this.limiter.spendOf(request.person.user_id);
    else this.limiter.spend(addressOf(request));
    return true;
  }
}
