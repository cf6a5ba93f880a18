import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#crm-domain/operations';
import { startEmbeddedPostgres } from '#platform';
import { GENERATORS } from './generators.js';

/** The text of every snapshot by its file name, as the code at hand makes it, on a Postgres of its own. */
export async function generate(): Promise<Map<string, string>> {
  const dir = mkdtempSync(join(tmpdir(), 'crm-snapshots-'));
  const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), port: 15_832, fast: true });
  try {
    await migrate(postgres.url);
    const texts = new Map<string, string>();
    for (const { file, generate } of GENERATORS) texts.set(file, await generate(postgres.url));
    return texts;
  } finally {
    await postgres.remove();
    rmSync(dir, { recursive: true, force: true });
  }
}
