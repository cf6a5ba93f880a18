import pg from 'pg';
import { SHARED_TABLES } from '#crm-domain/operations';
import { undistributedDatabase, type FreshDatabase } from '../support/database.js';

const SHARED: readonly string[] = Object.values(SHARED_TABLES).flat();

let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await undistributedDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function rows<Row extends object>(text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows;
}

describe('the schema can be split by tenant', () => {
  it('knows of every table whether it is a tenant’s or shared, and each shared one is there', async () => {
    const tables = await rows<{ name: string; keyed: boolean }>(
      `select c.relname::text as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id') as keyed
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f', 'm', 'v')`,
    );
    const names = tables.map(({ name }) => name);
    // Made by `crm distribute`.
    const onCitusAlone = ['tenant_name'];
    expect(SHARED.filter((name) => !names.includes(name))).toEqual(onCitusAlone);
    const strange = tables.filter(({ name, keyed }) => !keyed && !SHARED.includes(name));
    expect(strange).toEqual([]);
  });

  it('begins every primary key, unique constraint and unique index of a tenant’s table with workspace_id', async () => {
    const keys = await rows<{ table: string; index: string; first: string }>(
      `select c.relname::text as table, n.relname::text as index, a.attname::text as first from pg_index i
         join pg_class c on c.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
         left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indisunique and c.relnamespace = 'public'::regnamespace`,
    );
    const wrong = keys.filter(({ table, first }) => !SHARED.includes(table) && first !== 'workspace_id');
    expect(wrong).toEqual([]);
    const unkeyed = await rows(
      `select c.relname::text as table from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    );
    expect(unkeyed).toEqual([]);
  });

  it('begins both sides of every foreign key with workspace_id, and ties no tenant’s table to a shared one', async () => {
    const keys = await rows<{ name: string; child: string; parent: string; here: string; there: string }>(
      `select k.conname::text as name, c.relname::text as child, p.relname::text as parent, a.attname::text as here, b.attname::text as there
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1] join pg_attribute b on b.attrelid = p.oid and b.attnum = k.confkey[1]
       where k.contype = 'f' and c.relnamespace = 'public'::regnamespace`,
    );
    const isWrong = ({ child, parent, here, there }: (typeof keys)[number]) =>
      here !== 'workspace_id' || there !== 'workspace_id' || SHARED.includes(child) || SHARED.includes(parent);
    expect(keys.filter(isWrong)).toEqual([]);
    expect(keys.length).toBeGreaterThan(0);
  });

  it('has no triggers, rules, partitions or inheritance', async () => {
    expect(
      await rows(
        `select tgname::text as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
           where c.relnamespace = 'public'::regnamespace and not g.tgisinternal
         union all select rulename::text from pg_rules where schemaname = 'public'
         union all select inhrelid::regclass::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
           where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         union all select evtname::text from pg_event_trigger`,
      ),
    ).toEqual([]);
  });

  it('takes no key from a sequence, but for the list of migrations, which TypeORM keeps', async () => {
    const columns = await rows<{ table: string; column: string }>(
      `select c.relname::text as table, a.attname::text as column from pg_attribute a join pg_class c on c.oid = a.attrelid
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
         and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')`,
    );
    expect(columns).toEqual([{ table: 'migration', column: 'id' }]);
  });

  it('computes no tenant from another column, and never moves a row to another tenant', async () => {
    const columns = await rows<{ generated: string; nullable: boolean }>(
      `select c.relname::text as table from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'workspace_id'
         and (a.attgenerated <> '' or not a.attnotnull)`,
    );
    expect(columns).toEqual([]);
  });
});
