import { openDomain } from '#auth';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { ALL_TENANTS } from './all-tenants.js';
import { judgeStatements } from './support/judge-statements.js';
import { forgottenIn } from './support/written-tenant.js';

const TENANTS = ['record', 'index_text', 'purge'];

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function problems(...texts: string[]): Promise<string[]> {
  const statements = texts.map((text) => ({ app: 'crm-service', text }));
  const at = { databaseUrl: database.url, isWhole: false };
  return (await judgeStatements(statements, at)).problems.map((problem) => problem.split('\n')[0]!);
}

// The statements of all tests are judged at the end of a run by support/statements-reporter.mjs; here it is tried that
// it judges.
describe('the judge of statements', () => {
  it.each([
    'select r.record_id from record r where r.workspace_id = $1 and r.record_id = any($2::uuid[])',
    'select t.label from unnest($2::uuid[]) q(id) left join record t on t.workspace_id = $1::uuid and t.record_id = q.id',
    'select 1 from workspace where external_org_id = $1',
    'insert into purge (workspace_id, purge_id, kind, object_id) values ($1, $2, $3, $4)',
    'with gone as (delete from record where workspace_id = $1 and record_id = $2 returning 1) insert into index_text select $1, $2, $3, $2 from gone',
    'insert into object_count as oc values ($1, $2, $3, 1) on conflict (workspace_id, object_id, slot) do update set n = oc.n + 1',
    'begin',
  ])('lets pass: %s', async (text) => {
    expect(await problems(text)).toEqual([]);
  });

  it.each([
    ['select * from record where record_id = $1', 'record record is not read by its tenant'],
    [
      'select 1 from record r join record_search s on s.record_id = r.record_id where r.workspace_id = $1',
      'record_search s is not read by its tenant',
    ],
    ['select 1 from record r where r.workspace_id <> $1', 'record r is not read by its tenant'],
    ['select 1 from record r where r.workspace_id = $1 or r.rev = 1', 'record r is not read by its tenant'],
    [
      'select 1 from record r, object o where r.workspace_id = $1 and o.workspace_id = $2',
      'tenants are taken from several parameters: $1, $2',
    ],
    ['delete from record where record_id = $1', 'record record is not read by its tenant'],
    [
      'update record r set rev = 1 from (select $1::uuid w, $2::uuid id) t where r.workspace_id = t.w and r.record_id = t.id',
      'does not say its tenant in its own words: update record r set rev = 1 from () t where r.workspace_id = t.w and r.record_id = t.id',
    ],
    [
      'insert into purge (workspace_id, purge_id, kind, object_id) values (gen_random_uuid(), $1, $2, $3)',
      'inserts into purge without its tenant as a parameter',
    ],
    ['select nothing from record', 'Postgres does not plan it: column "nothing" does not exist'],
    [
      'select k.attribute from (select r.label as attribute from record r where r.workspace_id = $1) k',
      'cannot be written with the names that tables have on a Citus: column k.attribute does not exist',
    ],
  ])('stops: %s', async (text, problem) => {
    expect((await problems(text)).join()).toContain(problem);
  });

  it('knows a listed exception however its lines are broken', async () => {
    const listed = 'select count(*)::int as depth,\n  0 as oldest_seconds\n  from message_delivery';
    expect(await problems(listed, listed.replaceAll('\n ', ''))).toEqual([]);
    expect(await problems(listed.replace('depth', 'n'))).toHaveLength(1);
  });

  it('reads the words of writes alone, not of what is in brackets, in quotes or behind dashes', () => {
    expect(forgottenIn(`update record set label = 'delete from purge' where workspace_id = $1`, TENANTS)).toEqual([]);
    expect(
      forgottenIn('UPDATE "purge" SET "kind" = $1 WHERE "workspace_id" = $2 AND ("purge_id" = $3)', TENANTS),
    ).toEqual([]);
    expect(forgottenIn('UPDATE "purge" SET "kind" = $1 WHERE ("purge_id" = $2)', TENANTS)).toHaveLength(1);
    expect(forgottenIn('DELETE FROM "purge" WHERE "purge_id" = $1', TENANTS)).toHaveLength(1);
    expect(forgottenIn(`select 1 from record for update -- of index_text\n`, TENANTS)).toEqual([]);
    expect(
      forgottenIn('delete from purge where x in (select 1 from record where workspace_id = $1)', TENANTS),
    ).toHaveLength(1);
  });

  it('has a reason for every exception, and meets those of operators, whose programs are other processes', async () => {
    for (const { reason } of ALL_TENANTS) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    const domain = await openDomain({ url: database.url, poolSize: 1 });
    try {
      expect((await domain.db.system.queues()).queues.length).toBeGreaterThan(3);
    } finally {
      await domain.close();
    }
  });
});
