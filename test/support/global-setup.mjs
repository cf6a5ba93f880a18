import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromiumPackage from '@sparticuz/chromium';
import { migrate } from '#crm-domain/operations';
import { startEmbeddedPostgres } from '#platform';
import { makeCitusTemplate } from '../growth/support/citus-template.mjs';

/**
 * One Postgres for the whole run, with a migrated template that test files clone. Uses the compiled code, as `npm test`
 * builds it first.
 */
export default async function globalSetup() {
  // Unpacked before there are workers, which would find it half written by each other.
  await chromiumPackage.executablePath();
  if (process.env.CITUS_URL) return onCitus(process.env.CITUS_URL);
  const dir = join(tmpdir(), `crm-test-${randomUUID()}`);
  const postgres = await startEmbeddedPostgres({ dir, port: 15432, fast: true, settings: { max_connections: '400' } });
  await migrate(postgres.url);
  process.env.TEST_DATABASE_URL = postgres.url;
  globalThis.testPostgres = postgres;
}

async function onCitus(url) {
  const template = await makeCitusTemplate(url);
  process.env.TEST_DATABASE_URL = template.url;
  process.env.TEST_DATABASE_NODES = template.nodes.join(' ');
  globalThis.testPostgres = template;
}
