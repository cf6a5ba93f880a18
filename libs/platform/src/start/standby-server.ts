import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Seconds after which a caller should ask again. */
const RETRY_AFTER = 2;

/** Something that answers on a service's port as long as the service is only starting. */
export interface StandbyServer {
  /** Gives up the port, for the service itself. Called again, it does nothing. */
  release(): Promise<void>;
}

/**
 * Answers on a port until the service behind it listens there: `/healthz` with 200, `/readyz` and everything else with
 * 503 and Retry-After. Port 0 is any free one, which nobody could know: there nothing answers.
 * @throws the system's error when the port is taken: before the service has begun anything
 */
export async function startStandby(port: number, missing: () => string): Promise<StandbyServer> {
  if (port === 0) return { release: async () => undefined };
  const server = createServer((request, response) => answer(request, response, missing()));
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(port, listening));
  let released: Promise<void> | undefined;
  return {
    release() {
      released ??= new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
      return released;
    },
  };
}

function answer({ url }: IncomingMessage, response: ServerResponse, missing: string): void {
  const isAlive = url === '/healthz';
  const requestId = randomUUID();
  response.setHeader('x-request-id', requestId);
  if (!isAlive) response.setHeader('retry-after', RETRY_AFTER);
  response.writeHead(isAlive ? 200 : 503, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(isAlive ? { status: 'ok' } : bodyOf(url, { missing, requestId })));
}

/** Of `/readyz`, else an error (contract: Errors). */
function bodyOf(url: string | undefined, { missing, requestId }: { missing: string; requestId: string }): object {
  if (url === '/readyz') return { status: 'not ready', missing: [missing] };
  const message = 'The service is starting; try again shortly.';
  return { statusCode: 503, type: 'invalid_error', code: '', requestId, reason: 'unavailable', message };
}
