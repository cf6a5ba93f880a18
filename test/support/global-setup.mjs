import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#crm-domain/operations';
import { startEmbeddedPostgres } from '#platform';

/**
 * One Postgres for the whole run, with a migrated template that test files clone. Uses the compiled code, as `npm test`
 * builds it first.
 */
export default async function globalSetup() {
  const dir = join(tmpdir(), `crm-test-${randomUUID()}`);
  const postgres = await startEmbeddedPostgres({ dir, port: 15432, fast: true, settings: { max_connections: '400' } });
  await migrate(postgres.url);
  process.env.TEST_DATABASE_URL = postgres.url;
  globalThis.testPostgres = postgres;
}
