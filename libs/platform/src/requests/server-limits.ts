import type { Server } from 'node:http';

/**
 * Bounds the times in milliseconds within which a caller must have sent its request, so that slow senders cannot
 * gather. Headers may take 16 KiB, which is Node's own limit. An idle connection is kept for longer than proxies keep
 * it, lest they send a request on one that is just being closed; one on which nothing moves while an answer is due or
 * out is cut.
 */
export function limitServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 75_000;
  server.timeout = 60_000;
}
