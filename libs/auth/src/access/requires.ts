import { SetMetadata, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor, Capability, Claim } from '#crm-domain';

export const REQUIREMENT = 'access:requirement';

/** What a route asks of its caller. A route without a requirement is closed. */
export interface Requirement {
  /** Null: any valid credential of an entitled workspace. */
  needs: Capability | null;
  /**
   * `guard`: proved before the controller runs, which gets an Actor. `statement`: the domain proves the claim in the
   * same round trip as the work itself, which gets a Claim and must not be used for anything else.
   */
  proved: 'guard' | 'statement';
}

export const Requires = (needs: Capability | null, proved: Requirement['proved'] = 'guard') =>
  SetMetadata(REQUIREMENT, { needs, proved } satisfies Requirement);

/** Open to everybody: health, documentation, sign-in. */
export const Public = () => SetMetadata(REQUIREMENT, 'public');

export interface AuthenticatedRequest {
  headers: Record<string, string | string[] | undefined>;
  method: string;
  requestId: string;
  caller?: Actor | Claim;
  /** Counts the bytes of the answer against the rate of the caller's credential. */
  weigh?(bytes: number): void;
  /**
   * Proves a caller whose claim was left to the route's own statement. Whoever refuses a request before that statement
   * was run asks this first, so that nobody is told what was wrong with a request they may not make.
   * @throws DomainError unauthenticated, forbidden
   */
  prove?(): Promise<Actor>;
}

/** The caller, as the guard left it. */
export const By = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AuthenticatedRequest>().caller,
);
