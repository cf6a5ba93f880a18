import { ConnectionError, errorOf, secondsOf } from './errors.js';

/** How requests are sent. */
export interface Sending {
  /** An API key or an access token; a function is asked before each attempt, for tokens that end. */
  key: string | (() => string | Promise<string>);
  /** How often a request is sent again after a failure that may pass. Default: 3. */
  retries?: number;
  /** Milliseconds that one attempt may take until its response is complete. Default: 60,000. */
  timeout?: number;
  /** In place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

const KEY = 'idempotency-key';
const MAY_PASS = new Set([429, 500, 502, 503, 504]);
/** A service that asks for more patience is not waited for: the error says how long. */
const MAX_WAIT_SECONDS = 60;
const WITHOUT_BODY = new Set([204, 304]);

/** POST requests that only read. They take no idempotency key and need none. */
export const READS = /^\/v1\/(search|records\/[^/]+\/(query|aggregate|get))$/;
/** Writes that take no key: each calls somebody's endpoint or begins an export or erasure, so it is never sent twice. */
export const NEVER_AGAIN =
  /^\/v1\/(webhooks\/[^/]+\/(test|deliveries\/[^/]+\/redeliver)|exports(\/[^/]+\/cancel)?|persons\/(export|erase))$/;

/**
 * A `fetch` that sends a request again where that is safe, and gives complete responses only. All attempts of a write
 * carry one idempotency key, so that the service does it once.
 *
 * @throws ResponseError where the last response was none of success; ConnectionError where there was none
 */
export function resending(sending: Sending): (request: Request) => Promise<Response> {
  return async (first) => {
    const request = withKey(first);
    const isOnce = request.method !== 'GET' && NEVER_AGAIN.test(pathOf(request));
    const retries = isOnce ? 0 : (sending.retries ?? 3);
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      const outcome = await once(sending, isLast ? request : request.clone());
      const wait = isLast ? undefined : waitAfter(outcome, attempt);
      if (wait !== undefined) {
        await sleep(wait, request.signal);
        continue;
      }
      if (outcome instanceof ConnectionError) throw outcome;
      if (!outcome.ok && outcome.status !== 304) throw await errorOf(outcome);
      return outcome;
    }
  };
}

function withKey(request: Request): Request {
  const path = pathOf(request);
  const isWrite = request.method !== 'GET' && !READS.test(path) && !NEVER_AGAIN.test(path);
  if (!isWrite || request.headers.has(KEY)) return request;
  const headers = new Headers(request.headers);
  headers.set(KEY, newKey());
  return new Request(request, { headers });
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** From `/v1` on: the service may be behind a path of its own. */
function pathOf({ url }: Request): string {
  const { pathname } = new URL(url);
  return pathname.slice(Math.max(0, pathname.lastIndexOf('/v1/')));
}

async function once(sending: Sending, request: Request): Promise<Response | ConnectionError> {
  const { key, timeout = 60_000, fetch = globalThis.fetch } = sending;
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${typeof key === 'function' ? await key() : key}`);
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)]);
  try {
    // A redirect would turn a POST into a GET.
    const response = await fetch(new Request(request, { headers, signal, redirect: 'error' }));
    const body = await response.arrayBuffer();
    const { status, statusText } = response;
    return new Response(WITHOUT_BODY.has(status) ? null : body, { status, statusText, headers: response.headers });
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    return new ConnectionError('The service did not answer, or its answer broke off.', { cause });
  }
}

/** Milliseconds until the next attempt; undefined where there should be none. */
function waitAfter(outcome: Response | ConnectionError, attempt: number): number | undefined {
  const backoff = 250 * 2 ** attempt * (0.5 + Math.random());
  if (outcome instanceof ConnectionError) return backoff;
  if (!MAY_PASS.has(outcome.status)) return undefined;
  const asked = secondsOf(outcome.headers.get('retry-after')) ?? 0;
  return asked > MAX_WAIT_SECONDS ? undefined : Math.max(asked * 1000, backoff);
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
