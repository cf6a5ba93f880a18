import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallLog } from '../control/call-log.js';
import type { Faults, Outcome } from '../faults/faults.js';
import { graphError } from '../graph/graph-error.js';
import { readRequest, Refused, type Answer, type ApiRequest } from './exchange.js';
import { openRoute, type Call, type Route } from './routes.js';

interface Parts {
  routes: readonly Route[];
  faults: Faults;
  calls: CallLog;
  log: (error: unknown) => void;
}

const LOOPBACK = /^(([\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const AT_ONCE_PER_MAILBOX = 4;

/** Answers requests of this computer, with whatever faults wait for them. */
export function serve(parts: Parts): (request: IncomingMessage, response: ServerResponse) => void {
  const busy = new Map<string, number>();
  return (request, response) => {
    if (request.url === '/healthz') return write(response, { status: 200, body: { status: 'ok' } });
    // A page elsewhere gets nothing, neither by a name that was pointed at this computer nor by a form of its own.
    if (!LOOPBACK.test(request.headers.host ?? '')) return write(response, { status: 421 });
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `http://${request.headers.host}`) return write(response, { status: 403 });
    answer(parts, busy, request, response).catch((error: unknown) => {
      // Somebody who went away while still talking gets no answer.
      if (!request.complete) return void response.destroy();
      parts.log(error);
      if (response.headersSent) response.destroy();
      else write(response, { status: 500, body: { error: 'the stand-in itself failed' } });
    });
  };
}

async function answer(parts: Parts, busy: Map<string, number>, incoming: IncomingMessage, response: ServerResponse) {
  const request = await readRequest(incoming);
  const opened = await refusable(async () => openRoute(parts.routes, request));
  if (!opened || !('run' in opened)) return write(response, opened ?? { status: 404, body: { error: 'not found' } });
  const mailbox = opened.channel === 'outlook' ? opened.account : undefined;
  const count = (change: number) => mailbox !== undefined && busy.set(mailbox, (busy.get(mailbox) ?? 0) + change);
  count(1);
  try {
    const isCrowded = mailbox !== undefined && busy.get(mailbox)! > AT_ONCE_PER_MAILBOX;
    const outcome = isCrowded ? crowded() : await refusable(() => parts.faults.carryOut(opened));
    note(parts.calls, request, opened, outcome);
    await finish(response, outcome);
  } finally {
    count(-1);
  }
}

/** Graph serves a mailbox four requests at a time. */
function crowded(): Answer {
  return { ...graphError(429), headers: { 'retry-after': '1' } };
}

async function refusable<T>(work: () => T | Promise<T>): Promise<T | Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

function note(calls: CallLog, { method, path }: ApiRequest, { channel, call, account }: Call, outcome: Outcome): void {
  const at = new Date().toISOString();
  calls.add({
    channel,
    call,
    account,
    method,
    path,
    outcome: typeof outcome === 'object' ? outcome.status : outcome,
    at,
  });
}

async function finish(response: ServerResponse, outcome: Outcome): Promise<void> {
  if (outcome === 'reset') return void response.socket?.resetAndDestroy();
  if (outcome !== 'hang') return write(response, outcome);
  // Until the caller has had enough.
  if (!response.destroyed) await once(response, 'close');
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  // `same-origin` and not `no-referrer`: with the latter, browsers send the forms of these pages with Origin null.
  const secure = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' };
  response.writeHead(status, { ...secure, ...(body !== undefined && { 'content-type': type }), ...headers });
  response.end(body === undefined || isText ? body : JSON.stringify(body));
}
