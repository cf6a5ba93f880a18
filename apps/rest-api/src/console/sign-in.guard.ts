import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { ConsoleRequest } from './console.guard.js';
import { SignInLimiter } from './sign-in-limiter.js';

/** Holds routes that anybody may call to what an address may make, and behind the `ConsoleGuard` to what a person may. */
@Injectable()
export class SignInGuard implements CanActivate {
  constructor(@Inject(SignInLimiter) private readonly limiter: SignInLimiter) {}

  /** @throws DomainError rate_limited */
  canActivate(context: ExecutionContext): boolean {
    const { person, ip } = context.switchToHttp().getRequest<Partial<ConsoleRequest>>();
    if (person) this.limiter.spendOf(person.user_id);
    else this.limiter.spend(ip);
    return true;
  }
}
