import type { AnswerWeighing, Gatekeeper as AccessGatekeeper, Bearer } from '#auth';
import type { Actor } from '#crm-domain';

/** Decides who may come in, and counts what their messages cost. */
export interface Gatekeeper<Known extends Bearer = Bearer> extends AccessGatekeeper<Known> {
  /**
   * Counts a message against its credential, and tells in the header what is left.
   *
   * @throws DomainError rate_limited (429)
   */
  spend(bearer: Known, kind: 'reads' | 'writes', response: { setHeader(name: string, value: string): unknown }): void;
  /** Counts a large body as more messages that read. @throws DomainError rate_limited (429) */
  spendBody(
    bearer: Known,
    size: { bytes: number; parts: number },
    response: { setHeader(name: string, value: string): unknown },
  ): void;
  /**
   * Counts the characters of what is found for a message, beyond the first 64 Ki, against its credential; undefined
   * where nothing is counted.
   */
  weight(bearer: Known, kind: 'reads' | 'writes'): AnswerWeighing | undefined;
  /**
   * What the client of somebody admitted calls itself, for a token that does not say. Gives the actor with that name.
   */
  introduce(actor: Actor, clientName: string, bearer: Known): Actor;
}
