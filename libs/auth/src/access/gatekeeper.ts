import type { Actor, Capability } from '#crm-domain';
import type { HeaderSink } from './rate-limiter.js';
import type { AuthenticatedRequest, Bearer, Requirement } from './requires.js';

/** A request whose credential was verified, and where what is left of its rate is told. */
export interface Arrival {
  request: AuthenticatedRequest;
  response: HeaderSink;
  requirement: Requirement;
}

/**
 * Which credentials an application takes, and whom it lets in by them. Asked by the `ResourceServerGuard`; it keeps no
 * verdict.
 */
export abstract class Gatekeeper<Known extends Bearer = Bearer> {
  /**
   * Before anything of the body is looked at.
   *
   * @param authorization the header as it came
   * @throws DomainError unauthenticated, unavailable. The message is shown to the client (contract: Authentication).
   */
  abstract identify(authorization: string | undefined, request: { requestId: string }): Promise<Known>;

  /**
   * Counts a request against its credential; left out where only the body tells how much is asked.
   *
   * @throws DomainError rate_limited
   */
  count?(bearer: Known, arrival: Arrival): void;

  /** @throws DomainError unauthenticated, forbidden (contract: Authentication, Tool server 5 to 9) */
  abstract admit(bearer: Known, needs: Capability | null): Promise<Actor>;
}
