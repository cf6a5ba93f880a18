import { portIsFree } from '#platform';

const FIRST = 20_000;
/** Ports of each worker of Jest. */
const MANY = 3000;

const block = FIRST + (Number(process.env.JEST_WORKER_ID ?? 1) % 4) * MANY;
let next = Math.floor(Math.random() * MANY);

/**
 * A port that nobody listens on, and that no other test of this run is given. All lie below those that the system gives away
 * by itself, to outgoing connections too: until somebody listens there it stays free.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MANY; tries++) {
    const port = block + (next++ % MANY);
    if (await portIsFree(port)) return port;
  }
  throw new Error(`None of the ports ${block} to ${block + MANY - 1} is free.`);
}
