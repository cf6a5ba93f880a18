import { DomainError, type Caller } from '#crm-domain';
import type { BodySize } from './requires.js';
import { TokenBuckets } from './token-buckets.js';

/** Reads, writes and the writes in batches are limited apart. */
export type RateKind = 'reads' | 'writes' | 'batched';

/** Requests a second that one credential may make; 0 means any number. */
export interface RateLimits {
  reads: number;
  writes: number;
  /** As many as other writes where it is not given. */
  batched?: number;
  /** Whether a read counts for the CPU time that it takes; left out: not. */
  countsCpu?: boolean;
}

export interface RateState {
  kind: RateKind;
  granted: boolean;
  limit: number;
  remaining: number;
  /** Seconds until a request is possible again, or until the bucket is full. */
  resetIn: number;
  /** Whether it is that of all clients of a person. */
  isOfPerson?: boolean;
}

export interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}

/** Bytes of an answer that count as one more request: a large record takes as much of a process as many small ones. */
const BYTES_OF_ONE = 64 * 1024;

/**
 * Bytes of a body, and names and values in it, that count as one more request each: reading and judging it takes so
 * long.
 */
const BODY_BYTES_OF_ONE = 16 * 1024;
const PARTS_OF_ONE = 1000;

/**
 * As many credentials' requests a second are what all answers to one workspace may weigh beyond one request each: it may
 * have any number of credentials.
 */
const CREDENTIALS_OF_WORKSPACE = 2;

/** As many clients' requests a second are what all clients of a person may send: anybody can register any number. */
const CLIENTS_OF_PERSON = 2;

/** Credentials and their kinds of work of which is known what the last answer weighed. */
const MAX_REMEMBERED = 50_000;

/** What is counted by credential is counted under this: an API key, or one client of a person. */
function credentialOf({ api_key_id, user_id, client_id }: Caller): string {
  return api_key_id ?? `${user_id}:${client_id}`;
}

/** A token bucket per credential and kind, of one second's worth. Counts in this process alone. */
export class RateLimiter {
  private readonly buckets: TokenBuckets;
  /** Bytes of the last answer, by credential and work. */
  private readonly weights = new Map<string, number>();

  private readonly limits: Record<RateKind, number>;

  /** Whether reads count for the CPU time that they take. */
  readonly countsCpu: boolean;

  constructor({ countsCpu = false, ...limits }: RateLimits, now?: () => number) {
    this.countsCpu = countsCpu;
    this.limits = { batched: limits.writes, ...limits };
    this.buckets = new TokenBuckets(now);
  }

  take(caller: Caller, kind: RateKind): RateState {
    const limit = this.limits[kind];
    if (limit === 0) return { kind, granted: true, limit, remaining: 0, resetIn: 0 };
    const key = `${kind}:${credentialOf(caller)}`;
    const own = stateOf(kind, limit, this.buckets.take(key, of(limit)));
    if (!own.granted || !caller.user_id) return own;
    const most = CLIENTS_OF_PERSON * limit;
    const ofAll = stateOf(kind, most, this.buckets.take(`${kind}:${caller.user_id}`, of(most)));
    if (ofAll.granted) return own;
    this.buckets.owe(key, -1, of(limit));
    return { ...ofAll, isOfPerson: true };
  }

  /** Takes one, and more for a large body, and says so in the response's header. @throws DomainError rate_limited */
  spend(caller: Caller, kind: RateKind, response: HeaderSink, body?: BodySize): void {
    const state = this.take(caller, kind);
    this.announce(response, state);
    if (!state.granted) throw tooMany(state);
    if (body) this.owe(caller, kind, requestsOf(body));
  }

  /**
   * Counts what was answered: each full 64 KiB as one more request, for which the next ones wait. Gives how many.
   * @param ofAll bytes that count for the workspace
   */
  weigh(caller: Caller, kind: RateKind, bytes: number, ofAll = bytes): number {
    const requests = requestsOfAnswer(bytes);
    this.owe(caller, kind, requests);
    this.oweOfAll(caller, kind, requestsOfAnswer(ofAll));
    return requests;
  }

  /** Counts further items of a request that carries several. */
  spendItems(caller: Caller, kind: RateKind, more: number): void {
    this.owe(caller, kind, more);
  }

  /** Counts all that may be asked for in so many seconds. */
  spendTime(caller: Caller, kind: RateKind, seconds: number): void {
    this.owe(caller, kind, seconds * this.limits[kind]);
  }

  /**
   * Counts an answer before it is made: as much as that to the same work of this credential was last time, nothing
   * where none is known. Gives as how many requests. @throws DomainError rate_limited when more is used up than there
   * was, by the credential or by all of the workspace
   */
  foresee(caller: Caller, kind: RateKind, work: string): number {
    const limit = this.limits[kind];
    const left = this.owe(caller, kind, 0);
    if (left < 0) throw tooMany({ kind, limit, resetIn: Math.ceil((1 - left) / limit) });
    this.refuseHeavy(caller, kind);
    const foreseen = requestsOfAnswer(this.expected(caller, work));
    this.oweAnswer(caller, kind, foreseen);
    return foreseen;
  }

  /**
   * @param own as how many requests what is asked for was counted already
   * @throws DomainError rate_limited when other answers to the caller's workspace have weighed more than they may
   */
  refuseHeavy(caller: Caller, kind: RateKind, own = 0): void {
    const left = this.oweOfAll(caller, kind, 0) + own;
    if (left >= 0) return;
    const most = CREDENTIALS_OF_WORKSPACE * this.limits[kind];
    const sentence = `The answers to this workspace take more of the service than ${most} requests a second. Ask for less at once, or try again later.`;
    throw new DomainError('rate_limited', sentence, [], Math.ceil(-left / most));
  }

  /** Bytes of the last answer to the same work of this credential; 0 where none is known. */
  expected(caller: Caller, work: string): number {
    return this.weights.get(`${credentialOf(caller)} ${work}`) ?? 0;
  }

  /**
   * Seconds until a credential, and its workspace, may again ask for half of what they may in a second: what goes on by
   * itself leaves that to their other requests.
   */
  untilHalf(caller: Caller, kind: RateKind): number {
    const limit = this.limits[kind];
    if (limit === 0) return 0;
    const ofAll = CREDENTIALS_OF_WORKSPACE * limit;
    const missing = limit / 2 - this.owe(caller, kind, 0);
    const missingOfAll = kind === 'reads' ? ofAll / 2 - this.oweOfAll(caller, kind, 0) : 0;
    return Math.max(0, missing / limit, missingOfAll / ofAll);
  }

  /** What an answer weighed, for the next one to the same work. */
  remember(caller: Caller, work: string, bytes: number): void {
    const key = `${credentialOf(caller)} ${work}`;
    this.weights.delete(key);
    if (this.weights.size >= MAX_REMEMBERED) this.weights.delete(this.weights.keys().next().value!);
    this.weights.set(key, bytes);
  }

  /** Takes back what was counted before an answer that is counted otherwise now, or was not given. */
  giveBack(caller: Caller, kind: RateKind, requests: number): void {
    this.oweAnswer(caller, kind, -requests);
  }

  private oweAnswer(caller: Caller, kind: RateKind, more: number): void {
    this.owe(caller, kind, more);
    this.oweOfAll(caller, kind, more);
  }

  /** Of all credentials of a workspace, for reads alone: of others, what they weigh is bounded elsewhere. Gives what is left. */
  private oweOfAll({ workspace_id }: Caller, kind: RateKind, more: number): number {
    const most = CREDENTIALS_OF_WORKSPACE * this.limits[kind];
    if (most === 0 || kind !== 'reads') return 0;
    return this.buckets.owe(`answers:${workspace_id}`, more, { perSecond: most, most });
  }

  /** By a credential, and by its person. Gives what is left of the credential's. */
  private owe(caller: Caller, kind: RateKind, more: number): number {
    const limit = this.limits[kind];
    if (limit === 0) return 0;
    if (caller.user_id) this.buckets.owe(`${kind}:${caller.user_id}`, more, of(CLIENTS_OF_PERSON * limit));
    return this.buckets.owe(`${kind}:${credentialOf(caller)}`, more, of(limit));
  }

  /** The header fields of draft-ietf-httpapi-ratelimit-headers. */
  announce(response: HeaderSink, state: RateState): void {
    if (state.limit === 0) return;
    response.setHeader('RateLimit-Policy', `"${state.kind}";q=${state.limit};w=1`);
    response.setHeader('RateLimit', `"${state.kind}";r=${state.remaining};t=${state.resetIn}`);
  }
}

const of = (limit: number) => ({ perSecond: limit, most: limit });

function stateOf(kind: RateKind, limit: number, { granted, tokens }: ReturnType<TokenBuckets['take']>): RateState {
  const missing = granted ? limit - tokens : 1 - tokens;
  const resetIn = Math.max(1, Math.ceil(missing / limit));
  return { kind, granted, limit, remaining: Math.max(0, Math.floor(tokens)), resetIn };
}

function tooMany({ kind, limit, resetIn, isOfPerson }: Omit<RateState, 'granted' | 'remaining'>): DomainError {
  const whose = isOfPerson ? 'from all clients of this person' : 'with this credential';
  const sentence = `Too many ${kind === 'batched' ? 'writes in batches' : kind} ${whose}: ${limit} a second are allowed.`;
  return new DomainError('rate_limited', sentence, [], resetIn);
}

function requestsOfAnswer(bytes: number): number {
  return Math.floor(bytes / BYTES_OF_ONE);
}

/** As how many more requests a body counts. */
export function requestsOf({ bytes, parts }: BodySize): number {
  return Math.floor(bytes / BODY_BYTES_OF_ONE) + Math.floor(parts / PARTS_OF_ONE);
}
