import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs';
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
  const place = roomInMemory() ?? tmpdir();
  removeLeftovers(place);
  const dir = join(place, `crm-test-${process.pid}-${randomUUID()}`);
  const settings = { max_connections: '400', max_wal_size: '1GB' };
  const postgres = await startEmbeddedPostgres({ dir, port: 15432, fast: true, settings });
  await migrate(postgres.url);
  process.env.TEST_DATABASE_URL = postgres.url;
  globalThis.testPostgres = postgres;
}

/**
 * Where files are in memory, if there is room for all that a run writes. A database is hundreds of files, which a disk's
 * file system takes three times as long to make.
 */
function roomInMemory() {
  const dir = '/dev/shm';
  if (!existsSync(dir)) return undefined;
  const { bavail, bsize } = statfsSync(dir);
  return Math.min(bavail * bsize, process.availableMemory()) > 8 * 2 ** 30 ? dir : undefined;
}

/** What a run that was killed has left: in memory it would stay until the machine starts again. */
function removeLeftovers(place) {
  for (const name of readdirSync(place)) {
    const pid = /^crm-test-(\d+)-/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

async function onCitus(url) {
  const template = await makeCitusTemplate(url);
  process.env.TEST_DATABASE_URL = template.url;
  process.env.TEST_DATABASE_NODES = template.nodes.join(' ');
  globalThis.testPostgres = template;
}
