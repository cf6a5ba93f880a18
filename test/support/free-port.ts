import { portIsFree } from '#platform';

const FIRST = 20_000;
const [RUNS, WORKERS, MANY] = [12, 4, 250];

// Each run has a Postgres, at a port of its own, and Jest numbers the workers of a run.
const run = Number(new URL(process.env.TEST_DATABASE_URL ?? 'postgres://none').port) % RUNS;
const worker = Number(process.env.JEST_WORKER_ID ?? 1) % WORKERS;
const first = FIRST + (run * WORKERS + worker) * MANY;
let next = Math.floor(Math.random() * MANY);

/**
 * A port that nobody listens on, and that no other test is given, of this run or of one beside it. All lie below those
 * that the system gives away by itself, to outgoing connections too: until somebody listens there it stays free.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MANY; tries++) {
    const port = first + (next++ % MANY);
    if (await portIsFree(port)) return port;
  }
  throw new Error(`None of the ports ${first} to ${first + MANY - 1} is free.`);
}
