import pg from 'pg';
import { eachHost } from '#platform';
import { AT_A_WORKER, coordinatorOf, isWorker, type Ask } from './citus/coordinator.js';
import { isAway } from './pg-errors.js';

const CONNECT_WITHIN = 3000;

/** With several hosts: one answers or more, and none accepts writes, as in the middle of a failover. */
class NoneWrites extends Error {}

/**
 * The one address to work with: of several hosts the first that answers and accepts writes, and on a Citus always its
 * coordinator, whichever node is named. A single host that is no worker is given back as it is once it has answered.
 * @throws the error of Postgres or of the socket, of the first host that does not answer; Error when there are several, all answer, and none accepts
 * writes
 */
export async function findDatabase(url: string): Promise<string> {
  const urls = eachHost(url);
  let failure: unknown;
  for (const each of urls) {
    try {
      const found = await lookAt(each, urls.length > 1);
      if (found) return found;
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure ?? new NoneWrites('None of the databases in DATABASE_URL accepts writes.');
}

/** Nothing where it takes no writes although it must. */
async function lookAt(url: string, mustWrite: boolean): Promise<string | undefined> {
  const client = await connected(url);
  const ask: Ask = async (sql) => (await client.query<object>(sql)).rows;
  try {
    if (await isWorker(ask)) return await byWorker(ask, url);
    return mustWrite && (await isReadOnly(ask)) ? undefined : url;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The coordinator's address, once it has answered. @throws Error where this worker knows none */
async function byWorker(ask: Ask, url: string): Promise<string> {
  const coordinator = await coordinatorOf(ask, url);
  if (!coordinator) throw new Error(`${AT_A_WORKER}, which this worker does not know.`);
  await (await connected(coordinator)).end().catch(() => undefined);
  return coordinator;
}

async function isReadOnly(ask: Ask): Promise<boolean> {
  const [row] = await ask(`select current_setting('transaction_read_only')::bool as is_so`);
  return (row as { is_so: boolean }).is_so;
}

/** @throws the error of Postgres or of the socket */
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN,
    query_timeout: CONNECT_WITHIN,
    application_name: 'crm-start',
  });
  // One that is lost while it is closed is no concern any more.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** What a service waits for when it starts: its database. From then on `DATABASE_URL` is the one address that was found. */
export function databaseNeed(settings: { DATABASE_URL: string; DATABASE_WAIT_SECONDS: number }) {
  const reach = async () => void (settings.DATABASE_URL = await findDatabase(settings.DATABASE_URL));
  const missing = 'database: it cannot be reached';
  return { what: 'The database', missing, reach, mayPass: mayComeBack, seconds: settings.DATABASE_WAIT_SECONDS };
}

/**
 * Whether what kept a connection from being made may pass by itself: a server that starts, restarts or is full, a
 * network or a name that is not there yet, a failover. A wrong password or a database that does not exist stays as it is.
 */
function mayComeBack(error: unknown): boolean {
  return isAway(error) || /timeout/i.test(String((error as Error).message)) || error instanceof NoneWrites;
}
