import pg from 'pg';
import { isAway } from './pg-errors.js';

const CONNECT_WITHIN = 3000;

/** Connects once. @throws the error of Postgres or of the socket */
async function reachDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN,
    application_name: 'crm-start',
  });
  // One that is lost while it is closed is no concern any more.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What a service waits for when it starts: its database. */
export function databaseNeed(settings: { DATABASE_URL: string; DATABASE_WAIT_SECONDS: number }) {
  const { DATABASE_URL, DATABASE_WAIT_SECONDS: seconds } = settings;
  const missing = 'database: it cannot be reached';
  return { what: 'The database', missing, reach: () => reachDatabase(DATABASE_URL), mayPass: mayComeBack, seconds };
}

/**
 * Whether what kept a connection from being made may pass by itself: a server that starts, restarts or is full, a
 * network or a name that is not there yet. A wrong password or a database that does not exist stays as it is.
 */
function mayComeBack(error: unknown): boolean {
  return isAway(error) || /timeout expired/.test(String((error as Error).message));
}
