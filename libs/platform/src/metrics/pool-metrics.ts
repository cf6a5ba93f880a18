import { Gauge, Histogram } from 'prom-client';
import { isMeasuring, registry } from './metrics.js';

/** What a pool of database connections tells of itself. */
export interface MeasuredPool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  connect: (...args: never[]) => unknown;
}

const pools = new Map<string, { pool: MeasuredPool; waiting: () => number }>();
const registers = [registry];

const waits = new Histogram({
  name: 'crm_db_pool_wait_seconds',
  help: 'How long statements and transactions waited for a connection; those that share one count once',
  labelNames: ['pool'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3],
  registers,
});

new Gauge({
  name: 'crm_db_pool_connections',
  help: 'Open connections to the database, by pool and state: busy or idle',
  labelNames: ['pool', 'state'],
  registers,
  collect() {
    this.reset();
    for (const [name, { pool }] of pools) {
      this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ pool: name, state: 'idle' }, pool.idleCount);
    }
  },
});

new Gauge({
  name: 'crm_db_pool_waiting',
  help: 'Statements and transactions that wait for a connection now',
  labelNames: ['pool'],
  registers,
  collect() {
    this.reset();
    for (const [name, { pool, waiting }] of pools) this.set({ pool: name }, pool.waitingCount + waiting());
  },
});

/**
 * Measures a pool under a name, such as `main`; `waiting` are those who wait for a connection that another has asked
 * for. Without a port for metrics the pool is left as it is.
 */
export function measurePool(name: string, pool: MeasuredPool, waiting: () => number): void {
  if (!isMeasuring()) return;
  pools.set(name, { pool, waiting });
  const connect = pool.connect.bind(pool) as (done?: Done) => Promise<unknown> | undefined;
  // The pool itself asks with a callback, transactions with a promise.
  pool.connect = ((done?: Done) => {
    const begun = performance.now();
    const note = () => waits.observe({ pool: name }, (performance.now() - begun) / 1000);
    if (done) return connect((...answer) => (note(), done(...answer)));
    return connect()!.finally(note);
  }) as MeasuredPool['connect'];
}

type Done = (...answer: unknown[]) => unknown;
