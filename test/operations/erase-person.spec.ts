import { rmSync } from 'node:fs';
import type { Capability } from '#crm-domain';
import { ConsistencyService } from '#crm-domain/operations';
import type { Certificate, ErasureWire, ExportWire } from '#crm-domain/operations';
import { Cli, workDir } from '../support/cli.js';
import { eventually } from '../support/eventually.js';
import { aPersonOverRest } from '../support/person.js';
import { Caller } from '../support/rest.js';
import { World } from '../support/world.js';
import { aPersonAmongOthers, EMAIL, tracesIn } from './support/person-to-erase.js';

let world: World;
let key: Caller;
let admin: Caller;
let southBefore: Map<string, string[]>;
const dir = workDir();

beforeAll(async () => {
  world = await World.start({ alone: 'The test itself works on erasures, step by step.' });
  key = await keyOf(world.north.workspace_id);
  admin = (await aPersonOverRest(world)).caller;
});
afterAll(async () => {
  await world?.stop();
  rmSync(dir, { recursive: true });
});

async function keyOf(
  workspace_id: string,
  capabilities: Capability[] = ['read:data', 'write:data', 'write:schema'],
): Promise<Caller> {
  const { api_key } = await world.domain.apiKeys.create({ workspace_id, name: 'Test', capabilities });
  return new Caller(world.places.baseUrl, `Bearer ${api_key}`);
}

async function erased(input: object, by: Caller = admin): Promise<ErasureWire> {
  const { body } = await by.post('/v1/persons/erase', { email: EMAIL, ...input }).expect(200);
  return over((body.data as ErasureWire).id.erasure_id, by);
}

async function over(id: string, by: Caller = admin): Promise<ErasureWire> {
  let last: ErasureWire | undefined;
  await eventually(async () => {
    last = (await by.get(`/v1/persons/erasures/${id}`).expect(200)).body.data as ErasureWire;
    return last.finished_at !== null;
  });
  return last!;
}

/** Every row of a workspace, by table, as text. */
async function rowsOf(workspaceId: string): Promise<Map<string, string[]>> {
  const tables = await world.sql<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'workspace_id'`,
  );
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const found = await world.sql<{ row: string }>(
      `select (to_jsonb(t) - 'last_used_at')::text as row from "${name}" t where t.workspace_id = $1`,
      [workspaceId],
    );
    rows.set(name, found.map(({ row }) => row).sort());
  }
  return rows;
}

/** Every row of every table as text, as a dump of the database would hold it. */
async function dump(): Promise<string> {
  const tables = await world.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows: string[] = [];
  for (const { name } of tables)
    rows.push(...(await world.sql<{ row: string }>(`select t::text as row from "${name}" t`)).map(({ row }) => row));
  return rows.join('\n');
}

describe('erasing a person', () => {
  let made: Awaited<ReturnType<typeof aPersonAmongOthers>>;
  let digest: string;
  let certificate: Certificate;
  let before: Map<string, string[]>;

  beforeAll(async () => {
    made = await aPersonAmongOthers(world, key, world.north.workspace_id);
    await key
      .post('/v1/records/companies', { data: { name: 'Kept answer', description: EMAIL } })
      .set('Idempotency-Key', 'kept-1')
      .expect(200);
    before = await rowsOf(world.north.workspace_id);
    await aPersonAmongOthers(world, await keyOf(world.south.workspace_id), world.south.workspace_id);
    southBefore = await rowsOf(world.south.workspace_id);
  }, 120_000);

  it('is for admins with an access token that may write', async () => {
    const bob = (await aPersonOverRest(world, world.bob)).caller;
    const reading = (await aPersonOverRest(world, world.ada, { tier: 'read' })).caller;
    const readOnly = await keyOf(world.north.workspace_id, ['read:data']);
    for (const caller of [bob, reading, readOnly, key])
      for (const path of ['export', 'erase'])
        expect((await caller.post(`/v1/persons/${path}`, { email: EMAIL })).status).toBe(403);
  });

  it('counts first, and changes no table of data', async () => {
    const first = await erased({ dry_run: true });
    expect(first).toMatchObject({ state: 'completed', dry_run: true, certificate: null });
    expect(first.counted).toMatchObject({ record: 53, conversation: 8, message: 302 });
    const again = await expectNothingChangedBut(() => erased({ dry_run: true }));
    expect(again.digest).toBe(first.digest);
    digest = again.digest!;
    expect(tracesIn(JSON.stringify(await world.sql('select * from person_erasure')))).toEqual([]);
  });

  it('is refused where there is something else to erase than was shown, and for a member', async () => {
    const refused = await erased({ expect_digest: '0'.repeat(64) });
    expect(refused).toMatchObject({ state: 'failed', certificate: null });
    const { body } = await admin.post('/v1/persons/erase', { email: 'Bob@example.com' }).expect(409);
    expect(body.reason).toBe('address_in_use');
    expect(await rowsOf(world.north.workspace_id).then((rows) => rows.get('record'))).toEqual(before.get('record'));
  });

  it('leaves nothing of them in the database', async () => {
    const done = await erased({ expect_digest: digest });
    expect(done).toMatchObject({ state: 'completed', failure: null });
    certificate = done.certificate!;
    expect(certificate.scan).toMatchObject({ found: {}, names: {} });
    expect(certificate.records).toBe(50);
    const kept = await rowsOf(world.north.workspace_id);
    expect(tracesIn([...kept.values()].flat().join('\n'))).toEqual([]);
    const metrics = await world.rest('').get('/metrics');
    expect(tracesIn(metrics.text ?? '')).toEqual([]);
  }, 120_000);

  it('leaves what others wrote, without the person in it', async () => {
    const note = (await key.get(`/v1/records/notes/${made.shared}`).expect(200)).body.data;
    expect(JSON.stringify(note)).toContain('[erased] and Ina');
    expect(JSON.stringify(note)).toMatch(/Write to erased-[0-9a-f]{8}-1@erased\.invalid or call \[erased\]\./);
    await key.get(`/v1/records/people/${made.zelda}`).expect(404);
    const [lunch] = await world.sql<{ body: string }>(
      'select body from message where conversation_id = $1 and direction = $2',
      [...[made.group, 'outbound']],
    );
    expect(lunch!.body).toBe('Both of you, [erased] too');
  });

  it('leaves every other row as it was', async () => {
    const after = await rowsOf(world.north.workspace_id);
    const isTheirs = (row: string) => {
      const ids = [made.zelda, made.shared, made.mention];
      return tracesIn(row).length > 0 || ids.some((id) => row.includes(id));
    };
    const untouched = [
      'record',
      'index_text',
      'record_unique',
      'record_handle',
      'record_search',
      'object',
      'attribute',
    ];
    for (const table of [...untouched, 'membership', 'api_key', 'workspace', 'connection', 'choice']) {
      const now = new Set(after.get(table));
      const gone = before.get(table)!.filter((row) => !now.has(row) && !isTheirs(row));
      expect([
        table,
        gone.filter((row) => !row.includes('Likes quiet') && !row.includes('Note ') && !isNote(row)),
      ]).toEqual([table, []]);
    }
  });

  const isNote = (row: string) => {
    const ids = before.get('record')!.filter((each) => each.includes('Likes quiet'));
    return ids.some((each) => row.includes((JSON.parse(each) as { record_id: string }).record_id));
  };

  it('leaves a database and an audit log without contradictions', async () => {
    const { findings } = await new ConsistencyService(world.domain.db).check({
      workspace_id: world.north.workspace_id,
    });
    expect(findings).toEqual([]);
    const { entries } = await world.domain.audit.list(world.north.workspace_id, { limit: 1, action: 'person.erased' });
    expect(entries[0]!.details).toMatchObject({ digest: certificate.digest, records: 50, found: [] });
  });

  it('leaves the feed in its order, with emptied events', async () => {
    const { body } = await key.get('/v1/events?limit=500').expect(200);
    const events = body.data as { position: number; subject: { id: string }; changes?: object[]; data?: object }[];
    const theirs = events.filter(({ subject }) => subject.id === made.zelda);
    expect(theirs.length).toBeGreaterThan(40);
    for (const event of theirs) expect(event).toMatchObject({ changes: [], data: { redacted: true } });
  });

  it('lets nobody undo it, and nobody read the record as it was', async () => {
    const { body } = await key.get('/v1/events?limit=500').expect(200);
    const event = (body.data as { event_id: string; kind: string; subject: { id: string } }[]).find(
      ({ kind, subject }) => kind === 'RecordDeletedEvent' && subject.id === made.zelda,
    )!;
    const undone = (await key.post('/v1/undo', { event_id: event.event_id }).expect(200)).body.data;
    expect(undone).toMatchObject({
      undone: [],
      left: expect.arrayContaining([expect.objectContaining({ reason: 'erased' })]),
    });
    await key.get(`/v1/records/people/${made.zelda}?as_of=2026-01-01T00:00:00Z`).expect(404);
    for (const path of [`companies/${made.mention}`, `notes/${made.shared}`]) {
      await key.get(`/v1/records/${path}?show_historic=true`).expect(200);
      await key.get(`/v1/records/${path}/timeline`).expect(200);
    }
  });

  it('does a request again whose answer was erased not a second time', async () => {
    const { body } = await key
      .post('/v1/records/companies', { data: { name: 'Kept answer', description: EMAIL } })
      .set('Idempotency-Key', 'kept-1')
      .expect(409);
    expect(body.reason).toBe('answer_erased');
    const kept = `select fingerprint from idempotency where workspace_id = $1 and key = 'kept-1'`;
    // From the fingerprint of a short request its text could be guessed.
    expect(await world.sql(kept, [world.north.workspace_id])).toEqual([{ fingerprint: '' }]);
  });
});

async function expectNothingChangedBut<T>(work: () => Promise<T>): Promise<T> {
  const before = await rowsOf(world.north.workspace_id);
  const result = await work();
  const after = await rowsOf(world.north.workspace_id);
  for (const rows of [before, after]) rows.delete('person_erasure');
  expect([...after]).toEqual([...before]);
  return result;
}

describe('the same person in another workspace', () => {
  it('stays as they were', async () => {
    const after = await rowsOf(world.south.workspace_id);
    // Events get their places whoever is erased.
    for (const rows of [southBefore, after])
      for (const table of ['event_feed', 'event_head', 'event_pending']) rows.delete(table);
    expect([...after]).toEqual([...southBefore]);
  });

  it('is exported as a file of all that is kept of them', async () => {
    const caller = await southAdmin();
    const { body } = await caller.post('/v1/persons/export', { email: EMAIL }).expect(200);
    const id = (body.data as ExportWire).id.export_id;
    let made: ExportWire | undefined;
    await eventually(async () => {
      made = (await caller.get(`/v1/exports/${id}`).expect(200)).body.data as ExportWire;
      return made.state === 'completed';
    });
    const { text } = await caller.get(made!.download!.url).buffer(true);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; [field: string]: unknown });
    const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
    expect([count('record'), count('value_history'), count('message')]).toEqual([1, 41, 302]);
    expect(lines.find(({ kind }) => kind === 'record')).toMatchObject({
      object: 'people',
      values: { name: { first_name: 'Zelda', last_name: 'Quixworth' } },
    });
    expect(text).not.toContain('ina@other.example","original');
  });

  it('is erased to the end by another process when one is killed, and their export with them', async () => {
    const { workspace_id } = world.south;
    const env = { DATABASE_URL: world.places.databaseUrl };
    const cli = new Cli(['person', 'erase', '--workspace', workspace_id, '--email', EMAIL], { cwd: dir, env });
    const isHalf = async () => {
      const [row] = await world.sql<{ n: number }>(
        `select coalesce((progress -> 'erased' ->> 'record')::int, 0) as n from person_erasure
          where workspace_id = $1 and state = 'running'`,
        [workspace_id],
      );
      return (row?.n ?? 0) > 3;
    };
    await eventually(isHalf);
    cli.child.kill('SIGKILL');
    await cli.run;
    const caller = await southAdmin();
    const { body } = await caller.get('/v1/persons/erasures').expect(200);
    const [{ id, state }] = body.data as [ErasureWire];
    expect(state).toBe('running');
    await world.sql('update person_erasure set lease_until = now() where workspace_id = $1', [workspace_id]);
    const done = await over(id.erasure_id, caller);
    expect(done).toMatchObject({ state: 'completed', certificate: { records: 50, scan: { found: {}, names: {} } } });
    expect(done.certificate!.erased).toMatchObject({ record: 52, message: 303, export_chunk: 1 });
    expect(tracesIn(await dump())).toEqual([]);
    const { findings } = await new ConsistencyService(world.domain.db).check({ workspace_id });
    expect(findings).toEqual([]);
  }, 120_000);
});

async function southAdmin(): Promise<Caller> {
  const { client } = await world.connected(world.ada, { tier: 'send', workspace: world.south });
  const wish = { client, audience: world.places.baseUrl, workspace: world.south };
  return world.rest(world.token(world.ada, wish));
}
