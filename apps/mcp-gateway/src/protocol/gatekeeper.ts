import type { Actor } from '#crm-domain';

/** What is known of a request before its body is read. */
export interface AdmissionRequest {
  requestId: string;
}

/** Decides who may come in. Asked once per request, before anything of the body is looked at; nothing is remembered. */
export interface Gatekeeper {
  /**
   * @param authorization the header as it came
   * @throws DomainError unauthenticated (401 with a challenge), forbidden (403: no entitlement), rate_limited (429),
   *   unavailable (503). The message is shown to the client (contract: Authentication, Tool server 2, 7 to 9).
   */
  admit(authorization: string | undefined, request: AdmissionRequest): Promise<Actor>;
  /** What the client of somebody admitted calls itself, for a token that does not say. Gives the actor with that name. */
  introduce?(actor: Actor, clientName: string): Actor;
}
