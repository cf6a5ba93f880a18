import { ATTRIBUTE_TYPES, VALUE_TYPES, type RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest, type Caller } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };
const NOWHERE = '0197f000-0000-7000-8000-00000000000a';

interface Result {
  status: number;
  data?: RecordWire & { deleted?: boolean };
  created?: boolean;
  shortened?: boolean;
  error?: { type: string; code: string; reason: string; message: string; issues?: { path: string }[] };
}

describe('POST /v1/records/{object}/batch and POST /v1/batch', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, object, { type: 'text', slug: 'tags', is_multi_select: true });
    await anAttribute(rest, object, { type: 'record-reference', slug: 'link', is_multi_select: true });
    const relationship = { target_object_id: object.slug, inverse_title: 'Back', cardinality: 'many-to-many' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'friends', relationship });
  });
  afterAll(() => rest.stop());

  const batch = (mode: string, items: unknown[], beside: object = {}, by: Caller = rest.writer) =>
    by.post(`/v1/records/${object.slug}/batch`, { mode, items, ...beside });
  const statuses = (results: Result[]) => results.map(({ status }) => status);
  const idOf = ({ data }: Result) => data!.id.record_id;
  const exists = async (id: string) => (await rest.admin.get(`/v1/records/${object.slug}/${id}`)).status === 200;

  it('tells the first items only where an atomic one fails with hundreds of empty items', async () => {
    const { slug } = await anObject(rest);
    const items = Array.from({ length: 500 }, () => ({}));
    const refused = await rest.writer.post(`/v1/records/${slug}/batch`, { mode: 'atomic', items }).expect(400);
    expect(refused.body).toMatchObject({ applied: false, shortened: true });
    expect(refused.body.data.length).toBeGreaterThan(50);
    expect(refused.text.length).toBeLessThan(64 * 1024);
  });

  it('does every operation in its order, and answers with what became of each', async () => {
    const [changed, gone, trashed] = [
      await aRecord(rest, object, { code: 'changed', tags: ['a'] }),
      await aRecord(rest, object),
      await aRecord(rest, object),
    ];
    const { body } = await batch('each', [
      { op: 'create', data: { name: 'New', code: 'made' } },
      { op: 'update', record: changed.id.record_id, data: { tags: { append: ['b'] } } },
      { op: 'upsert', match: 'code', data: { code: 'changed', name: 'Upserted' } },
      { op: 'upsert', match: 'code', data: { code: 'fresh' } },
      { op: 'delete', record: gone.slug },
      { op: 'trash', record: trashed.id.record_id },
      { op: 'restore', record: trashed.id.record_id },
    ]).expect(200);
    const results = body.data as Result[];
    expect(body.applied).toBe(true);
    expect(statuses(results)).toEqual(Array(7).fill(200));
    expect(results.map(({ created }) => created)).toEqual([
      undefined,
      undefined,
      false,
      true,
      ...Array(3).fill(undefined),
    ]);
    expect(results[4]).toEqual({ status: 200, data: { deleted: true } });
    for (const at of [0, 3, 6]) expect(await readRecord(rest, object, results[at]!.data!)).toEqual(results[at]!.data);
    const { values } = await readRecord(rest, object, changed);
    expect([values.name![0]!.value, values.tags!.length]).toEqual(['Upserted', 2]);
    expect(await exists(gone.id.record_id)).toBe(false);
  });

  it.each(['each', 'atomic'])('deletes a record in the trash only where it is meant, with mode %s', async (mode) => {
    const [kept, one, two] = [await aRecord(rest, object), await aRecord(rest, object), await aRecord(rest, object)];
    for (const each of [one, two]) await rest.admin.post(`${pathTo(object, each)}/trash`).expect(200);
    const inTrash = (record: RecordWire) => rest.admin.get(`${pathTo(object, record)}?trashed=only`);
    const remove = (record: RecordWire, beside: object) => ({ op: 'delete', record: record.id.record_id, ...beside });
    const items = [remove(one, { trashed: 'only', expected_version: 2 }), remove(two, { trashed: 'only' })];
    const { body } = await batch(mode, items).expect(200);
    expect(body.data).toEqual(Array(2).fill({ status: 200, data: { deleted: true } }));
    for (const each of [one, two]) await inTrash(each).expect(404);
    const left = await aRecord(rest, object);
    await rest.admin.post(`${pathTo(object, left)}/trash`).expect(200);
    const wrong = [
      remove(left, {}),
      remove(kept, { trashed: 'only' }),
      remove(left, { trashed: true }),
      { ...remove(left, { trashed: 'only' }), op: 'restore' },
    ];
    const refused = (await batch(mode, wrong)).body.data as Result[];
    expect(statuses(refused)).toEqual([404, 404, 400, 400]);
    expect(refused[2]!.error!.issues).toMatchObject([{ path: 'items[2].trashed', allowed: ['only'] }]);
    await inTrash(left).expect(200);
    expect(await exists(kept.id.record_id)).toBe(true);
  });

  it('makes records whose values begin alike, and so have one key, in a batch and alone', async () => {
    const alike = ['a', 'b', 'A'].map((end) => `${'Long "text" \\ '.repeat(10)}${end}`);
    const { id: to } = await aRecord(rest, object);
    const data = {
      tags: alike,
      link: [to.record_id, to.record_id.toUpperCase()].map((id) => ({ id, type: object.slug })),
    };
    const { body } = await batch(
      'each',
      [1, 2].map(() => ({ op: 'create', data })),
    ).expect(200);
    const made = [await aRecord(rest, object, data), ...(body.data as Result[]).map((each) => each.data!)];
    for (const each of made) {
      const { values } = await readRecord(rest, object, each);
      expect(values.tags!.map(({ value }) => value)).toEqual(alike);
      expect(values.link!.map(({ target_record }) => target_record)).toEqual([to.record_id]);
    }
  });

  it('writes records of several objects, which later items refer to by ref', async () => {
    const { body } = await rest.writer
      .post('/v1/batch', {
        mode: 'atomic',
        items: [
          { op: 'create', object: 'companies', data: { name: 'Acme Example' }, ref: 'acme' },
          { op: 'create', object: 'people', data: { company: { $ref: 'acme' } }, ref: 'ada' },
          { op: 'create', object: object.slug, data: { link: [{ $ref: 'acme' }, { $ref: 'ada' }] }, ref: 'thing' },
          {
            op: 'update',
            object: object.slug,
            record: { $ref: 'thing' },
            data: { link: { remove: [{ $ref: 'ada' }] } },
          },
          {
            op: 'update',
            object: object.slug,
            record: { $ref: 'thing' },
            data: { friends: { append: [{ $ref: 'thing' }] } },
          },
        ],
      })
      .expect(200);
    const results = body.data as Result[];
    expect(results[1]!.data!.values.company![0]).toMatchObject({
      target_record: idOf(results[0]!),
      display_name: 'Acme Example',
    });
    expect(results[4]!.data!.values.link!.map(({ target_record }) => target_record)).toEqual([idOf(results[0]!)]);
    expect(results[4]!.data!.values.back!.map(({ target_record }) => target_record)).toEqual([idOf(results[2]!)]);
  });

  const mixed = async () => [
    { op: 'create', data: { code: 'first of mixed', name: 'First' }, ref: 'first' },
    { op: 'create', data: { code: 'first of mixed' } },
    { op: 'create', data: { unicorn: 1 }, ref: 'bad' },
    { op: 'create', data: { link: { $ref: 'bad' } } },
    { op: 'create', data: { link: { $ref: 'first' } } },
    { op: 'create', data: { link: { $ref: 'later' } } },
    { op: 'update', record: NOWHERE, data: { name: 'x' } },
    { op: 'delete', record: { $ref: 'bad' } },
    { op: 'merge', record: NOWHERE },
    { op: 'create', record: NOWHERE, data: {} },
    'nothing',
    { op: 'create', object: object.object_id, data: 5 },
    { op: 'create', data: { name: 'Last' }, ref: 'first' },
    { op: 'upsert', match: 'name', data: { name: 'x' } },
    { op: 'create', data: { name: 'Really last' } },
  ];
  const STATUSES = [200, 400, 400, 424, 200, 400, 404, 424, 400, 400, 400, 400, 400, 400, 200];

  it('does each item by itself: those that fail have their own status and error, and leave nothing behind', async () => {
    const { body } = await batch('each', await mixed()).expect(200);
    const results = body.data as Result[];
    expect([body.applied, statuses(results)]).toEqual([true, STATUSES]);
    expect(results[1]!.error).toMatchObject({ code: 'validation_type', reason: 'unique_taken' });
    expect(results[1]!.error!.issues).toMatchObject([{ path: 'items[1].data.code', record_id: idOf(results[0]!) }]);
    expect(results[2]!.error!.issues).toMatchObject([{ path: 'items[2].data.unicorn' }]);
    expect(results[3]!.error).toMatchObject({ code: 'dependency_failed', reason: 'dependency_failed' });
    expect(results[5]!.error!.issues).toMatchObject([{ path: 'items[5].data.link.$ref' }]);
    expect(results[6]!.error).toMatchObject({ code: 'not_found', reason: 'record_not_found' });
    expect(results[8]!.error!.issues).toMatchObject([{ path: 'items[8].op' }]);
    expect(results[9]!.error!.issues).toMatchObject([{ path: 'items[9].record' }]);
    expect(results[12]!.error!.issues).toMatchObject([{ path: 'items[12].ref' }]);
    expect(results[13]!.error!.issues).toMatchObject([{ path: 'match' }]);
    for (const at of [0, 4, 14]) expect(await exists(idOf(results[at]!))).toBe(true);
    await rest.writer.delete(pathTo(object, results[0]!.data as RecordWire)).expect(200);
  });

  it('answers 400 to an atomic batch of which an item fails, with the status of each, and changes nothing', async () => {
    await expectNothingChanged(rest, async () => {
      const response = await batch('atomic', await mixed());
      const { applied, data, ...error } = response.body as { applied: boolean; data: Result[] };
      expectError({ ...response, body: error } as never, 400);
      expect(applied).toBe(false);
      expect(statuses(data)).toEqual(STATUSES.map((status) => (status === 200 ? 424 : status)));
      expect(response.body.message).toContain('items[1] failed');
      expect(response.body.reason).toBe('unique_taken');
      // That of the first item was undone.
      const [issue] = data[1]!.error!.issues!;
      expect([issue!.path, Object.keys(issue!)]).toEqual([
        'items[1].data.code',
        expect.not.arrayContaining(['record_id']),
      ]);
      expect(response.body.issues[0]).toEqual(issue);
    });
  });

  it.each(['each', 'atomic'])(
    'tells what is wrong with hundreds of items in a short answer, with mode %s',
    async (mode) => {
      const wanting = await anObject(rest);
      const options = Array.from({ length: 50 }, (_, n) => ({ title: `${n} `.padEnd(200, 'long ').trim() }));
      await anAttribute(rest, wanting, { type: 'select', slug: 'choice', options });
      const items = Array.from({ length: 500 }, () => ({
        op: 'create',
        object: wanting.slug,
        data: { choice: 'None' },
      }));
      const { body, text } = await rest.writer.post('/v1/batch', { mode, items });
      const results = body.data as Result[];
      expect(text.length).toBeLessThan(400 * 1024);
      expect(new Set(statuses(results))).toEqual(new Set([400]));
      expect(results[0]!.error!.issues).toMatchObject([{ path: 'items[0].data.choice', allowed: expect.any(Array) }]);
      expect(results[20]!.error!.issues).toEqual([expect.not.objectContaining({ allowed: expect.anything() })]);
      // Of an atomic one the refusal is no longer than a few times its request.
      if (mode === 'each') expect(results).toHaveLength(500);
      else expect([results.length > 200, body.shortened]).toEqual([true, true]);
      expect(results.at(-1)!.error!.message).toContain(`items[${results.length - 1}].data.choice`);
    },
  );

  it('undoes records that were changed, deleted and linked when an atomic batch fails', async () => {
    const [one, two] = [await aRecord(rest, object, { tags: ['a'] }), await aRecord(rest, object)];
    await expectNothingChanged(rest, async () => {
      await batch('atomic', [
        { op: 'update', record: one.id.record_id, data: { tags: ['b'], friends: [{ id: two.id.record_id }] } },
        { op: 'delete', record: two.id.record_id },
        { op: 'trash', record: one.id.record_id },
        { op: 'create', data: { link: { match: { domains: 'new.example.com' }, create: true, type: 'companies' } } },
        { op: 'delete', record: NOWHERE },
      ]).expect(400);
    });
  });

  it('still names a record that an atomic batch did not make, where it has the value', async () => {
    const held = await aRecord(rest, object, { code: 'held before' });
    const items = [
      { op: 'update', record: held.id.record_id, data: { name: 'Changed' } },
      { op: 'create', data: { code: 'held before' } },
    ];
    const { body } = await batch('atomic', items).expect(400);
    expect(body.data[1].error.issues).toMatchObject([{ record_id: held.id.record_id }]);
  });

  it('says that nothing was applied where every item failed by itself', async () => {
    const none = { op: 'delete', record: NOWHERE };
    expect((await batch('each', [none, none]).expect(200)).body.applied).toBe(false);
    expect((await batch('each', [none, { op: 'create', data: {} }]).expect(200)).body.applied).toBe(true);
  });

  it('refuses items of another object than that of its address, whatever else is in it', async () => {
    const create = (more: object) => ({ op: 'create', data: {}, ...more });
    const own = [create({}), create({ object: object.slug }), create({ object: object.object_id })];
    expect(statuses((await batch('each', own).expect(200)).body.data)).toEqual([200, 200, 200]);
    for (const mode of ['each', 'atomic'])
      await expectNothingChanged(rest, async () => {
        const response = await batch(mode, [...own, create({ object: 'companies' }), create({ object: 'unicorns' })]);
        expectError(response, 400);
        expect(pathsOf(response)).toEqual(['items[3].object', 'items[4].object']);
        expect(response.body.message).toContain(`"${object.slug}"`);
      });
  });

  it.each(['each', 'atomic'])(
    'refuses fields that are not there before anything is written, with mode %s',
    async (mode) => {
      const items = ['companies', 'people'].map((each) => ({ op: 'create', object: each, data: {} }));
      const several = (fields: string[]) => rest.writer.post('/v1/batch', { mode, items, fields });
      await expectNothingChanged(rest, async () => {
        expect(pathsOf(await batch(mode, [{ op: 'create', data: {} }], { fields: ['name', 'unicorn'] }))).toEqual([
          'fields[1]',
        ]);
        expect(pathsOf(await batch(mode, [{ op: 'create', data: {} }], { fields: ['link.name'] }))).toEqual([
          'fields[0]',
        ]);
        expect(pathsOf(await several(['name', 'domains']))).toEqual(['fields[1]']);
      });
      expect(statuses((await several(['name', 'created_at']).expect(200)).body.data)).toEqual([200, 200]);
    },
  );

  it('answers 400 to a batch that is none, and 404 to an unknown object in its path', async () => {
    const create = { op: 'create', data: {} };
    await expectNothingChanged(rest, async () => {
      for (const body of [
        { mode: 'each', items: [] },
        { mode: 'each' },
        { mode: 'some', items: [create] },
        { items: [create] },
        { mode: 'each', items: {} },
        { mode: 'each', items: Array(501).fill(create) },
        { mode: 'each', items: [create], more: 1 },
        { mode: 'each', items: [create], format: 'table' },
        [],
      ])
        expectError(await rest.writer.post(`/v1/records/${object.slug}/batch`, body), 400);
      const unknown = await rest.writer.post('/v1/records/unicorns/batch', { mode: 'each', items: [create] });
      expect(statuses(unknown.body.data as Result[])).toEqual([404]);
      const without = await rest.writer.post('/v1/batch', { mode: 'each', items: [create] });
      expect((without.body.data as Result[])[0]!.error!.issues).toMatchObject([{ path: 'items[0].object' }]);
      expectError(await batch('each', [create], {}, rest.reader), 403);
      expectError(await batch('each', [create], {}, rest.callerWith()), 401);
      expectError(await rest.stranger.admin.post(`/v1/records/${object.slug}/batch`, { mode: 'x' }), 400);
    });
    const strange = await rest.stranger.admin.post(`/v1/records/${object.slug}/batch`, {
      mode: 'each',
      items: [create],
    });
    expect(statuses(strange.body.data as Result[])).toEqual([404]);
  });

  it('takes fields and format, and shows only ids where there is no room for more', async () => {
    const { body } = await batch('each', [{ op: 'create', data: { name: 'Short' } }], {
      fields: ['name'],
      format: 'concise',
    }).expect(200);
    expect(body.data[0].data).toMatchObject({ name: 'Short', values: { name: 'Short' } });
    const long = 'x'.repeat(45_000);
    const items = Array.from({ length: 60 }, (_, n) => ({ op: 'create', data: { tags: [`${n} ${long}`] } }));
    const response = await batch('each', items).expect(200);
    const results = response.body.data as Result[];
    expect(response.text.length).toBeLessThan(2.2 * 1024 * 1024);
    const shortened = results.filter(({ shortened }) => shortened);
    expect(shortened.length).toBeGreaterThan(5);
    for (const { data } of shortened) expect(Object.keys(data!)).toEqual(['id']);
    expect(await exists(idOf(results.at(-1)!))).toBe(true);
  });

  it('takes bodies of up to 8 MiB and 500 items, and refuses larger ones with 413', async () => {
    const text = 'x'.repeat(15_500);
    const items = Array.from({ length: 500 }, (_, n) => ({ op: 'create', data: { name: `${n}`, tags: [text] } }));
    const { body } = await batch('each', items, { format: 'concise', fields: ['name'] }).expect(200);
    expect(statuses(body.data as Result[])).toEqual(Array(500).fill(200));
    expect((body.data as { data: { name: string } }[]).map(({ data }) => data.name)).toEqual(
      items.map((_, n) => `${n}`),
    );
    const more = Array.from({ length: 500 }, () => ({ op: 'create', data: { tags: ['x'.repeat(17_000)] } }));
    expectError(await batch('each', more), 413);
    const one = { op: 'create', data: { tags: ['x'.repeat(1_100_000)] } };
    expectError(await batch('each', [one]), 400);
    expectError(await rest.writer.post(`/v1/records/${object.slug}`, { data: { tags: ['x'.repeat(1_100_000)] } }), 413);
  }, 120_000);

  it('gives the same answer to a batch that is sent again with its key, in any order of members', async () => {
    const items = [
      { op: 'create', data: { name: 'Keyed', code: 'keyed' } },
      { op: 'create', data: { code: 'keyed' } },
    ];
    const turned = items.map(({ op, data }) => ({ data: Object.fromEntries(Object.entries(data).reverse()), op }));
    const send = (sent: unknown[], mode = 'each') => batch(mode, sent).set('Idempotency-Key', 'batch-key');
    const first = await send(items).expect(200);
    const again = await send(turned).expect(200);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
    expect(statuses(first.body.data as Result[])).toEqual([200, 400]);
    expectError(await send(items, 'atomic'), 409);
    expectError(await send(items.slice(1)), 409);
    const failing = () => batch('atomic', [{ op: 'delete', record: NOWHERE }]).set('Idempotency-Key', 'failing');
    await failing().expect(400);
    await failing().expect(400);
  });

  it('stores of a new record what a single request stores, whichever of its attributes have values', async () => {
    const own = await anObject(rest);
    const types = ATTRIBUTE_TYPES.filter((type) => type !== 'name' && !VALUE_TYPES[type].choices);
    const plain = types.filter((type) => !VALUE_TYPES[type].target && !VALUE_TYPES[type].member);
    for (const type of plain) await anAttribute(rest, own, { type, slug: type, is_multi_select: type === 'text' });
    await anAttribute(rest, own, { type: 'record-reference', slug: 'link', is_multi_select: true });
    await anAttribute(rest, own, { type: 'select', slug: 'heat', options: [{ title: 'Hot' }] } as never);
    const company = await aRecord(rest, COMPANIES, { name: 'Linked' });
    const data = {
      ...Object.fromEntries(plain.map((type) => [type, VALUE_TYPES[type].examples[0]])),
      name: 'Same',
      'phone-number': '+80012345678',
      link: [{ id: company.id.record_id, type: 'companies' }],
      heat: 'Hot',
    };
    const items = [
      { op: 'create', data },
      { op: 'create', data: {} },
      { op: 'create', data: { name: 'Only' } },
    ];
    const { body } = await rest.writer.post(`/v1/records/${own.slug}/batch`, { mode: 'each', items }).expect(200);
    const together = (body.data as Result[]).map((result) => result.data!);
    for (const [at, record] of together.entries()) {
      const single = (await rest.writer.post(`/v1/records/${own.slug}`, { data: items[at]!.data }).expect(200)).body
        .data as RecordWire;
      expect(await storedOf(record)).toEqual(await storedOf(single));
      expect(await readRecord(rest, own, record)).toEqual(record);
    }
    // In one statement, by which they have the same transaction.
    const ids = together.map(({ id }) => id.record_id);
    const text = 'select distinct xmin::text as by from record where workspace_id = $1 and record_id = any($2::uuid[])';
    expect(await rest.sql(text, [rest.workspace_id, ids])).toHaveLength(1);
    const { body: list } = await rest.reader.get(`/v1/records/${own.slug}?limit=1`).expect(200);
    expect(list.pagination.total).toBe(6);
  });

  it('writes what follows each other in one statement, and by itself what cannot be, with the answers of single writes', async () => {
    const made = await batch(
      'each',
      Array.from({ length: 40 }, (_, n) => ({ op: 'create', data: { code: `set ${n}` } })),
    );
    const ids = (made.body.data as Result[]).map(idOf);
    const items: object[] = ids.map((record, n) =>
      n % 2
        ? { op: 'upsert', match: 'code', data: { code: `set ${n}`, name: `Named ${n}` } }
        : {
            op: 'update',
            record,
            data: { tags: { append: [`${n}`] }, link: { match: { code: `set ${n}` }, type: object.slug } },
          },
    );
    items.push({ op: 'upsert', match: 'code', data: { code: 'set anew', name: 'New' } });
    const { body } = await batch('each', items).expect(200);
    const results = body.data as Result[];
    expect(results.slice(0, 40).map(idOf)).toEqual(ids);
    expect(results.map(({ created }) => created)).toEqual([...ids.map((_, n) => (n % 2 ? false : undefined)), true]);
    for (const at of [0, 1, 40]) expect(await readRecord(rest, object, results[at]!.data!)).toEqual(results[at]!.data);
    expect(await transactionsOf(results.map(idOf))).toBe(1);
    items[20] = { op: 'update', record: ids[20]!, data: { code: 'set 1' } };
    const again = (await batch('each', items).expect(200)).body.data as Result[];
    expect(again.flatMap(({ status }, at) => (status === 200 ? [] : [[at, status]]))).toEqual([[20, 400]]);
    expect(again[20]!.error!.issues).toMatchObject([{ path: 'items[20].data.code', record_id: ids[1] }]);
  });

  /** How many transactions have written some records last. */
  async function transactionsOf(ids: string[]): Promise<number> {
    const text = 'select distinct xmin::text as by from record where workspace_id = $1 and record_id = any($2::uuid[])';
    return (await rest.sql(text, [rest.workspace_id, ids])).length;
  }

  it.each([
    ['an update', (record: string) => ({ op: 'update', record })],
    ['an upsert', () => ({ op: 'upsert', match: 'keys' })],
  ])('refuses a unique value that %s gives up only later in the batch', async (_, change) => {
    const spare = await anObject(rest);
    await anAttribute(rest, spare, { type: 'text', slug: 'keys', is_unique: true, is_multi_select: true });
    const held = await aRecord(rest, spare, { keys: ['taken', 'kept'] });
    const items = [
      { op: 'create', data: { name: 'Too early', keys: ['taken'] } },
      { ...change(held.id.record_id), data: { keys: ['kept'] } },
      { op: 'create', data: { name: 'In time', keys: ['taken'] } },
    ];
    const path = `/v1/records/${spare.slug}/batch`;
    const atomic = await rest.writer.post(path, { mode: 'atomic', items }).expect(400);
    expect(statuses(atomic.body.data as Result[])).toEqual([400, 424, 424]);
    const { body } = await rest.writer.post(path, { mode: 'each', items }).expect(200);
    expect(statuses(body.data as Result[])).toEqual([400, 200, 200]);
    expect((body.data as Result[])[0]!.error).toMatchObject({ reason: 'unique_taken' });
  });

  it('does an item only at the version that it expects of its record', async () => {
    const records: RecordWire[] = [];
    for (let n = 0; n < 6; n++) records.push(await aRecord(rest, object, { code: `version ${n}` }));
    const [one, two, three, four, five, six] = records.map(({ id }) => id.record_id);
    const expecting = (expected_version: unknown) => [
      { op: 'update', record: one, data: { name: 'New' }, expected_version },
      { op: 'update', record: two, data: {}, expected_version },
      { op: 'upsert', match: 'code', data: { code: 'version 2', name: 'New' }, expected_version },
      { op: 'trash', record: four, expected_version },
      { op: 'delete', record: five, expected_version },
      { op: 'upsert', match: 'code', data: { code: 'version none' }, expected_version },
    ];
    await expectNothingChanged(rest, async () => {
      const late = (await batch('each', expecting(7)).expect(200)).body.data as Result[];
      expect(statuses(late)).toEqual(Array(6).fill(412));
      expect(late[0]!.error).toMatchObject({
        reason: 'version_mismatch',
        code: 'version_mismatch',
        current_version: 1,
      });
      const atomic = await batch('atomic', [
        ...expecting(1),
        { op: 'update', record: six, data: {}, expected_version: 2 },
      ]);
      expect(statuses(atomic.body.data as Result[])).toEqual([424, 424, 424, 424, 424, 412, 412]);
      for (const wrong of ['1', 0, 1.5, null, {}])
        expect(statuses((await batch('each', expecting(wrong))).body.data as Result[])).toEqual(Array(6).fill(400));
      const create = [{ op: 'create', data: {}, expected_version: 1 }];
      expect(statuses((await batch('each', create)).body.data as Result[])).toEqual([400]);
    });
    const timely = (await batch('each', expecting(1)).expect(200)).body.data as Result[];
    expect(statuses(timely)).toEqual([200, 200, 200, 200, 200, 412]);
    expect(timely.slice(0, 4).map(({ data }) => data!.version)).toEqual([2, 1, 2, 2]);
    expect(three).toBe(idOf(timely[2]!));
  });

  /** Every row beside a record, without ids and times of its own. */
  async function storedOf({ id }: RecordWire): Promise<unknown> {
    const tables = {
      record: 'record_id',
      record_unique: 'record_id',
      record_reference: 'record_id',
      record_handle: 'record_id',
      record_search: 'record_id',
      index_text: 'record_id',
      index_number: 'record_id',
      index_ref: 'record_id',
      value_history: 'record_id',
      event: 'subject_id',
    };
    const rows: Record<string, unknown> = {};
    for (const [table, key] of Object.entries(tables)) {
      const found = await rest.sql<{ row: object }>(
        `select to_jsonb(t) - '{record_id,subject_id,event_id,created_at,updated_at,occurred_at,position}'::text[] as row
          from ${table} t where workspace_id = $1 and ${key} = $2`,
        [rest.workspace_id, id.record_id],
      );
      rows[table] = found.map(({ row }) => JSON.stringify(row).replace(/"request_id":\s*"[^"]+"/g, '')).sort();
    }
    return rows;
  }

  it('lets others write the same records at once: none of their changes is lost', async () => {
    const records: RecordWire[] = [];
    for (let n = 0; n < 6; n++) records.push(await aRecord(rest, object));
    const append = (record: RecordWire, tag: string) => ({
      op: 'update',
      record: record.id.record_id,
      data: { tags: { append: [tag] } },
    });
    const batches = Array.from({ length: 6 }, (_, b) => {
      const turned = b % 2 ? records.toReversed() : records;
      return batch(
        b % 3 ? 'each' : 'atomic',
        turned.map((record) => append(record, `batch ${b}`)),
      );
    });
    const singles = records.map((record, n) =>
      rest.writer.patch(pathTo(object, record), { data: { tags: { append: [`single ${n}`] } } }),
    );
    for (const { status, body } of await Promise.all(batches)) {
      expect(status).toBe(200);
      expect(statuses(body.data as Result[])).toEqual(Array(6).fill(200));
    }
    for (const { status } of await Promise.all(singles)) expect(status).toBe(200);
    for (const record of records) expect((await readRecord(rest, object, record)).values.tags).toHaveLength(7);
  }, 120_000);

  it('makes one record of what batches and single requests upsert at once', async () => {
    const data = { code: 'raced', tags: { append: ['x'] } };
    const writes = Array.from({ length: 12 }, (_, n) =>
      n % 2
        ? rest.writer.put(`/v1/records/${object.slug}?match=code`, { data })
        : batch(n % 4 ? 'each' : 'atomic', [{ op: 'upsert', match: 'code', data }]),
    );
    const answers = await Promise.all(writes);
    const created = answers.map(({ body }) => (body.created ?? body.data[0].created) as boolean);
    expect(created.filter(Boolean)).toHaveLength(1);
  }, 120_000);

  it('needs a body of its own schema: what is no JSON is told with its place', async () => {
    const path = `/v1/records/${object.slug}/batch`;
    for (const text of [
      '{"mode": "each", "items": [{"op": "create" "data": {}}]}',
      '{"items": [1,]}',
      '{"items": [}',
      '[1',
      '{"mode": "each", "items": [{}]} x',
    ]) {
      const response = await rest.writer.post(path).set('Content-Type', 'application/json').send(text);
      expectError(response, 400);
      expect(response.body.message).toContain('not valid JSON');
    }
    const twice = `{"items": [{"op": "none"}], "mode": "each", "items": [{"op": "create", "data": {"name": "]}{[\\""}}]}`;
    const { body } = await rest.writer.post(path).set('Content-Type', 'application/json').send(twice).expect(200);
    expect(body.data[0].data.values.name[0].value).toBe(']}{["');
    expect(await readRecord(rest, COMPANIES, await aRecord(rest, COMPANIES))).toBeDefined();
  });
});
