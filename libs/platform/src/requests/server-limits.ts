import type { IncomingMessage, Server } from 'node:http';

/** How long a server that is closing waits for bodies that are still being sent. */
const LAST_BODIES_MS = 5000;

/**
 * Times within which a caller must have sent its request, in milliseconds, so that slow senders cannot gather. Headers may
 * take 16 KiB, which is Node's own limit. An idle connection is kept for longer than proxies keep it, lest they send a
 * request on one that is just being closed; one on which nothing moves while an answer is due or out is cut.
 */
export function limitServer(server: Server, lastBodies = LAST_BODIES_MS): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 75_000;
  server.timeout = 60_000;
  endSlowSenders(server, lastBodies);
}

/** Node watches over none of these times any more once a server is closing: whoever is still sending would hold it up. */
function endSlowSenders(server: Server, within: number): void {
  const arriving = new Set<IncomingMessage>();
  server.on('request', (request: IncomingMessage) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) return;
    arriving.add(request);
    request.once('close', () => arriving.delete(request));
  });
  const close = server.close.bind(server);
  server.close = (done) => {
    const end = () => arriving.forEach((request) => request.complete || request.destroy());
    setTimeout(end, within).unref();
    return close(done);
  };
}
