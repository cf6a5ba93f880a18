import { DomainError, type Claim } from '#crm-domain';
import { TokenBuckets } from './token-buckets.js';

export type RateKind = 'reads' | 'writes';

/** Requests a second that one credential may make; 0 means any number. */
export type RateLimits = Record<RateKind, number>;

export interface RateState {
  kind: RateKind;
  granted: boolean;
  limit: number;
  remaining: number;
  /** Seconds until a request is possible again, or until the bucket is full. */
  resetIn: number;
}

export interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}

/** Bytes of an answer that count as one more request: a large record takes as much of a process as many small ones. */
const BYTES_OF_ONE = 64 * 1024;

/** What is counted by credential is counted under this: an API key, or one client of a person. */
function credentialOf({ api_key_id, user_id, client_id }: Claim): string {
  return api_key_id ?? `${user_id}:${client_id}`;
}

/** A token bucket per credential and kind, of one second's worth. Counts in this process alone. */
export class RateLimiter {
  private readonly buckets: TokenBuckets;

  constructor(
    private readonly limits: RateLimits,
    now?: () => number,
  ) {
    this.buckets = new TokenBuckets(now);
  }

  take(claim: Claim, kind: RateKind): RateState {
    const limit = this.limits[kind];
    if (limit === 0) return { kind, granted: true, limit, remaining: 0, resetIn: 0 };
    const key = `${kind}:${credentialOf(claim)}`;
    const { granted, tokens } = this.buckets.take(key, { perSecond: limit, most: limit });
    const missing = granted ? limit - tokens : 1 - tokens;
    return {
      kind,
      granted,
      limit,
      remaining: Math.max(0, Math.floor(tokens)),
      resetIn: Math.max(1, Math.ceil(missing / limit)),
    };
  }

  /** Takes one and says so in the response's header. @throws DomainError rate_limited */
  spend(claim: Claim, kind: RateKind, response: HeaderSink): void {
    const state = this.take(claim, kind);
    this.announce(response, state);
    if (state.granted) return;
    const sentence = `Too many ${kind} with this credential: ${state.limit} a second are allowed.`;
    throw new DomainError('rate_limited', sentence, [], state.resetIn);
  }

  /** Counts what was answered: each full 64 KiB as one more request, for which the next ones wait. */
  weigh(claim: Claim, kind: RateKind, bytes: number): void {
    const limit = this.limits[kind];
    const more = Math.floor(bytes / BYTES_OF_ONE);
    if (limit > 0 && more > 0)
      this.buckets.owe(`${kind}:${credentialOf(claim)}`, more, { perSecond: limit, most: limit });
  }

  /** The header fields of draft-ietf-httpapi-ratelimit-headers. */
  announce(response: HeaderSink, state: RateState): void {
    if (state.limit === 0) return;
    response.setHeader('RateLimit-Policy', `"${state.kind}";q=${state.limit};w=1`);
    response.setHeader('RateLimit', `"${state.kind}";r=${state.remaining};t=${state.resetIn}`);
  }
}
