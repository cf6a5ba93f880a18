/** An answer that carries more than `data`. */
export class Answer {
  constructor(
    readonly data: unknown,
    readonly more: Record<string, unknown>,
  ) {}
}

/** What a route gives, as it is sent: successful answers stand under `data` (contract: What the service does). */
export function enveloped(result: unknown): object {
  return result instanceof Answer ? { data: result.data, ...result.more } : { data: result };
}
