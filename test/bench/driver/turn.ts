import type { World } from '../dataset/world.js';

/** What the driver is asked to do for one turn. */
export interface Order {
  port: number;
  traffic: string;
  world: World['records'];
  /** Number of the first request; each is used once, except that reads come round again. */
  from: number;
  seconds: number;
  /** Goes on beyond the time until so many requests were made. */
  requests: number;
  connections: number;
}

/** What the driver saw. Latencies in milliseconds. */
export interface Driven {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
  /** Status and body of the first answer that was not 200. */
  failure?: string;
}

/**
 * A driven turn with what it took: microseconds of CPU a request, in the server's process and in its Postgres backends.
 */
export interface Turn extends Driven {
  nodeMicros: number;
  postgresMicros: number;
}
