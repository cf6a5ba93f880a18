import type { Server } from 'node:http';
import { countShedRequest } from '../metrics/metrics.js';

/**
 * Connections at most, far more than a proxy needs. Each takes a file and some 50 KiB while it sends little and slowly; without
 * a bound they would take the files and the memory that requests under way need.
 */
const MOST_CONNECTIONS = 4096;

/**
 * Bounds the connections, and the times in milliseconds within which a caller must have sent its request, so that slow senders cannot gather. Headers may
 * take 16 KiB, which is Node's own limit. An idle connection is kept for longer than proxies keep it, lest they send a
 * request on one that is just being closed; one on which nothing moves while an answer is due or out is cut.
 */
export function limitServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 75_000;
  server.timeout = 60_000;
  // Beyond them a connection is closed as soon as it is made.
  server.maxConnections = MOST_CONNECTIONS;
  server.on('drop', countShedRequest);
}
