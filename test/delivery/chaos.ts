import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#crm-domain/operations';
import { startEmbeddedPostgres } from '#platform';
import { readRunOptions } from '../support/run-options.js';
import { chaos, isProof } from './support/chaos-run.js';

// `npm run chaos -- --seconds 60 --seed 1`: the storm of chaos.spec.ts, as long as one likes, on a Postgres of its own.
const { seconds, seed } = readRunOptions(
  'chaos',
  'Sends messages while providers fail and workers are killed, and compares what is told of them with what arrived.',
  {
    seconds: { preset: 60, about: 'how long' },
    seed: { preset: Date.now() % 10_000, about: 'what chance begins with' },
  },
);
const dir = mkdtempSync(join(tmpdir(), 'crm-chaos-'));
const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), port: 15_700 });
try {
  await migrate(postgres.url);
  console.log(`${seconds} s of chaos with seed ${seed}`);
  const report = await chaos({ databaseUrl: postgres.url, seconds, seed });
  console.log(JSON.stringify(report, null, 2));
  if (report.met === 0) console.error('No strike met a message under way, so that this shows nothing.');
  process.exitCode = isProof(report) ? 0 : 1;
} finally {
  await postgres.remove();
  rmSync(dir, { recursive: true, force: true });
}
