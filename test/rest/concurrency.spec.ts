import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordWire, ValueWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { danglingReferences } from '../support/references.js';
import { Rest } from '../support/rest.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

const times = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));

describe('many writers at once', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    for (let at = 0; at < 16; at++) await anAttribute(rest, object, { type: 'number', slug: `n${at}` });
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, object, { type: 'text', slug: 'second_code', is_unique: true });
    await anAttribute(rest, object, { type: 'record-reference', slug: 'link' });
    const relationship = { target_object_id: object.slug, inverse_title: 'Back', cardinality: 'many-to-many' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'friends', relationship });
  });
  afterAll(() => rest.stop());

  const patch = (record: RecordWire, data: object) => rest.writer.patch(pathTo(object, record), { data });
  const create = (data: object) => rest.writer.post(`/v1/records/${object.slug}`, { data });
  const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort();

  it('lose no update of 16 different attributes of one record', async () => {
    const record = await aRecord(rest, object);
    const responses = await Promise.all(times(16, (at) => patch(record, { [`n${at}`]: at })));
    expect(statuses(responses)).toEqual(times(16, () => 200));
    const { values } = await readRecord(rest, object, record);
    expect(times(16, (at) => values[`n${at}`]!.map(({ value }) => value))).toEqual(times(16, (at) => [at]));
  });

  it('leave each of 16 values of one attribute in the history once, without a gap', async () => {
    const record = await aRecord(rest, object, { n0: -1 });
    const responses = await Promise.all(times(16, (at) => patch(record, { n0: at })));
    expect(statuses(responses)).toEqual(times(16, () => 200));
    const { values } = await readRecord(rest, object, record, '?show_historic=true');
    const history = values.n0!;
    expect(history.map(({ value }) => value as number).sort((a, b) => a - b)).toEqual([-1, ...times(16, (at) => at)]);
    expectUnbroken(history, record.created_at);
  });

  it('answer each with the value that it wrote', async () => {
    const record = await aRecord(rest, object, { n1: -1 });
    const responses = await Promise.all(times(16, (at) => patch(record, { n1: at })));
    expect(responses.map(({ body }) => body.data.values.n1[0].value)).toEqual(times(16, (at) => at));
  });

  it('create one record of 16 with the same unique value', async () => {
    const responses = await Promise.all(times(16, (at) => create({ code: 'only-one', n0: at })));
    expect(statuses(responses)).toEqual([200, ...times(15, () => 400)]);
    const winner = responses.find(({ status }) => status === 200)!.body.data as RecordWire;
    for (const refused of responses.filter(({ status }) => status === 400)) {
      expect(pathsOf(refused)).toEqual(['data.code']);
      expect(refused.body.issues[0].record_id).toBe(winner.id.record_id);
    }
    expect(await rest.sql('select 1 from record_unique where v = $1', ['only-one'])).toHaveLength(1);
  });

  it('create one record of 16 with the same unique value, when each links another record too', async () => {
    // Whoever explains a refusal must not need a connection while all of them wait to be explained.
    const friend = await aRecord(rest, object);
    const responses = await Promise.all(
      times(16, () => create({ code: 'only-friend', friends: [pointingAt(object, friend)] })),
    );
    expect(statuses(responses)).toEqual([200, ...times(15, () => 400)]);
    expect((await readRecord(rest, object, friend)).values.back).toHaveLength(1);
  });

  it('give one record of 16 a unique value that all of them want', async () => {
    const records = await Promise.all(times(16, () => aRecord(rest, object)));
    const responses = await Promise.all(records.map((record) => patch(record, { code: 'wanted' })));
    expect(statuses(responses)).toEqual([200, ...times(15, () => 400)]);
  });

  it('pass a unique value on: one gives it up while another waits to take it', async () => {
    for (let round = 0; round < 8; round++) {
      const [giver, taker] = [await aRecord(rest, object, { code: `passed-${round}` }), await aRecord(rest, object)];
      const [gave, took] = await Promise.all([patch(giver, { code: null }), patch(taker, { code: `passed-${round}` })]);
      expect(gave.status).toBe(200);
      expect([200, 400]).toContain(took.status);
      const holders = await rest.sql('select record_id from record_unique where v = $1', [`passed-${round}`]);
      expect(holders).toEqual(took.status === 200 ? [{ record_id: taker.id.record_id }] : []);
    }
  });

  it('show no deadlock to writers that want the same unique values in opposite orders', async () => {
    for (let round = 0; round < 6; round++) {
      const records = await Promise.all(times(8, () => aRecord(rest, object)));
      const [x, y] = [`x${round}`, `y${round}`];
      const responses = await Promise.all(
        records.map((record, at) => patch(record, at % 2 ? { code: x, second_code: y } : { second_code: y, code: x })),
      );
      expect(statuses(responses)).toEqual([200, ...times(7, () => 400)]);
    }
  });

  it('show no deadlock to two records that swap their unique values', async () => {
    for (let round = 0; round < 6; round++) {
      const [one, two] = [
        await aRecord(rest, object, { code: `one-${round}` }),
        await aRecord(rest, object, { code: `two-${round}` }),
      ];
      const responses = await Promise.all([patch(one, { code: `two-${round}` }), patch(two, { code: `one-${round}` })]);
      for (const { status } of responses) expect([200, 400]).toContain(status);
      expect(
        await rest.sql('select 1 from record_unique where v = any($1)', [[`one-${round}`, `two-${round}`]]),
      ).toHaveLength(2);
    }
  });

  it('show no deadlock to records that link each other from both sides', async () => {
    const records = await Promise.all(times(6, () => aRecord(rest, object)));
    const responses = await Promise.all(
      records.flatMap((record) => records.map((other) => patch(record, { friends: [pointingAt(object, other)] }))),
    );
    expect(new Set(statuses(responses))).toEqual(new Set([200]));
    await expectSymmetric(records);
  });

  it('run again, unseen by the caller, a write that Postgres gave up in a deadlock', async () => {
    const [one, two] = [await aRecord(rest, object), await aRecord(rest, object)];
    const take = 'select 1 from record where workspace_id = $1 and record_id = $2 for update';
    const other = await rest.pool.connect();
    try {
      await other.query('begin');
      // The service waits first and looks first, so it is the one whose transaction is given up.
      await other.query(`set local deadlock_timeout = '20s'`);
      await other.query(take, [rest.workspace_id, two.id.record_id]);
      const writing = patch(one, { friends: [pointingAt(object, two)] }).then((response) => response);
      await eventually(async () => (await waitingForLocks()) === 1);
      await other.query(take, [rest.workspace_id, one.id.record_id]);
      await other.query('commit');
      expect((await writing).status).toBe(200);
    } finally {
      other.release();
    }
    await expectSymmetric([one, two]);
  });

  it('let writers of links and of other attributes of one record through, neither waiting for the other', async () => {
    const [record, a, b] = await Promise.all(times(3, () => aRecord(rest, object)));
    const responses = await Promise.all(
      times(24, (at) =>
        patch(
          record!,
          at % 3 ? { n0: at, friends: [pointingAt(object, a!)] } : { friends: [pointingAt(object, at % 2 ? a! : b!)] },
        ),
      ),
    );
    expect(statuses(responses)).toEqual(times(24, () => 200));
    await expectSymmetric([record!, a!, b!]);
  });

  it('never leave a reference to a record that was deleted at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const [target, holder] = [await aRecord(rest, object), await aRecord(rest, object)];
      const responses = await Promise.all([
        ...times(5, () => create({ link: pointingAt(object, target) })),
        rest.writer.delete(pathTo(object, target)),
        ...times(5, () => create({ friends: [pointingAt(object, target)] })),
        patch(holder, { link: pointingAt(object, target) }),
      ]);
      for (const { status } of responses) expect([200, 400]).toContain(status);
      expect(responses[5]!.status).toBe(200);
      expectError(await rest.reader.get(pathTo(object, target)), 404);
      expect(await danglingReferences(rest)).toEqual([]);
    }
  });

  it('delete, trash and restore one record at once with one of them winning, and the total stays true', async () => {
    const before = await total();
    for (let round = 0; round < 6; round++) {
      const record = await aRecord(rest, object);
      const path = pathTo(object, record);
      const responses = await Promise.all([
        rest.writer.post(`${path}/trash`),
        rest.writer.delete(path),
        rest.writer.post(`${path}/trash`),
        rest.writer.post(`${path}/restore`),
        rest.writer.delete(path),
      ]);
      for (const { status } of responses) expect([200, 404]).toContain(status);
      await rest.writer.post(`${path}/restore`);
      await rest.writer.delete(path);
      expectError(await rest.reader.get(path), 404);
    }
    expect(await total()).toBe(before);
  });

  it('see every change of the schema that was answered before they began', async () => {
    const other = await anObject(rest);
    const slugs = times(8, (at) => `late_${at}`);
    const responses = await Promise.all([
      ...slugs.map((slug) =>
        rest.architect.post(`${other.path}/attributes`, { slug, title: slug, type: 'text', default_value: slug }),
      ),
      ...times(24, (at) =>
        sleep(at * 4).then(() => rest.writer.post(`/v1/records/${other.slug}`, { data: { name: `Writer ${at}` } })),
      ),
    ]);
    expect(new Set(statuses(responses))).toEqual(new Set([200]));
    const record = await aRecord(rest, other);
    expect(slugs.map((slug) => record.values[slug]!.map(({ value }) => value))).toEqual(slugs.map((slug) => [slug]));
  });

  it('write no value into an attribute, an option or an object that was deleted before they began', async () => {
    for (let round = 0; round < 4; round++) {
      const doomed = await anObject(rest);
      const { slug } = await anAttribute(rest, doomed, { type: 'text' });
      const writers = times(6, () => rest.writer.post(`/v1/records/${doomed.slug}`, { data: { [slug]: 'x' } }));
      const removed = rest.architect.delete(`${doomed.path}/attributes/${slug}`);
      for (const { status } of await Promise.all([...writers, removed])) expect([200, 400]).toContain(status);
      expect(pathsOf(await rest.writer.post(`/v1/records/${doomed.slug}`, { data: { [slug]: 'x' } }))).toEqual([
        `data.${slug}`,
      ]);
      const others = times(6, () => rest.writer.post(`/v1/records/${doomed.slug}`, { data: { name: 'x' } }));
      for (const { status } of await Promise.all([...others, rest.architect.delete(doomed.path)]))
        expect([200, 404]).toContain(status);
      expectError(await rest.writer.post(`/v1/records/${doomed.slug}`, { data: {} }), 404);
    }
  });

  it('leave no record with an option that was deleted while it was being written', async () => {
    const other = await anObject(rest);
    await anAttribute(rest, other, { type: 'select', slug: 'heat', options: [{ title: 'Kept' }] });
    const code = await anAttribute(rest, other, { type: 'text', slug: 'code', is_unique: true });
    const path = `${other.path}/attributes/heat/options`;
    const { body } = await rest.architect.post(path, { title: 'Brief' }).expect(200);
    const option = body.data.id.option_id as string;
    const holdUp = await rest.pool.connect();
    try {
      // The writer has read what options there are, and waits to learn whether its unique value is free.
      await holdUp.query('begin');
      const taken = [rest.workspace_id, code.id.attribute_id, 'slow', option];
      await holdUp.query(
        'insert into record_unique (workspace_id, attribute_id, v, record_id) values ($1, $2, $3, $4)',
        taken,
      );
      const writing = rest.writer
        .post(`/v1/records/${other.slug}`, { data: { heat: option, code: 'slow' } })
        .then((response) => response);
      await eventually(async () => (await waitingForLocks()) === 1);
      let removed = false;
      const removing = rest.architect.delete(`${path}/${option}`).then((response) => ((removed = true), response));
      await eventually(async () => removed || (await waitingForLocks()) === 2);
      await holdUp.query('rollback');
      expect([(await writing).status, (await removing).status]).toEqual([200, 409]);
    } finally {
      holdUp.release();
    }
  });

  it('make one attribute of 8 with the same slug', async () => {
    const other = await anObject(rest);
    const responses = await Promise.all(
      times(8, () => rest.architect.post(`${other.path}/attributes`, { slug: 'same', title: 'Same', type: 'text' })),
    );
    expect(statuses(responses)).toEqual([200, ...times(7, () => 409)]);
  });

  async function waitingForLocks(): Promise<number> {
    return (await rest.sql(LOCK_WAITS)).length;
  }

  async function total(): Promise<number> {
    return (await rest.reader.get(`/v1/records/${object.slug}?limit=1`).expect(200)).body.pagination.total as number;
  }

  /** Whoever one names as a friend names it back, and nobody else does. */
  async function expectSymmetric(records: RecordWire[]): Promise<void> {
    const read = await Promise.all(records.map((record) => readRecord(rest, object, record)));
    const links = (side: string) =>
      read.flatMap(({ id, values }) =>
        values[side]!.map(({ target_record }) => [id.record_id, target_record as string]),
      );
    expect(
      links('back')
        .map(([from, to]) => `${to} ${from}`)
        .sort(),
    ).toEqual(
      links('friends')
        .map(([from, to]) => `${from} ${to}`)
        .sort(),
    );
  }
});

/** Each value begins at the moment at which the one before ends; the first with the record, the last has no end. */
function expectUnbroken(history: ValueWire[], from: string): void {
  const ordered = [...history].sort((a, b) => ((a.active_until ?? '9') < (b.active_until ?? '9') ? -1 : 1));
  let end: string | null = from;
  for (const { active_from, active_until } of ordered) {
    expect(active_from).toBe(end);
    end = active_until;
  }
  expect(end).toBeNull();
}
