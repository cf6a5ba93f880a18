import type { Actor, Claim } from '#crm-domain';

/** What is known of a request before its body is read. */
export interface AdmissionRequest {
  requestId: string;
}

/** Who a valid token stands for. Whether they may come in is for the database to say, with every request anew. */
export interface Bearer {
  claim: Claim;
  /** Set when the connection was there before: then the statement of a tool may prove the claim. */
  connection_id: string | undefined;
}

/** Decides who may come in. Asked once per request; no verdict is remembered. */
export interface Gatekeeper<Known extends Bearer = Bearer> {
  /**
   * Before anything of the body is looked at.
   * @param authorization the header as it came
   * @throws DomainError unauthenticated (401 with a challenge), unavailable (503). The message is shown to the client
   *   (contract: Authentication, Tool server 2, 7).
   */
  identify(authorization: string | undefined, request: AdmissionRequest): Promise<Known>;
  /** Counts a message against its credential, and tells in the header what is left. @throws DomainError rate_limited (429) */
  spend?(bearer: Known, kind: 'reads' | 'writes', response: { setHeader(name: string, value: string): unknown }): void;
  /** Counts the characters of what was found for a message, beyond the first 64 Ki, against its credential. */
  weigh?(bearer: Known, kind: 'reads' | 'writes', characters: number): void;
  /** @throws DomainError unauthenticated, forbidden (403: no entitlement) (contract: Authentication, Tool server 5 to 9) */
  admit(bearer: Known): Promise<Actor>;
  /** What the client of somebody admitted calls itself, for a token that does not say. Gives the actor with that name. */
  introduce?(actor: Actor, clientName: string): Actor;
}
