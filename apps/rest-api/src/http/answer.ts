/** The member under which an answer is kept that carries more than `data`; no other answer has one of this name. */
const WHOLE = '$whole';

/** An answer that carries more than `data`. */
export class Answer {
  constructor(
    readonly data: unknown,
    readonly more: Record<string, unknown>,
  ) {}

  /** As it is kept for a request that is sent again. */
  toJSON(): object {
    return { [WHOLE]: enveloped(this) };
  }
}

/** What a route gives, as it is sent: successful answers stand under `data` (contract: What the service does). */
export function enveloped(result: unknown): object {
  if (result instanceof Answer) return { data: result.data, ...result.more };
  return isWhole(result) ? result[WHOLE] : { data: result };
}

function isWhole(result: unknown): result is { [WHOLE]: object } {
  return typeof result === 'object' && result !== null && Object.hasOwn(result, WHOLE);
}
