import { DomainError, type Claim } from '#crm-domain';

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

interface Bucket {
  tokens: number;
  at: number;
}

const MOST_BUCKETS = 50_000;

/** A token bucket per credential and kind, of one second's worth. Counts in this process alone. */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly limits: RateLimits,
    private readonly now: () => number = performance.now.bind(performance),
  ) {}

  take(claim: Claim, kind: RateKind): RateState {
    const limit = this.limits[kind];
    if (limit === 0) return { kind, granted: true, limit, remaining: 0, resetIn: 0 };
    const bucket = this.bucket(`${kind}:${claim.api_key_id ?? `${claim.user_id}:${claim.client_id}`}`, limit);
    const granted = bucket.tokens >= 1;
    if (granted) bucket.tokens -= 1;
    const missing = granted ? limit - bucket.tokens : 1 - bucket.tokens;
    return {
      kind,
      granted,
      limit,
      remaining: Math.floor(bucket.tokens),
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

  /** The header fields of draft-ietf-httpapi-ratelimit-headers. */
  announce(response: HeaderSink, state: RateState): void {
    if (state.limit === 0) return;
    response.setHeader('RateLimit-Policy', `"${state.kind}";q=${state.limit};w=1`);
    response.setHeader('RateLimit', `"${state.kind}";r=${state.remaining};t=${state.resetIn}`);
  }

  private bucket(key: string, limit: number): Bucket {
    const now = this.now();
    const held = this.buckets.get(key);
    if (held) {
      held.tokens = Math.min(limit, held.tokens + ((now - held.at) / 1000) * limit);
      held.at = now;
      // To the end of the line: a map keeps the order in which its keys came.
      this.buckets.delete(key);
      this.buckets.set(key, held);
      return held;
    }
    // The longest unused ones come first: a bucket that was left alone for a second is full, so forgetting it changes nothing.
    if (this.buckets.size >= MOST_BUCKETS) this.buckets.delete(this.buckets.keys().next().value!);
    const bucket = { tokens: limit, at: now };
    this.buckets.set(key, bucket);
    return bucket;
  }
}
