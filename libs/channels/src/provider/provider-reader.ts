import { Agent, request } from 'undici';
import { readJson } from './json-answer.js';
import type { ProviderAnswer } from './provider-call.js';

/** A call that may be made again: it fetches, or changes what we want to be told. Times are milliseconds. */
export interface ProviderReading {
  method?: 'GET' | 'POST' | 'PATCH';
  url: string;
  token: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
  signal?: AbortSignal;
  /** Of the answer's body. */
  maxBytes?: number;
  /** Names and values of the answer's JSON. */
  maxParts?: number;
}

const DEADLINE_MS = 20_000;
// A mail with everything but its large attachments.
const MAX_BYTES = 16 * 1024 * 1024;
/** For one mail by itself: one to 70,000 people has as many parts. */
export const LARGE_MAIL = { maxParts: 500_000 };
const CODES = /^[A-Z][A-Z_0-9]{2,40}$/;

// Unlike a message, which leaves on a connection of its own, a page of mails shares a few. HTTP/2 would try again by
// itself. There are more than all fetches of a process use at once (four accounts, four mails of each): the time of a
// call runs while it waits for a connection, so accounts that do not answer would fail those of others.
const lines = new Agent({ connections: 24, keepAliveTimeout: 5000, allowH2: false });

/** Makes one call and never throws: no retry, no redirect followed, time and size bounded. */
export async function readProvider({ method = 'GET', ...call }: ProviderReading): Promise<ProviderAnswer> {
  const { token, json, signal, maxBytes = MAX_BYTES, maxParts } = call;
  const url = new URL(call.url);
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  const ends = [AbortSignal.timeout(DEADLINE_MS), ...(signal ? [signal] : [])];
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: lines,
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      signal: AbortSignal.any(ends),
    });
    const read = await readJson(body, maxBytes, maxParts);
    const answered = { kind: 'answered' as const, status: statusCode, headers, body: read.body };
    return read.excess ? { ...answered, broke_off: true } : answered;
  } catch (error) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    const said = typeof code === 'string' && CODES.test(code) ? code : String(name);
    return { kind: 'unanswered', phase: 'maybe_written', code: said };
  }
}

/** Whether a good answer was more than is read at once. */
export function isTooLarge(answer: ProviderAnswer): boolean {
  return answer.kind === 'answered' && answer.status === 200 && answer.broke_off === true;
}
