import fc from 'fast-check';
import pg from 'pg';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { ConsistencyService } from '#crm-domain/operations';
import { WEBHOOKS_HERE } from '../events/support/automations.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { fullExport, inPieces, stopFollowing } from '../support/full-export.js';
import { Rest } from '../support/rest.js';
import { exportedTables, workspaceTables } from '../support/workspace-tables.js';
import { deeds } from './support/deeds.js';
import { FullContent } from './support/full-content.js';

// `FULL_EXPORTS` tries as many others as one likes.
const WORKSPACES = Number(process.env.FULL_EXPORTS ?? 6);
const SEED = Number(process.env.MODEL_SEED ?? 1);

let rest: Rest;
let second: FreshDatabase;
let other: Domain;
let pool: pg.Pool;
beforeAll(async () => {
  rest = await Rest.start(WEBHOOKS_HERE, {
    alone: 'Nothing follows the feed between the export and the look at the tables.',
  });
  await stopFollowing(rest);
  second = await freshDatabase();
  other = await openDomain(second.url);
  pool = new pg.Pool({ connectionString: second.url, max: 1 });
});
afterAll(async () => {
  await rest?.stop();
  await pool?.end();
  await other?.close();
  await second?.drop();
});

const restored = {
  sql: async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row & pg.QueryResultRow>(text, values)).rows as Row[],
};

const findings = async (domain: Domain, workspace_id: string) =>
  (await new ConsistencyService(domain.db).check({ workspace_id })).findings.map(
    ({ check, what }) => `${check}: ${what}`,
  );

it(
  'a workspace that is exported and restored into another database equals the first in every table',
  async () => {
    const held = new Map<string, number>(exportedTables().map((table) => [table, 0]));
    const done = { workspaces: 0, rows: 0, bytes: 0 };
    await fc.assert(
      fc.asyncProperty(deeds, fc.integer({ min: 100, max: 100_000 }), async (history, size) => {
        const content = await FullContent.make(rest, 'Tarnwick');
        for (const deed of history) await content.do(deed);
        const file = await fullExport(rest.domain, content.workspace_id);
        const { records } = await other.restores.restore(inPieces(file, size));
        const before = await workspaceTables(rest, content.workspace_id, 'before');
        const after = await workspaceTables(restored, content.workspace_id, 'after');
        expect(after).toEqual(before);
        expect(records).toBe(before.record!.length);
        expect(await findings(other, content.workspace_id)).toEqual(await findings(rest.domain, content.workspace_id));
        for (const [table, rows] of Object.entries(after)) held.set(table, held.get(table)! + rows.length);
        done.workspaces++;
        done.bytes += file.length;
        done.rows += Object.values(after).reduce((sum, rows) => sum + rows.length, 0);
      }),
      { numRuns: WORKSPACES, seed: SEED, endOnFailure: true },
    );
    if (process.env.FULL_EXPORTS) console.log(JSON.stringify({ ...done, tables: Object.fromEntries(held) }));
    expect(await peopleOf(rest)).toEqual(expect.arrayContaining(await peopleOf(restored)));
  },
  60_000 + WORKSPACES * 60_000,
);

async function peopleOf(database: Pick<Rest, 'sql'>): Promise<string[]> {
  const rows = await database.sql<{ row: string }>('select u::text as row from app_user u order by 1');
  return rows.map(({ row }) => row);
}
