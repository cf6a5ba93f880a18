import { IncomingMessage, type ServerResponse } from 'node:http';
import { normaliseRegistration, RegistrationRefused } from '../provider/registration.js';
import { BodyTooLarge, readBody, sendJson } from './answers.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const PER_MINUTE = 60;

/** `POST /register` (RFC 7591) in front of the library: any origin, a limit, and a body reduced to what is allowed. */
export function registerHandler(register: Handler): Handler {
  const limit = new RateLimit(PER_MINUTE);
  return async (request, response) => {
    allowAnyOrigin(response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST, OPTIONS' }).end();
    const wait = limit.take();
    if (wait) return refuse(response.setHeader('retry-after', wait), 429, 'too many registrations; try again later');
    try {
      const registration = normaliseRegistration(JSON.parse(await readBody(request)));
      await register(replay(request, JSON.stringify(registration)), response);
    } catch (error) {
      answer(response, error);
    }
  };
}

/** A registration carries no cookie and gives nothing away, so clients that run in a browser may register. */
function allowAnyOrigin(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'POST, OPTIONS');
  response.setHeader('access-control-allow-headers', 'content-type, mcp-protocol-version');
  response.setHeader('access-control-max-age', '3600');
}

/** The same request with another body; the library reads it as if it had come from the network. */
function replay(request: IncomingMessage, body: string): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  const { method, url, httpVersion } = request;
  const { 'transfer-encoding': _chunked, ...headers } = request.headers;
  const length = String(Buffer.byteLength(body));
  Object.assign(copy, { method, url, httpVersion, complete: true });
  copy.headers = { ...headers, 'content-type': 'application/json', 'content-length': length };
  copy.push(body);
  copy.push(null);
  return copy;
}

function answer(response: ServerResponse, error: unknown): void {
  if (error instanceof RegistrationRefused) return refuse(response, 400, error.message, error.code);
  if (error instanceof SyntaxError) return refuse(response, 400, 'the body must be JSON');
  if (error instanceof BodyTooLarge) return refuse(response, 413, 'the body is too large');
  throw error;
}

function refuse(response: ServerResponse, status: number, message: string, code = 'invalid_client_metadata'): void {
  sendJson(response, status, { error: code, error_description: message });
}

/** At most `most` of something in any minute, counted in windows that start with the first one. */
class RateLimit {
  private started = -Infinity;
  private count = 0;

  constructor(
    private readonly most: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Seconds to wait, or 0 when this one may go on. */
  take(): number {
    const age = this.now() - this.started;
    if (age >= 60_000) {
      this.started = this.now();
      this.count = 0;
    }
    this.count++;
    return this.count > this.most ? Math.ceil((this.started + 60_000 - this.now()) / 1000) : 0;
  }
}
