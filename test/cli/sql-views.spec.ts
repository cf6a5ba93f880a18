import { ATTRIBUTE_TYPES, VALUE_TYPES, type AttributeType } from '#crm-domain';
import { jsonOf } from '../support/cli.js';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import type { Rest } from '../support/rest.js';
import { Reports, refusalOf, viewOf, type Made } from './support/reports.js';

const TABLES = ['record', 'workspace', 'app_user', 'choice', 'api_key', 'event', 'message', 'index_text'];
const COMPANIES = { slug: 'companies' };
const CHOICES = [{ title: 'Open' }, { title: "Won'; drop table record; --" }, { title: 'Lost' }];

let reports: Reports;
let rest: Rest;
let owner: string;
beforeAll(async () => {
  reports = await Reports.start();
  ({ rest } = reports);
  const member = { subject: 'ada', email: 'ada@example.com', name: 'Ada' };
  owner = (await rest.domain.workspaces.addMember({ workspace_id: rest.workspace_id, ...member })).user_id;
});
afterAll(() => reports.stop());

const rowsOf = async (text: string) => {
  const client = await reports.reader();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
};

describe('the role', () => {
  let other: string;
  beforeAll(async () => {
    await aRecord(rest, COMPANIES, { name: 'Quiet Harbour' });
    await aRecord(rest, COMPANIES, { name: 'Strange Harbour' }, rest.stranger.admin);
    other = (await reports.make('', rest.stranger.workspace_id)).schema;
  });

  it('has a role with a password that is shown once, and stored as Postgres does', async () => {
    const { roles, password } = await reports.make('--new-password');
    expect(password).toEqual({ role: roles[0], password: expect.stringMatching(/^[\w-]{32}$/) });
    const stored = async () =>
      (await rest.pool.query('select rolpassword, rolconnlimit from pg_authid where rolname = $1', [roles[0]])).rows[0];
    const first = await stored();
    expect(first).toEqual({ rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$4096:/), rolconnlimit: 5 });
    const again = await reports.make();
    expect([again.password, again.roles, await stored()]).toEqual([undefined, roles, first]);
    expect(viewOf(again, COMPANIES.slug).name).toBe('companies');
    expect((await reports.crm(`--workspace ${rest.workspace_id}`)).stdout).not.toContain('assword');
  });

  it('lets the role see the records of its workspace, and nothing else in the database', async () => {
    const client = await reports.reader();
    expect((await client.query('select name from companies')).rows).toEqual([{ name: 'Quiet Harbour' }]);
    for (const table of TABLES)
      expect([table, await refusalOf(client, `select * from public.${table}`)]).toEqual([
        table,
        `permission denied for table ${table}`,
      ]);
    expect(await refusalOf(client, 'select * from pgboss.job')).toBe('permission denied for schema pgboss');
    expect(await refusalOf(client, `select * from ${other}.companies`)).toBe(`permission denied for schema ${other}`);
    const own = `select c.relname from pg_class c where c.relkind in ('r', 'p', 'v', 'm')
    and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    and has_table_privilege(c.oid, 'SELECT') and has_schema_privilege(c.relnamespace, 'USAGE') and c.relnamespace <> $1::regnamespace`;
    const { schema } = await reports.make();
    expect((await client.query(own, [schema])).rows).toEqual([]);
  });

  it('lets it change nothing, and become nobody else', async () => {
    const client = await reports.reader();
    const { rows } = await rest.pool.query<{ name: string }>('select current_user::text as name');
    await client.query('set default_transaction_read_only = off');
    for (const text of [
      `update companies set name = 'Mine'`,
      'delete from companies',
      `insert into companies (record_id) values (gen_random_uuid())`,
      'drop view companies',
      'alter view companies reset (security_barrier)',
      `set role ${rows[0]!.name}`,
      `set session authorization ${rows[0]!.name}`,
      `set role ${other}`,
      `alter role current_user connection limit 100`,
      'alter role current_user createrole',
      `set temp_file_limit = -1`,
      `copy (select 1) to program 'true'`,
      `select pg_read_file('PG_VERSION')`,
      `select rolpassword from pg_authid`,
    ])
      expect([text, await refusalOf(client, text)]).toEqual([
        text,
        expect.stringMatching(/permission denied|must be owner|cannot|Only roles|must have/),
      ]);
  });

  it('is not made where it could make functions that the services run', async () => {
    await rest.pool.query('grant create on schema public to public');
    try {
      expect(await reports.refused('')).toBe(
        'Everybody may make functions in the schema public of this database, and the services would run them. Run this first: revoke create on schema public from public',
      );
    } finally {
      await rest.pool.query('revoke create on schema public from public');
    }
    await reports.make();
  });

  it('shows a function of its own no row that the view does not show, however cheap it says it is', async () => {
    const client = await reports.reader();
    const seen: string[] = [];
    client.on('notice', ({ message }) => seen.push(String(message)));
    await client.query('set default_transaction_read_only = off');
    await client.query(`create function pg_temp.tell(uuid) returns boolean language plpgsql cost 0.0000001
      as $$ begin raise notice '%', $1; return true; end $$`);
    // Cheaper than a comparison of workspaces, so that it would be called first, on every row that is read.
    await client.query('set enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off');
    const { rows } = await client.query<{ record_id: string }>(
      'select record_id from companies where pg_temp.tell(record_id)',
    );
    expect(seen).toEqual(rows.map(({ record_id }) => record_id));
    expect(seen).toHaveLength(1);
  });

  it('begins with settings that bound a report, and sees no statement of others', async () => {
    const client = await reports.reader();
    const settings = `select current_setting('default_transaction_read_only') as read_only,
    current_setting('statement_timeout') as timeout, current_setting('max_parallel_workers_per_gather') as workers`;
    expect((await client.query(settings)).rows).toEqual([{ read_only: 'on', timeout: '1min', workers: '0' }]);
    expect(await refusalOf(client, 'create temp table x (n int)')).toContain('read-only transaction');
    await rest.pool.query('select 1 /* of somebody else */');
    const { rows } = await client.query<{ query: string }>(
      'select query from pg_stat_activity where usename is distinct from current_user',
    );
    expect(rows.filter(({ query }) => query && query !== '<insufficient privilege>')).toEqual([]);
  });

  it('keeps rights on views that are made anew, also of roles of others', async () => {
    const object = await anObject(rest);
    const { schema, views } = await reports.make();
    const { name } = views.find(({ object: slug }) => slug === object.slug)!;
    const analyst = `analyst_${schema.slice(-12)}`;
    await rest.pool.query(`create role "${analyst}" login; grant usage on schema ${schema} to "${analyst}";
    grant select on ${schema}.${name} to "${analyst}"`);
    try {
      const attribute = { slug: 'more', title: 'More', type: 'text' };
      await rest.admin.post(`/v1/objects/${object.slug}/attributes`, attribute).expect(200);
      expect((await reports.make()).changed).toBe(1);
      const client = await reports.reader(analyst);
      expect((await client.query(`select more from ${schema}.${name}`)).rows).toEqual([]);
      expect(await refusalOf(client, `select name from ${schema}.companies`)).toContain('permission denied');
      await client.end();
    } finally {
      await rest.pool.query(`drop owned by "${analyst}"; drop role "${analyst}"`);
    }
  });

  it('makes further roles, also such that cannot sign in, and takes no role or schema of others', async () => {
    const { roles, schema } = await reports.make();
    const second = `second_${schema.slice(-12)}`;
    const made = await reports.make(`--role ${second} --no-login`);
    expect([made.roles, made.password]).toEqual([[...roles, second].sort(), undefined]);
    const [{ rolcanlogin }] = (await rest.pool.query('select rolcanlogin from pg_roles where rolname = $1', [second]))
      .rows as [{ rolcanlogin: boolean }];
    expect(rolcanlogin).toBe(false);
    expect(await reports.refused('--new-password')).toContain('Say which role gets a new password');
    expect((await reports.make(`--role ${second} --new-password`)).password!.role).toBe(second);
    expect(await reports.refused(`--role ${other}`)).toBe(
      `There is a role ${other} that was not made for the reports of this workspace.`,
    );
    expect(await reports.refused('--role postgres')).toContain('There is a role postgres');
    const { code, stderr } = await reports.crm(`--workspace ${rest.workspace_id} --role Bad"name`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--role must be 1 to 63 lower-case letters')]);
  });

  it('knows its schema by what is the same in a copy of the database, whatever that is called', async () => {
    const { schema } = await reports.make();
    const text = `select obj_description($1::regnamespace, 'pg_namespace') as mark`;
    const { rows } = await rest.pool.query(text, [schema]);
    expect(rows).toEqual([{ mark: `Reports of workspace ${rest.workspace_id}, made by crm sql-views` }]);
  });

  it('drops views, schema and roles, but nothing that others made of the views', async () => {
    const { schema, roles } = await reports.make();
    await reports.signOut();
    await rest.pool.query(`create view public.of_mine as select name from ${schema}.companies`);
    expect(await reports.refused('--drop')).toContain('Something else depends on a view');
    expect((await rest.pool.query('select name from public.of_mine')).rows).toEqual([{ name: 'Quiet Harbour' }]);
    await rest.pool.query('drop view public.of_mine');
    const { code, stdout } = await reports.crm(`--workspace ${rest.workspace_id} --drop`);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Dropped \d+ views of the schema reports_/)]);
    const left = await rest.pool.query(
      `select 1 from pg_namespace where nspname = $1 union all select 1 from pg_roles where rolname = any($2)`,
      [schema, roles],
    );
    expect(left.rows).toEqual([]);
    expect(await reports.crm(`--workspace ${rest.workspace_id} --drop`)).toMatchObject({ code: 0 });
    await rest.pool.query(`create schema ${schema}`);
    expect(await reports.refused('')).toBe(`There is a schema ${schema} that was not made by crm sql-views.`);
    await rest.pool.query(`drop schema ${schema}`);
    expect((await reports.make()).password).toBeDefined();
  });

  it('is made by a user who is no superuser, if that may make roles and schemas', async () => {
    const { workspace_id } = await rest.newWorkspace();
    const operator = `operator_${workspace_id.slice(-12)}`;
    const [database] = await rest.sql<{ name: string }>('select current_database()::text as name');
    const wanted = `--workspace ${workspace_id}`;
    await rest.pool.query(`create role ${operator} login; grant usage on schema pgboss to ${operator};
      grant all on all tables in schema public, pgboss to ${operator}`);
    try {
      expect(await reports.crm(wanted, operator)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'The user of DATABASE_URL may not do this: it needs CREATEROLE, and CREATE on the database.\n',
      });
      await rest.pool.query(
        `alter role ${operator} createrole; grant create on database ${database!.name} to ${operator}`,
      );
      const made = jsonOf<Made>(await reports.crm(`${wanted} --json`, operator));
      const client = await reports.reader(made.roles[0]);
      expect((await client.query('select * from companies')).rows).toEqual([]);
      expect(await refusalOf(client, 'select * from public.record')).toContain('permission denied');
      await reports.signOut();
      expect(await reports.crm(`${wanted} --drop`, operator)).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await reports.signOut();
      await reports.crm(`${wanted} --drop`);
      await rest.pool.query(`drop owned by ${operator} cascade; drop role ${operator}`);
    }
  });

  it('refuses a Citus, where the role would need rights on tables', async () => {
    const { pool } = rest;
    await pool.query(`set allow_system_table_mods = on; insert into pg_extension
    (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 16383, 'citus', oid, 'public'::regnamespace, false, '0' from pg_authid where rolname = current_user`);
    try {
      expect(await reports.refused('')).toContain('This database is distributed');
    } finally {
      await pool.query(`set allow_system_table_mods = on; delete from pg_extension where extname = 'citus'`);
    }
  });
});

describe('values', () => {
  /** By type: a value, and its columns: what follows the slug, the type in Postgres, the value. */
  const TYPED: Record<AttributeType, (at: { company: string }) => [unknown, ...[string, string, unknown][]]> = {
    name: () => ['Example Ltd', ['', 'text', 'Example Ltd']],
    'personal-name': () => [
      'Ada Lovelace',
      ['', 'text', 'Ada Lovelace'],
      ['_first_name', 'text', 'Ada'],
      ['_last_name', 'text', 'Lovelace'],
    ],
    website: () => [
      'https://www.example.com/a',
      ['', 'text', 'https://www.example.com/a'],
      ['_domain', 'text', 'example.com'],
    ],
    'email-address': () => ['Ada@example.com', ['', 'text', 'ada@example.com'], ['_domain', 'text', 'example.com']],
    text: () => ['Two\nlines', ['', 'text', 'Two\nlines']],
    date: () => ['0099-02-28', ['', 'date', '0099-02-28']],
    timestamp: () => ['2026-02-28T09:30:00.123Z', ['', 'timestamp with time zone', '2026-02-28 09:30:00.123+00']],
    number: () => [1.5, ['', 'numeric', '1.5']],
    checkbox: () => [false, ['', 'boolean', 'false']],
    select: () => [CHOICES[1]!.title, ['', 'text', CHOICES[1]!.title]],
    'multi-select': () => [
      ['Lost', 'Open'],
      ['', 'text[]', '{Lost,Open}'],
    ],
    currency: () => [
      { currency_value: 1250.25, currency_code: 'EUR' },
      ['', 'numeric', '1250.25'],
      ['_currency', 'text', 'EUR'],
    ],
    'record-reference': ({ company }) => [
      { id: company, type: 'companies' },
      ['', 'uuid', company],
      ['_name', 'text', 'Quiet Harbour'],
      ['_object', 'text', 'companies'],
    ],
    'actor-reference': () => [{ id: owner, type: 'user' }, ['', 'uuid', owner], ['_name', 'text', 'Ada']],
    location: () => [
      { line1: '12 St James Sq', city: 'London', state: '', postal_code: 'SW1Y 4JH', country: 'GB' },
      ['', 'text', '12 St James Sq, London, SW1Y 4JH, GB'],
      ['_line1', 'text', '12 St James Sq'],
      ['_line2', 'text', null],
      ['_line3', 'text', null],
      ['_city', 'text', 'London'],
      ['_state', 'text', null],
      ['_postal_code', 'text', 'SW1Y 4JH'],
      ['_country', 'text', 'GB'],
    ],
    'phone-number': () => ['+14155550100', ['', 'text', '+14155550100'], ['_country_code', 'text', 'US']],
    pipeline: () => ['Lost', ['', 'text', 'Lost']],
    relationship: ({ company }) => [
      [{ id: company, type: 'companies' }],
      ['', 'uuid[]', `{${company}}`],
      ['_name', 'text[]', '{"Quiet Harbour"}'],
    ],
  };
  const settingsOf = (type: AttributeType): object => ({
    ...(VALUE_TYPES[type].choices && { [VALUE_TYPES[type].choices]: CHOICES }),
    ...(VALUE_TYPES[type].hasOtherSide && {
      relationship: { target_object_id: 'companies', inverse_title: 'Things', cardinality: 'many-to-many' },
    }),
  });

  it.each(ATTRIBUTE_TYPES)('of type %s are in columns of their type, one or several', async (type) => {
    const company = (await aRecord(rest, COMPANIES, { name: 'Quiet Harbour' })).id.record_id;
    const [value, ...columns] = TYPED[type]({ company });
    const object = await anObject(rest);
    await anAttribute(rest, object, { slug: 'one', type, ...settingsOf(type) });
    const isOptional = VALUE_TYPES[type].several === 'optional' && !VALUE_TYPES[type].hasOtherSide;
    if (isOptional) await anAttribute(rest, object, { slug: 'many', type, is_multi_select: true });
    await aRecord(rest, object, { one: value, ...(isOptional && { many: [value] }) });
    await aRecord(rest, object);
    const { name } = viewOf(await reports.make(), object.slug);
    const all = [
      ...columns.map(([suffix, ...column]): [string, string, unknown] => [`one${suffix}`, ...column]),
      ...(isOptional ? columns.map(([suffix, is, of]) => [`many${suffix}`, `${is}[]`, [of]] as const) : []),
    ];
    const shown = ([column, is]: readonly [string, string, unknown]) =>
      `pg_typeof(${column})::text as "type of ${column}",
        ${Array.isArray(is) || column.startsWith('many') ? `array(select e::text from unnest(${column}) e)` : `${column}::text`} as ${column}`;
    const [full, empty] = await rowsOf(`select ${all.map(shown).join()} from ${name} order by created_at`);
    for (const [column, is, value] of all) {
      expect([column, full![`type of ${column}`], full![column]]).toEqual([column, is, value]);
      expect([column, empty![column]]).toEqual([column, column.startsWith('many') ? [] : null]);
    }
  });

  it('are in one column where the attribute holds one by now, although a record holds several', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { slug: 'lines', type: 'text', is_multi_select: true });
    await aRecord(rest, object, { lines: ['one', 'two'] });
    await rest.admin.patch(`${object.path}/attributes/lines`, { is_multi_select: false }).expect(200);
    const { name } = viewOf(await reports.make(), object.slug);
    expect(await rowsOf(`select lines from ${name}`)).toEqual([{ lines: 'one' }]);
  });

  it('show options, members and names of records as they are now, and no name of a record in the trash', async () => {
    const object = await anObject(rest);
    const stage = await anAttribute(rest, object, { slug: 'stage', type: 'pipeline', stages: CHOICES });
    const config = { record_reference: { allowed_object_ids: ['companies'] } };
    await anAttribute(rest, object, { slug: 'firm', type: 'record-reference', config });
    const firm = await aRecord(rest, COMPANIES, { name: 'Before' });
    await aRecord(rest, object, { stage: 'Open', firm: { id: firm.id.record_id } });
    const { name } = viewOf(await reports.make(), object.slug);
    const id = stage.id.attribute_id;
    const [open] = await rest.sql<{ choice_id: string }>(
      `select choice_id from choice where workspace_id = $1 and attribute_id = $2 and title = 'Open'`,
      [rest.workspace_id, id],
    );
    const stages = [{ id: open!.choice_id, title: 'Under way' }];
    await rest.admin.patch(`${object.path}/attributes/stage`, { stages }).expect(200);
    await rest.admin.patch(pathTo(COMPANIES, firm), { data: { name: 'After' } }).expect(200);
    const asked = `select stage, firm, firm_name, created_by_type from ${name}`;
    const row = { stage: 'Under way', firm: firm.id.record_id, firm_name: 'After', created_by_type: 'api-key' };
    expect(await rowsOf(asked)).toEqual([row]);
    await rest.admin.post(`${pathTo(COMPANIES, firm)}/trash`).expect(200);
    expect(await rowsOf(asked)).toEqual([{ ...row, firm_name: null }]);
  });
});

describe('views', () => {
  it('leave out records that are in the trash, deleted or merged', async () => {
    const object = await anObject(rest);
    const [kept, trashed, deleted, merged] = await Promise.all(
      ['kept', 'trashed', 'deleted', 'merged'].map((name) => aRecord(rest, object, { name })),
    );
    await rest.admin.post(`${pathTo(object, trashed!)}/trash`).expect(200);
    await rest.admin.delete(pathTo(object, deleted!)).expect(200);
    const merge = { into: kept!.id.record_id, from: [merged!.id.record_id] };
    await rest.admin.post(`/v1/records/${object.slug}/merge`, merge).expect(200);
    const { name } = viewOf(await reports.make(), object.slug);
    expect(await rowsOf(`select record_id, name from ${name}`)).toEqual([
      { record_id: kept!.id.record_id, name: 'kept' },
    ]);
  });

  it('follow the schema, and those that are as they should be are not made anew', async () => {
    const object = await anObject(rest, rest.admin, 'my-projects');
    const before = await reports.make();
    expect(viewOf(before, object.slug)).toMatchObject({ name: 'my_projects', left_out: [] });
    expect((await reports.make('', rest.workspace_id.toUpperCase())).changed).toBe(0);
    await anAttribute(rest, object, { slug: 'budget-2026', type: 'currency' });
    const added = await reports.make();
    expect(added.changed).toBe(1);
    expect(viewOf(added, object.slug).columns).toEqual([
      'record_id',
      'name',
      'budget_2026',
      'budget_2026_currency',
      ...['created_at', 'updated_at', 'created_by', 'created_by_type', 'created_by_name'],
    ]);
    await rest.admin.patch(`${object.path}/attributes/budget-2026`, { title: 'Renamed' }).expect(200);
    expect((await reports.make()).changed).toBe(0);
    const now = new Date().toISOString();
    await rest.admin.patch(`${object.path}/attributes/budget-2026`, { archived_at: now }).expect(200);
    expect(viewOf(await reports.make(), object.slug).columns).not.toContain('budget_2026');
    expect(await rowsOf('select * from my_projects')).toEqual([]);
    await rest.admin.patch(object.path, { archived_at: now }).expect(200);
    const gone = await reports.make();
    expect([gone.dropped, gone.views.some(({ object: slug }) => slug === object.slug)]).toEqual([
      ['my_projects'],
      false,
    ]);
    await expect(rowsOf('select * from my_projects')).rejects.toThrow('does not exist');
  });

  it('are not dropped by a run that waited while their object came back', async () => {
    const object = await anObject(rest);
    const made = await reports.make();
    const archive = (at: string | null) => rest.admin.patch(object.path, { archived_at: at }).expect(200);
    await archive(new Date().toISOString());
    const other = await rest.pool.connect();
    try {
      await other.query('begin; select pg_advisory_xact_lock(7262836004)');
      const late = reports.refused('');
      const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`;
      await eventually(async () => (await rest.pool.query(waiting)).rows.length > 0);
      await archive(null);
      await other.query('commit');
      expect(await late).toContain('The schema of the workspace was changed meanwhile.');
    } finally {
      other.release();
    }
    const there = 'select 1 from pg_views where schemaname = $1 and viewname = $2';
    const view = [made.schema, viewOf(made, object.slug).name];
    expect((await rest.pool.query(there, view)).rows).toHaveLength(1);
  });

  it('give names once: the oldest keeps its name, whatever comes later, and none is longer than Postgres allows', async () => {
    const long = 'l'.repeat(64);
    for (const slug of ['a-b', 'a_b', long, 'select']) await anObject(rest, rest.admin, slug);
    const object = { slug: 'a-b', path: '/v1/objects/a-b' };
    for (const slug of ['cost', 'cost_currency', 'updated_at', long, `${long.slice(1)}m`])
      await anAttribute(rest, object, { slug, type: slug === 'cost' || slug === long ? 'currency' : 'text' });
    const made = await reports.make();
    expect(['a-b', 'a_b', long, 'select'].map((slug) => viewOf(made, slug).name)).toEqual([
      'a_b',
      'a_b_2',
      'l'.repeat(63),
      'select',
    ]);
    const { columns } = viewOf(made, 'a-b');
    expect(columns.slice(1, 9)).toEqual([
      'name',
      'cost',
      'cost_currency',
      'cost_currency_2',
      'updated_at_2',
      'l'.repeat(63),
      `${'l'.repeat(54)}_currency`,
      `${'l'.repeat(61)}_2`,
    ]);
    const shown = await rowsOf(`select attname from pg_attribute where attrelid = 'a_b'::regclass order by attnum`);
    expect(shown.map(({ attname }) => attname)).toEqual(columns);
  });

  it('never take a name for SQL, whatever stands in the database', async () => {
    const object = await anObject(rest, rest.admin, 'hostile');
    await anAttribute(rest, object, { slug: 'mean', type: 'text', title: `"'; drop table record; --` });
    const of = [rest.workspace_id, object.object_id];
    const slug = `x"; drop schema public cascade; --'`;
    await rest.sql('update attribute set slug = $3 where workspace_id = $1 and object_id = $2 and slug = $4', [
      ...[...of, slug, 'mean'],
    ]);
    await rest.sql('update object set slug = $3, plural_noun = $4 where workspace_id = $1 and object_id = $2', [
      ...[...of, slug, `'; drop table record; -- \\`],
    ]);
    await rest.sql('update workspace set schema_version = schema_version + 1 where workspace_id = $1', [of[0]]);
    const { name, columns } = viewOf(await reports.make(), slug);
    expect([name, columns[2]]).toEqual(Array(2).fill('x___drop_schema_public_cascade_____'));
    expect(await rowsOf(`select ${columns[2]} from ${name}`)).toEqual([]);
  });

  it('are as many as there are objects', async () => {
    const { workspace_id } = rest.stranger;
    await rest.sql(
      `insert into object (workspace_id, object_id, slug, singular_noun, plural_noun, epithet_attribute_id)
        select $1, gen_random_uuid(), 'many-' || n, 'One', 'Many', gen_random_uuid() from generate_series(1, 200) n`,
      [workspace_id],
    );
    await rest.sql('update workspace set schema_version = schema_version + 1 where workspace_id = $1', [workspace_id]);
    const { views, changed, roles } = await reports.make('', workspace_id);
    expect([views.length, changed]).toEqual([206, 200]);
    const client = await reports.reader(roles[0]);
    for (const n of [1, 100, 200]) expect((await client.query(`select * from many_${n}`)).rows).toEqual([]);
  });

  it('have room for 500 attributes, and leave out parts of values where Postgres has no room for columns', async () => {
    const object = await anObject(rest, rest.admin, 'wide');
    await rest.sql(
      `insert into attribute (workspace_id, attribute_id, object_id, attr_no, slug, title, type, sort_order)
        select $1, gen_random_uuid(), $2, 100 + n, 'place_' || n, 'Place', 'location', n from generate_series(1, 500) n`,
      [rest.workspace_id, object.object_id],
    );
    await rest.sql('update workspace set schema_version = schema_version + 1 where workspace_id = $1', [
      rest.workspace_id,
    ]);
    const wide = viewOf(await reports.make(), 'wide');
    expect([wide.columns.length, wide.columns[2], wide.left_out]).toEqual([507, 'place_1', []]);
    expect(await rowsOf('select * from wide')).toEqual([]);
  });
});
