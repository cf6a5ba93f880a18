import { Domain, type DomainError } from '#crm-domain';
import pg from 'pg';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

let rest: Rest;
let object: AnObject;
beforeAll(async () => {
  rest = await Rest.start();
  object = await anObject(rest);
});
afterAll(() => rest.stop());

async function found(words: string): Promise<string[]> {
  const { body } = await rest.reader.post(`/v1/records/${object.slug}/query`, { query: words }).expect(200);
  return (body.data as { id: { record_id: string } }[]).map(({ id }) => id.record_id);
}

async function background(): Promise<void> {
  await eventually(async () => {
    await rest.domain.purges.run();
    return (await rest.sql('select 1 from purge')).length === 0;
  });
}

/** Holds a record's row, as a slow writer would, while `work` is under way. */
async function whileHeld(recordId: string, work: () => Promise<unknown>): Promise<void> {
  const [database] = await rest.sql<{ name: string }>('select current_database() as name');
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.pathname = `/${database!.name}`;
  const holder = new pg.Client({ connectionString: url.href });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from record where workspace_id = $1 and record_id = $2 for update', [
      rest.workspace_id,
      recordId,
    ]);
    await work();
    await holder.query('commit');
  } finally {
    await holder.end();
  }
}

const waiting = async () => (await rest.sql(LOCK_WAITS)).length;

it('a change of the schema waits for a write that was planned with the schema as it is', async () => {
  const attribute = await anAttribute(rest, object, { type: 'text', slug: 'code' });
  const record = await aRecord(rest, object, { code: 'first' });
  let write!: Promise<{ status: number }>;
  let change!: Promise<{ status: number }>;
  await whileHeld(record.id.record_id, async () => {
    write = rest.writer.patch(pathTo(object, record), { data: { code: null } }).then((answer) => answer);
    await eventually(async () => (await waiting()) === 1);
    change = rest.admin
      .patch(`${object.path}/attributes/${attribute.slug}`, { is_required: true })
      .then((answer) => answer);
    await eventually(async () => (await waiting()) === 2);
  });
  expect([(await write).status, (await change).status]).toEqual([200, 200]);
  // The write came first, when nothing was required yet; from here on it is.
  expectError(await rest.writer.patch(pathTo(object, record), { data: { code: '' } }), 400);
  await rest.admin.patch(`${object.path}/attributes/${attribute.slug}`, { is_required: false }).expect(200);
});

it('a moment whose offset leads out of the years with four digits is refused, and nothing is harmed', async () => {
  for (const archived_at of ['9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+01:00']) {
    expect(pathsOf(await rest.admin.patch(object.path, { archived_at }))).toEqual(['archived_at']);
  }
  await rest.reader.get('/v1/objects').expect(200);
});

it('words of a deleted attribute and old titles of an option leave the search', async () => {
  await anAttribute(rest, object, { type: 'text', slug: 'animal' });
  await anAttribute(rest, object, { type: 'select', slug: 'mood', options: [{ title: 'Sunny' }, { title: 'Grey' }] });
  const record = await aRecord(rest, object, { animal: 'zebrafish', mood: 'Sunny' });
  expect(await found('zebrafish')).toEqual([record.id.record_id]);
  await rest.admin.delete(`${object.path}/attributes/animal`).expect(200);
  const sunny = (await rest.reader.get(`${object.path}/attributes/mood/options`)).body.data[0].id.option_id as string;
  await rest.admin.patch(`${object.path}/attributes/mood/options/${sunny}`, { title: 'Radiant' }).expect(200);
  await background();
  expect(await found('zebrafish')).toEqual([]);
  expect(await found('sunny')).toEqual([]);
  expect(await found('radiant')).toEqual([record.id.record_id]);
});

it('a renamed default option stays the default, and the attribute can still be changed', async () => {
  const options = [{ title: 'A' }, { title: 'B' }];
  const attribute = await anAttribute(rest, object, { type: 'select', slug: 'grade', options, default_value: 'A' });
  const path = `${object.path}/attributes/${attribute.slug}`;
  const first = (await rest.reader.get(`${path}/options`)).body.data[0].id.option_id as string;
  await rest.admin.patch(`${path}/options/${first}`, { title: 'AA' }).expect(200);
  const { body } = await rest.admin.patch(path, { title: 'Grade' }).expect(200);
  expect(body.data.default_value).toBe('AA');
  expect((await aRecord(rest, object)).values.grade).toMatchObject([{ option: { title: 'AA' } }]);
});

it('deletes that hold every connection still learn of a new schema', async () => {
  const record = await aRecord(rest, object);
  // Not over HTTP, where one workspace has fewer under way than there are connections.
  const { apiKeys, records } = rest.app.get(Domain);
  const key = rest.writer.authorization!.replace('Bearer ', '');
  const caller = await apiKeys.identify(key, { origin: 'rest-api', request_id: 'none' });
  const many = 16;
  let deletes!: Promise<string[]>;
  await whileHeld(record.id.record_id, async () => {
    const at = { object: object.slug, record: record.id.record_id };
    const one = () =>
      records.delete(caller, at).then(
        () => 'deleted',
        (error: DomainError) => error.kind,
      );
    // More than there are connections; not so many that one would wait for them for long.
    deletes = Promise.all(Array.from({ length: many }, one));
    await eventually(async () => (await waiting()) === 10);
    await rest.sql('update workspace set schema_version = schema_version + 1');
  });
  expect((await deletes).sort()).toEqual(['deleted', ...Array.from({ length: many - 1 }, () => 'not_found')]);
});

it('a record that refers to itself shows its new name in the answer to the write', async () => {
  await anAttribute(rest, object, { type: 'record-reference', slug: 'itself' });
  const record = await aRecord(rest, object, { name: 'Old' });
  const itself = { type: object.slug, id: record.id.record_id };
  await rest.writer.patch(pathTo(object, record), { data: { itself } }).expect(200);
  const { body } = await rest.writer.patch(pathTo(object, record), { data: { name: 'New' } }).expect(200);
  expect(body.data.values.itself).toMatchObject([{ display_name: 'New' }]);
  expect((await readRecord(rest, object, record)).values.itself).toEqual(body.data.values.itself);
});

it('the other side of a relationship never takes the name of a field that every record has', async () => {
  const relationship = { target_object_id: object.slug, inverse_title: 'Created by', cardinality: 'many-to-many' };
  await anAttribute(rest, await anObject(rest), { type: 'relationship', slug: 'made', relationship });
  const listed = (await rest.reader.get(`${object.path}/attributes`)).body.data as { slug: string; title: string }[];
  expect(listed.find(({ title }) => title === 'Created by')?.slug).toBe('created_by_2');
});
