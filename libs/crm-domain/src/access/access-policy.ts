import type { Actor, Capability, Caller } from '../actor.js';

/**
 * What the database knows of a caller, as it stands in the very statement that works for it: whether there is such a
 * key or member, whether the workspace is entitled, and what the grant holds.
 */
export interface AccessFacts {
  schema_version: string;
  /** The entitlement (contract: Authentication, Tool server 8). */
  api_access: boolean;
  /** Null when the key, or the user, is not or no longer one. */
  actor_name: string | null;
  /** That of the membership; null when the user is no member. */
  role?: 'admin' | 'member' | null;
  connection_id?: string | null;
  connection_revoked_at?: Date | null;
  /** What the client of the connection called itself; only a proof of its own asks. Never trusted. */
  client_name?: string | null;
  /** Sum of the capabilities' bits that the grant holds. Writes are held to it by their own statement as well. */
  may: number;
}

/**
 * Decides what a caller may do. The domain brings the facts in the same round trip as the work, asks anew with every
 * statement and keeps no answer; whoever opens the domain says who decides.
 */
export abstract class AccessPolicy {
  /**
   * Turns a caller into an actor, or refuses it.
   *
   * @param facts undefined where the workspace does not exist
   * @param needs null: any valid credential of an entitled workspace
   * @throws DomainError unauthenticated, forbidden (contract: Authentication, Tool server 4 to 9)
   */
  abstract authorize(caller: Caller, facts: AccessFacts | undefined, needs: Capability | null): Actor;

  /** Of an actor that was authorized without it. @throws DomainError forbidden */
  abstract require(actor: Actor, needs: Capability): void;
}
