import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#crm-domain/operations';
import { startEmbeddedPostgres } from '#platform';
import { readRunOptions } from '../support/run-options.js';
import { fuzz } from './support/fuzz-run.js';
import { isFlat, reportText } from './support/report-text.js';

// `npm run fuzz -- --each 200 --seconds 60 --seed 1`: the requests of fuzz.spec.ts, as many as one likes, on a Postgres
// of its own.
const { each, seconds, seed } = readRunOptions(
  'fuzz',
  'Makes requests from the schemas, changed by chance, to every operation and tool.',
  {
    each: { preset: 200, about: 'requests to each operation and tool, at least' },
    seconds: { preset: 60, about: 'how long, at least' },
    seed: { preset: Date.now() % 10_000, about: 'what chance begins with' },
  },
);
const dir = mkdtempSync(join(tmpdir(), 'crm-fuzz-'));
const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), port: 15_800 });
try {
  await migrate(postgres.url);
  // Where databases are cloned from, as in the tests.
  process.env.TEST_DATABASE_URL = postgres.url;
  console.log(`At least ${each} requests to each operation and tool, for at least ${seconds} s, with seed ${seed}`);
  const report = await fuzz({ each, seconds, seed, mostMs: 200 });
  console.log(reportText(report));
  const isSound = report.problems.length === 0 && Object.values(report.memory).every(isFlat);
  process.exitCode = isSound ? 0 : 1;
} finally {
  await postgres.remove();
  rmSync(dir, { recursive: true, force: true });
}
