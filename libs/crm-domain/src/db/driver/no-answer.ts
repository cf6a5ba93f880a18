import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** By how much an answer may come later than Postgres ends a statement, in milliseconds. */
const GRACE_MS = 2000;
/** Time to read what has come already, where this process itself was stopped. */
const READ_MS = 200;

/** The server hangs, or the way to it does. What the statement did is not known. */
export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(ms: number) {
    super(`The database has given no sign of life for ${ms} ms.`);
    this.name = 'NoAnswer';
  }
}

/** What the driver keeps beside what its types say. */
interface Inside {
  connection: { stream: Socket };
  connectionParameters: { statement_timeout?: string | number | false; lock_timeout?: string | number | false };
  readyForQuery: boolean;
}

/**
 * Loses connections over which a statement had no answer for a little longer than Postgres itself gives it, with
 * NoAnswer for all that wait there: a server that hangs ends no statement, and its system still says that it is there.
 * Then those that nobody uses are lost as well, so that whoever comes next does not wait for the same server. Where
 * statements have no limit, these have none either.
 *
 * @param holds whether a statement may wait for a lock of its own before it
 */
export function watchAnswers(pool: Pool, holds = false): void {
  const idle = new Set<PoolClient>();
  const watched = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    idle.delete(client);
    if (watched.has(client)) return;
    watched.add(client);
    watch(client, deadlineOf(client, holds), idle);
  });
  pool.on('remove', (client) => void idle.delete(client));
  pool.on('release', (_, client) => {
    idle.add(client);
    const { stream } = inside(client).connection;
    const deadline = deadlineOf(client, holds);
    if (stream.timeout !== deadline) stream.setTimeout(deadline);
  });
}

/** Lets statements over a connection take whatever time they take until it is given back. */
export function waitForever(client: Pool | PoolClient): void {
  if ('release' in client) inside(client).connection.stream.setTimeout(0);
}

function watch(client: PoolClient, deadline: number, idle: Set<PoolClient>): void {
  const { stream } = inside(client).connection;
  stream.setTimeout(deadline);
  // The socket says so whenever nothing has come or gone for that long, also when nothing was asked.
  stream.on('timeout', () => {
    const read = stream.bytesRead;
    const lose = () => {
      if (inside(client).readyForQuery || stream.bytesRead > read) return;
      const lost = new NoAnswer(stream.timeout ?? deadline);
      stream.destroy(lost);
      for (const unused of idle) inside(unused).connection.stream.destroy(lost);
    };
    setTimeout(lose, READ_MS).unref();
  });
}

/** Zero is none. */
function deadlineOf(client: PoolClient, holds: boolean): number {
  const { statement_timeout: most, lock_timeout: lock } = inside(client).connectionParameters;
  if (!Number(most)) return 0;
  return Number(most) + (holds ? Number(lock) : 0) + GRACE_MS;
}

function inside(client: PoolClient): Inside {
  return client as unknown as Inside;
}
