import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#crm-domain';
import { startEmbeddedPostgres } from '#platform';
import { chaos } from './support/chaos-run.js';

// `npm run chaos -- --seconds 60 --seed 1`: the storm of chaos.spec.ts, as long as one likes, on a Postgres of its own.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 10_000) },
  },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
const dir = mkdtempSync(join(tmpdir(), 'crm-chaos-'));
const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), port: 15_700 });
try {
  await migrate(postgres.url);
  console.log(`${seconds} s of chaos with seed ${seed}`);
  const report = await chaos({ databaseUrl: postgres.url, seconds, seed });
  console.log(JSON.stringify(report, null, 2));
  const { messages: _, blows: __, sent: ___, failed: ____, ...wrong } = report;
  process.exitCode = Object.values(wrong).some((bodies) => bodies.length > 0) ? 1 : 0;
} finally {
  await postgres.remove();
  rmSync(dir, { recursive: true, force: true });
}
