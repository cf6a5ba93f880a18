import { Client, buildConnector, request } from 'undici';
import { deadline } from './deadline.js';
import { readJson } from './json-answer.js';

/** One request to a provider. `json` and `form` are bodies; `signal` ends it. Times are milliseconds. */
export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PATCH';
  url: string;
  token?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  signal?: AbortSignal;
  deadlineMs?: number;
  writeWithinMs?: number;
}

/**
 * `body` is undefined where it is no JSON, too large, or broke off; `broke_off` tells that it was not read to its end, and
 * `beginning` what came first, a character for each byte.
 */
export interface Answered {
  kind: 'answered';
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
  broke_off?: true;
  beginning?: string;
}

/** `never_written` is certain: no byte of the request left. */
export interface Unanswered {
  kind: 'unanswered';
  phase: 'never_written' | 'maybe_written';
  code: string;
}

export type ProviderAnswer = Answered | Unanswered;

const DEADLINE_MS = 20_000;
const MAX_BYTES = 2 * 1024 * 1024;
/** Bytes of a body that show what it is. */
const BEGINNING = 256;

/**
 * How long after the call began its first byte may leave. A process that was stopped in between may find, when it
 * wakes, that somebody else has given the message up; then nothing more may be written.
 */
const WRITE_WITHIN_MS = 5000;

/**
 * Makes one call on a connection of its own and never throws: no retry, no redirect followed, time and size bounded.
 * Because the connection is fresh, a failure before it stood proves that nothing was written.
 */
export async function callProvider(call: ProviderRequest): Promise<ProviderAnswer> {
  const { signal, deadlineMs = DEADLINE_MS, writeWithinMs = WRITE_WITHIN_MS } = call;
  const end = AbortSignal.any([deadline(deadlineMs), ...(signal ? [signal] : [])]);
  const line: Line = { wasOpened: false };
  let client: Client | undefined;
  try {
    const url = addressOf(call);
    client = new Client(url.origin, { pipelining: 0, connect: connectOnTime(line, end, writeWithinMs) });
    const { statusCode, headers, body } = await request(url, {
      dispatcher: client,
      method: call.method,
      ...contentOf(call),
      signal: end,
    });
    return { kind: 'answered', status: statusCode, headers, ...(await bodyOf(body)) };
  } catch (error) {
    return { kind: 'unanswered', phase: line.wasOpened ? 'maybe_written' : 'never_written', code: codeOf(error) };
  } finally {
    await client?.destroy().catch(() => undefined);
  }
}

interface Line {
  wasOpened: boolean;
}

function connectOnTime(line: Line, end: AbortSignal, withinMs: number): buildConnector.connector {
  const begun = performance.now();
  // Over HTTP/2, what the server says it did not process is sent again on another connection, without anybody being
  // asked.
  const connect = buildConnector({ timeout: withinMs, allowH2: false });
  return (options, done) =>
    connect(options, (error, socket) => {
      if (error) return done(error, null);
      if (end.aborted || performance.now() - begun > withinMs) {
        socket.destroy();
        return done(new Error('The connection was established too late to send the request.'), null);
      }
      line.wasOpened = true;
      done(null, socket);
    });
}

function addressOf({ url, query = {} }: ProviderRequest): URL {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
}

function contentOf({ token, headers, json, form }: ProviderRequest): {
  headers: Record<string, string>;
  body?: string;
} {
  const shared = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers };
  if (json !== undefined) {
    return { headers: { ...shared, 'content-type': 'application/json' }, body: JSON.stringify(json) };
  }
  if (!form) return { headers: shared };
  const body = new URLSearchParams(form).toString();
  return { headers: { ...shared, 'content-type': 'application/x-www-form-urlencoded' }, body };
}

/** A body that cannot be read does not undo the status that came before it. */
async function bodyOf(stream: AsyncIterable<Buffer>): Promise<Pick<Answered, 'body' | 'broke_off' | 'beginning'>> {
  let beginning = '';
  const heard = async function* () {
    for await (const chunk of stream) {
      if (beginning.length < BEGINNING) beginning += chunk.toString('latin1', 0, BEGINNING);
      yield chunk;
    }
  };
  try {
    const { body, excess } = await readJson(heard(), MAX_BYTES);
    return excess ? { body, broke_off: true, beginning } : { body };
  } catch {
    return { body: undefined, broke_off: true, beginning };
  }
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
