import pg from 'pg';
import { dataSource } from '../../libs/crm-domain/src/db/data-source.js';
import { ENTITIES } from '../../libs/crm-domain/src/entities.js';
import { COLUMNS, CONSTRAINTS, INDEXES } from '../snapshots/schema-queries.js';
import { emptyDatabase, undistributedDatabase, type FreshDatabase } from '../support/database.js';

/** What TypeORM keeps for itself. */
const OWN_TABLES = ['migration', 'typeorm_metadata'];
/** Unique by the lower case of a title, which an entity cannot say. */
const NOT_SAYABLE = ['choice_title'];

let fromEntities: FreshDatabase;
let fromMigrations: FreshDatabase;
let described: string[];

// What TypeORM would change in a table it does not tell exactly (collations of keys, generated columns). So it builds a
// database of its own from the entities, and Postgres itself tells of both what they hold.
beforeAll(async () => {
  [fromEntities, fromMigrations] = [await emptyDatabase(), await undistributedDatabase()];
  const source = await dataSource({ url: fromEntities.url, poolSize: 1 }, ENTITIES).initialize();
  await source.synchronize().finally(() => source.destroy());
  described = await schemaOf(fromEntities.url);
});
afterAll(async () => {
  await fromEntities?.drop();
  await fromMigrations?.drop();
});

/** Every column, key, foreign key and check as one line, the columns of a table in any order. */
async function schemaOf(url: string, change?: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (change) await client.query(`begin; ${change}`);
    const found: string[] = [];
    for (const text of [COLUMNS, CONSTRAINTS, INDEXES])
      for (const { owner, sql } of (await client.query<{ owner: string; sql: string }>(text)).rows)
        if (!OWN_TABLES.includes(owner) && isTold(sql)) found.push(`${owner}: ${withoutOwnName(sql)}`);
    return found.sort();
  } finally {
    await client.end();
  }
}

/** Of indexes only those that are keys: the others are there for speed and stand in the migrations alone. */
function isTold(sql: string): boolean {
  return !/^CREATE INDEX /.test(sql) && !NOT_SAYABLE.some((name) => sql.startsWith(`CREATE UNIQUE INDEX ${name} `));
}

/**
 * Names of unique keys are known to the code; those of other constraints Postgres and TypeORM make up, each its own
 * way.
 */
function withoutOwnName(sql: string): string {
  const text = sql.replace(/^constraint \S+ (?=PRIMARY|FOREIGN|CHECK)/, '');
  // What a key carries along is no part of it.
  return text.replace(/^(PRIMARY KEY \(.*?\)) INCLUDE \(.*\)$/, '$1');
}

async function differences(change?: string): Promise<string[]> {
  const migrated = await schemaOf(fromMigrations.url, change);
  return [
    ...migrated.filter((line) => !described.includes(line)).map((line) => `only in the database: ${line}`),
    ...described.filter((line) => !migrated.includes(line)).map((line) => `only in the entities: ${line}`),
  ];
}

describe('The entities', () => {
  it('describe the tables that the migrations make: columns, types, defaults, keys, foreign keys and checks', async () => {
    expect(await differences()).toEqual([]);
    expect(described.length).toBeGreaterThan(400);
  });

  it.each([
    [
      'a table without an entity',
      'create table stranger (workspace_id uuid primary key)',
      'stranger: workspace_id uuid',
    ],
    ['a table that is gone', 'drop table user_block', 'user_block: workspace_id uuid'],
    ['a new column', 'alter table webhook add column extra text', 'webhook: extra text'],
    [
      'another type',
      'alter table webhook_delivery alter column http_status type bigint',
      'webhook_delivery: http_status',
    ],
    ['a column that may be null', 'alter table automation alter column name drop not null', 'automation: name text'],
    ['another default', `alter table connection alter column access set default 3`, 'connection: access integer'],
    [
      'another collation',
      `alter table user_block alter column handle type text collate "default"`,
      'user_block: handle text',
    ],
    [
      'another expression of a computed column',
      'alter table message drop column sort_at cascade, add column sort_at timestamptz generated always as (created_at) stored',
      'message: sort_at',
    ],
    [
      'another order of a primary key',
      'alter table index_text drop constraint index_text_pkey, add primary key (workspace_id, v, attribute_id, record_id)',
      'index_text: PRIMARY KEY',
    ],
    ['a unique key that is gone', 'alter table object drop constraint object_slug', 'object: constraint object_slug'],
    ['a unique index that is gone', 'drop index message_provider', 'message: CREATE UNIQUE INDEX message_provider'],
    [
      'a foreign key that deletes nothing',
      `alter table message_recipient drop constraint message_recipient_workspace_id_message_id_fkey,
        add foreign key (workspace_id, message_id) references message`,
      'message_recipient: FOREIGN KEY',
    ],
    [
      'a check that allows more',
      `alter table membership drop constraint membership_role_check, add check (role in ('admin', 'member', 'guest'))`,
      'membership: CHECK',
    ],
  ])('are found to differ from a database with %s', async (_what, change, line) => {
    expect((await differences(change)).join('\n')).toContain(line);
  });
});
