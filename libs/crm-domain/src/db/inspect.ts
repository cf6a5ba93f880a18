import { dataSource } from './data-source.js';

/** What an operator asks of a server before trusting it with the service. */
export interface DatabaseFacts {
  /** As the server says it: `18.4`. */
  version: string;
  max_connections: number;
  /** Whether it takes no writes: it is in recovery, or told so. */
  read_only: boolean;
}

/** @throws when it cannot be reached */
export async function inspectDatabase(url: string): Promise<DatabaseFacts> {
  const source = await dataSource({ url, poolSize: 1, applicationName: 'crm-doctor' }).initialize();
  try {
    const [facts] = await source.query<DatabaseFacts[]>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
              current_setting('max_connections')::int as max_connections,
              current_setting('transaction_read_only')::bool as read_only`,
    );
    return facts!;
  } finally {
    await source.destroy();
  }
}
