import { randomUUID } from 'node:crypto';
import { ATTRIBUTE_TYPES, VALUE_TYPES, type AttributeType, type RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { KeptStatements } from '../support/rows-read.js';
import { PastStore } from '../../libs/crm-domain/src/records/past/past.store.js';
import { Rest } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };
const CHOICES = ['Open', 'Won', 'Lost', 'Late'].map((title) => ({ title }));

interface Difference {
  attribute: string;
  before: object[];
  after: object[];
  changed_at: string;
  created_by: object;
}

describe('a record as it was', () => {
  let rest: Rest;
  let object: AnObject;
  let random: () => number;
  /** Slug -> values that it may have. */
  const wanted = new Map<string, unknown[]>();
  const several = new Set<string>();

  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    random = numbers(20261126);
    const companies = [];
    for (let n = 0; n < 4; n++) companies.push(await aRecord(rest, COMPANIES, { name: `Company ${n}` }));
    const members: string[] = [];
    for (const name of ['ada', 'grace', 'jean']) {
      const member = { workspace_id: rest.workspace_id, subject: name, email: `${name}@example.com`, name };
      members.push((await rest.domain.workspaces.addMember({ ...member, role: 'member' })).user_id);
    }
    const few: Record<string, unknown[]> = {
      name: ['One', 'Two', 'Three', 'four'],
      'personal-name': ['Ada Example', 'Grace Example', { first_name: 'Jean', last_name: '' }],
      website: ['https://one.example', 'https://two.example/Path', 'three.example'],
      'email-address': ['one@example.com', 'ONE@example.com', 'two@example.com', 'three@example.com'],
      text: ['One', 'Two', 'Three', 'x'.repeat(3000)],
      date: ['2026-01-01', '2026-02-28', '1999-12-31'],
      timestamp: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.001Z', '1999-12-31T23:59:59+01:00'],
      number: [1, 2, -3.5, 0],
      checkbox: [true, false],
      currency: [5, 6].flatMap((currency_value) =>
        ['EUR', 'usd'].map((currency_code) => ({ currency_value, currency_code })),
      ),
      location: ['London', 'Paris', 'Oslo'].map((city) => ({
        line1: '1',
        city,
        state: '',
        postal_code: '',
        country: 'GB',
      })),
      'phone-number': ['+14155550100', '+14155550101', '+14155550102'],
      'actor-reference': members.map((id) => ({ id, type: 'user' })),
    };
    for (const type of ATTRIBUTE_TYPES)
      for (const isSeveral of severalOf(type)) {
        const slug = `${type.replace('-', '_')}_${isSeveral ? 'many' : 'one'}`;
        const { choices, target } = VALUE_TYPES[type];
        const relationship = {
          target_object_id: 'companies',
          inverse_title: `Behind ${slug}`,
          cardinality: 'many-to-many',
        };
        await anAttribute(rest, object, {
          type,
          slug,
          ...(choices && { [choices]: CHOICES }),
          ...(type === 'relationship' && { relationship }),
          ...(VALUE_TYPES[type].several === 'optional' && { is_multi_select: isSeveral }),
        });
        if (isSeveral) several.add(slug);
        const values = choices
          ? CHOICES.map(({ title }) => title)
          : target && companies.map((each) => pointingAt(COMPANIES, each));
        wanted.set(slug, values ?? few[type] ?? fail(type));
      }
    wanted.set('name', few['name']!);
  });
  afterAll(() => rest.stop());

  const asOf = (record: RecordWire, moment: string, more = '') =>
    rest.reader.get(`${pathTo(object, record)}?as_of=${encodeURIComponent(moment)}${more}`);
  const together = async (ids: string[], as_of: string) =>
    (await rest.reader.post(`/v1/records/${object.slug}/get`, { ids, as_of }).expect(200)).body;
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;

  /** A random change of a few attributes. */
  function change(slugs: readonly string[]): Record<string, unknown> {
    const data: Record<string, unknown> = {};
    for (let n = 1 + Math.floor(random() * 3); n > 0; n--) {
      const slug = pick(slugs);
      const values = wanted.get(slug)!;
      const some = values.filter(() => random() < 0.5).sort(() => random() - 0.5);
      data[slug] = several.has(slug) ? some : random() < 0.25 ? null : pick(values);
    }
    return data;
  }

  /** Moment -> what GET answered then, or undefined where it was in the trash; of writes of one moment the last. */
  async function live(writes: number, slugs: readonly string[]) {
    const record = await aRecord(rest, object, change(slugs));
    const then = new Map<string, RecordWire | undefined>([[record.updated_at, record]]);
    const path = pathTo(object, record);
    for (let n = 0; n < writes; n++) {
      const by = pick([rest.admin, rest.writer]);
      if (random() < 0.06) {
        const gone = await by.post(`${path}/trash`).expect(200);
        then.set((gone.body.data as RecordWire).updated_at, undefined);
        await by.post(`${path}/restore`).expect(200);
      } else await by.patch(path, { data: change(slugs) }).expect(200);
      const now = await readRecord(rest, object, record);
      then.set(now.updated_at, now);
    }
    return { record, then };
  }

  async function expectPast({ record, then }: Awaited<ReturnType<typeof live>>): Promise<void> {
    const moments = [...then.keys()].sort();
    let before: RecordWire | undefined;
    for (const moment of moments) {
      const now = then.get(moment);
      for (const [at, held] of [
        [earlier(moment), before],
        [moment, now],
      ] as const) {
        if (then.has(at) && at !== moment) continue;
        const { status, body, headers } = await asOf(record, at);
        expect([at, status, body.data]).toEqual([at, held ? 200 : 404, held]);
        if (held) expect(headers['etag']).toBe(`"${held.version}"`);
      }
      before = now;
    }
    const last = moments.at(-1)!;
    expect((await asOf(record, '2999-01-01T00:00:00Z').expect(200)).body.data).toEqual(then.get(last));
  }

  it('is what GET answered then, for every type of value, whatever happened since', async () => {
    const lived = [];
    for (let n = 0; n < 3; n++) lived.push(await live(40, [...wanted.keys()]));
    for (const each of lived) await expectPast(each);
    for (let n = 0; n < 20; n++) {
      const moment = pick([...pick(lived).then.keys()]);
      const known = lived.map(({ then }) => {
        const last = [...then.keys()]
          .filter((at) => at <= moment)
          .sort()
          .at(-1);
        return last === undefined ? undefined : then.get(last);
      });
      const ids = lived.map(({ record }) => record.id.record_id);
      const { data, missing } = await together([...ids, randomUUID()].slice(0, 3), moment);
      expect(data).toEqual(known.filter((each) => each !== undefined));
      expect(missing).toEqual(ids.filter((_, place) => known[place] === undefined));
    }
  }, 240_000);

  it('is the same where it has more revisions than are looked at one by one', async () => {
    const slugs = ['name', 'text_one', 'multi_select_many', 'number_one', 'email_address_many', 'checkbox_one'];
    const lived = await live(
      115,
      slugs.filter((slug) => wanted.has(slug)),
    );
    expect((await readRecord(rest, object, lived.record)).version).toBeGreaterThan(100);
    await expectPast(lived);
  }, 240_000);

  it('is missing before it was made, and while it was in the trash, also if it is there now', async () => {
    const record = await aRecord(rest, object, { name: 'One' });
    const { record_id } = record.id;
    const gone = (await rest.admin.post(`${pathTo(object, record)}/trash`).expect(200)).body.data as RecordWire;
    expectError(await asOf(record, earlier(record.created_at)), 404);
    expect((await asOf(record, earlier(gone.updated_at))).status).toBe(
      gone.updated_at === record.created_at ? 404 : 200,
    );
    expectError(await asOf(record, gone.updated_at), 404);
    expect(await together([record_id], gone.updated_at)).toMatchObject({ data: [], missing: [record_id] });
    await rest.admin.post(`${pathTo(object, record)}/restore`).expect(200);
    await rest.admin.delete(pathTo(object, record)).expect(200);
    expectError(await asOf(record, record.created_at), 404);
  });

  it('is refused, and not shown without values, before it was deleted and brought back', async () => {
    const record = await aRecord(rest, object, { name: 'Lost' });
    const path = pathTo(object, record);
    const moment = async () => {
      const [row] = await rest.sql<{ at: Date }>('select clock_timestamp() as at', []);
      return row!.at.toISOString();
    };
    const before = await moment();
    const deleted = await rest.admin.delete(path).expect(200);
    const meanwhile = await moment();
    await rest.admin.post('/v1/undo', { request_id: deleted.headers['x-request-id'] }).expect(200);
    const after = await moment();
    const then = (at: string) => rest.reader.get(`${path}?as_of=${at}`);
    expect(pathsOf(await then(before))).toEqual(['as_of']);
    const many = { ids: [record.id.record_id], as_of: before };
    expect(pathsOf(await rest.reader.post(`/v1/records/${object.slug}/get`, many))).toEqual(['as_of']);
    expectError(await then(meanwhile), 404);
    expect((await then(after).expect(200)).body.data.values.name).toMatchObject([{ value: 'Lost' }]);
  });

  it('is told by the events that there are, also where a revision has none', async () => {
    const record = await aRecord(rest, object, { name: 'One' });
    const path = pathTo(object, record);
    const moments = [record];
    for (const name of ['Two', 'Three', 'four'])
      moments.push((await rest.admin.patch(path, { data: { name } }).expect(200)).body.data as RecordWire);
    const at = [rest.workspace_id, record.id.record_id];
    // Each event a second after the one before; that of the third revision is not there, as after a purge.
    await rest.sql('delete from event where workspace_id = $1 and subject_id = $2 and rev = 3', at);
    const start = new Date(record.created_at).getTime();
    const moved = `update event set occurred_at = to_timestamp($3::float8 / 1000) + (rev - 1) * interval '1 second'
      where workspace_id = $1 and subject_id = $2`;
    await rest.sql(moved, [...at, start]);
    const versionAt = async (seconds: number) =>
      (await asOf(record, new Date(start + seconds * 1000).toISOString()).expect(200)).body.data.version as number;
    expect([await versionAt(0), await versionAt(0.5)]).toEqual([1, 1]);
    expect([await versionAt(3), await versionAt(60)]).toEqual([4, 4]);
    expect(await versionAt(1)).toBeLessThan(4);
  });

  it('shows references to what is gone as those to a deleted target', async () => {
    const company = await aRecord(rest, COMPANIES, { name: 'Gone' });
    const slug = [...wanted.keys()].find((each) => each.startsWith('record_reference'))!;
    const record = await aRecord(rest, object, { [slug]: pointingAt(COMPANIES, company) });
    await rest.admin.delete(pathTo(COMPANIES, company)).expect(200);
    const { body } = await asOf(record, record.created_at).expect(200);
    const { record_id } = company.id;
    expect(body.data.values[slug]).toMatchObject([{ target_record: record_id, target_deleted: true }]);
    expect((await readRecord(rest, object, record)).values[slug]).toEqual([]);
  });

  it('is shown in every form, and not to strangers or who may not read', async () => {
    const record = await aRecord(rest, object, { name: 'One', number_one: 1 });
    await rest.admin.patch(pathTo(object, record), { data: { name: 'Two', number_one: 2 } }).expect(200);
    const at = record.created_at;
    const { body } = await asOf(record, at, '&fields=number_one&format=concise').expect(200);
    expect(body.data).toMatchObject({ name: 'One', version: 1, values: { number_one: 1 } });
    await asOf(record, at).set('If-None-Match', '"1"').expect(304);
    const path = `${pathTo(object, record)}?as_of=${at}`;
    expectError(await rest.stranger.admin.get(path), 404);
    expectError(await rest.scribe.get(path), 403);
    expectError(await rest.callerWith().get(path), 401);
  });

  it('is refused of what is no moment, with fields of other records, and beside other forms of the past', async () => {
    const record = await aRecord(rest, object);
    for (const moment of ['now', '2026-01-01', '2026-01-01T00:00:00', '2026-13-01T00:00:00Z', 'x'.repeat(101)]) {
      expect([moment, pathsOf(await asOf(record, moment))]).toEqual([moment, ['as_of']]);
      const many = await rest.reader.post(`/v1/records/${object.slug}/get`, { ids: ['x'], as_of: moment });
      expect([moment, pathsOf(many)]).toEqual([moment, ['as_of']]);
    }
    expect(pathsOf(await asOf(record, record.created_at, '&show_historic=true'))).toEqual(['as_of']);
    expect(pathsOf(await asOf(record, record.created_at, '&trashed=only'))).toEqual(['as_of']);
    const slug = [...wanted.keys()].find((each) => each.startsWith('record_reference'))!;
    expect(pathsOf(await asOf(record, record.created_at, `&fields=${slug}.name`))).toEqual(['fields']);
  });

  describe('compared at two moments', () => {
    const diff = (record: RecordWire, from: string, to?: string) => {
      const span = new URLSearchParams({ from, ...(to !== undefined && { to }) }).toString();
      return rest.reader.get(`${pathTo(object, record)}/diff?${span}`);
    };
    /** What is the type's own of values. */
    const bare = (values: RecordWire['values'][string] = []) =>
      values.map(
        ({ active_from: _f, active_until: _u, attribute_slug: _s, attribute_type: _t, created_by: _c, ...own }) => own,
      );

    it('differs in what GET answered then', async () => {
      const { record, then } = await live(40, [...wanted.keys()]);
      const moments = [...then.keys()].filter((at) => then.get(at)).sort();
      for (let n = 0; n < 60; n++) {
        const [from, to] = [pick(moments), pick(moments)].sort() as [string, string];
        const { body } = await diff(record, from, to).expect(200);
        expect(body).toMatchObject({ from, to, has_more: false });
        const [old, now] = [then.get(from)!.values, then.get(to)!.values];
        const slugs = Object.keys({ ...old, ...now });
        const expected = slugs
          .map((attribute) => ({ attribute, before: bare(old[attribute]), after: bare(now[attribute]) }))
          .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
        const told = (body.data as Difference[]).map(({ attribute, before, after }) => ({ attribute, before, after }));
        const bySlug = (a: { attribute: string }, b: { attribute: string }) => a.attribute.localeCompare(b.attribute);
        expect(told.sort(bySlug)).toEqual(expected.sort(bySlug));
        for (const { changed_at } of body.data as Difference[])
          expect([changed_at > from, changed_at <= to]).toEqual([true, true]);
      }
    }, 120_000);

    it('tells who made the last change and when, the last first, until now where no end is given', async () => {
      const record = await aRecord(rest, object, { name: 'One', number_one: 1 });
      const path = pathTo(object, record);
      await rest.admin.patch(path, { data: { name: 'Two', text_one: 'One' } }).expect(200);
      const last = (await rest.writer.patch(path, { data: { name: 'Three', text_one: null } }).expect(200)).body.data;
      const { body } = await diff(record, '2000-01-01T00:00:00Z').expect(200);
      const by = { type: 'api-key', id: expect.any(String) };
      expect(body.data).toEqual([
        {
          attribute: 'name',
          attribute_type: 'name',
          before: [],
          after: [{ value: 'Three' }],
          changed_at: last.updated_at,
          created_by: { ...by, name: 'read:data and write:data' },
        },
        {
          attribute: 'number_one',
          attribute_type: 'number',
          before: [],
          after: [{ value: 1 }],
          changed_at: record.created_at,
          created_by: { ...by, name: 'read:data and write:data and write:schema' },
        },
      ]);
      expect((await diff(record, last.updated_at).expect(200)).body.data).toEqual([]);
    });

    it('tells the later part of a span that is too full, and where to go on', async () => {
      const record = await aRecord(rest, object, { number_one: 0 });
      const at = [rest.workspace_id, record.id.record_id];
      // As 1,200 writes would have left it, a second after each other.
      await rest.sql(
        `insert into event (workspace_id, subject_id, rev, event_id, kind, object_id, occurred_at, actor_type, via, data)
          select e.workspace_id, e.subject_id, n + 1, gen_random_uuid(), 'record.updated', e.object_id,
            e.occurred_at + n * interval '1 second', 'system', e.via, json_build_object('changes', json_build_array(
              json_build_array(e.data -> 'changes' -> 0 -> 0, 'number_one', 'number', json_build_array(n), json_build_array(n - 1))))
          from event e, generate_series(1, 1200) n where e.workspace_id = $1 and e.subject_id = $2 and e.rev = 1`,
        at,
      );
      await rest.sql('update record set rev = 1201 where workspace_id = $1 and record_id = $2', at);
      const to = '2999-01-01T00:00:00.000Z';
      const late = (await diff(record, record.created_at, to).expect(200)).body;
      expect(late).toMatchObject({ to, has_more: true, data: [{ attribute: 'number_one', after: [{ value: 1200 }] }] });
      const early = (await diff(record, record.created_at, late.from).expect(200)).body;
      expect(early).toMatchObject({ has_more: false, data: [{ before: [{ value: 0 }], after: late.data[0].before }] });
    });

    it('is refused of what are no two moments, one after the other', async () => {
      const record = await aRecord(rest, object);
      const path = `${pathTo(object, record)}/diff`;
      expect(pathsOf(await rest.reader.get(path))).toEqual(['from']);
      expect(pathsOf(await diff(record, 'yesterday'))).toEqual(['from']);
      expect(pathsOf(await diff(record, record.created_at, 'today'))).toEqual(['to']);
      expect(pathsOf(await diff(record, record.created_at, earlier(record.created_at)))).toEqual(['to']);
      expect(pathsOf(await diff(record, '2999-01-01T00:00:00Z'))).toEqual(['from']);
      expectError(await rest.reader.get(`${pathTo(object, randomUUID())}/diff?from=${record.created_at}`), 404);
      expectError(await rest.scribe.get(`${path}?from=${record.created_at}`), 403);
      expectError(await rest.stranger.admin.get(`${path}?from=${record.created_at}`), 404);
    });
  });
});

function severalOf(type: AttributeType): boolean[] {
  const { several } = VALUE_TYPES[type];
  return several === 'optional' ? [false, true] : [several === 'always' || type === 'relationship'];
}

function fail(type: string): never {
  throw new Error(`Add a line for ${type}: values that it may have.`);
}

function earlier(moment: string): string {
  return new Date(new Date(moment).getTime() - 1).toISOString();
}

/** The same numbers each time, between 0 and 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('closed values of a record as it was', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('are not read where there are too many', async () => {
    const record = await aRecord(rest, COMPANIES, { name: 'First' });
    const at = new Date();
    await rest.writer.patch(pathTo(COMPANIES, record), { data: { name: 'Second' } }).expect(200);
    const id = record.id.record_id;
    const [held] = await rest.sql<{ attr_no: number }>('select attr_no from value_history where record_id = $1', [id]);
    const asked = new KeptStatements();
    const row = { record_id: id, rev: 101 };
    await new PastStore(asked as never, rest.workspace_id).closed(row as never, [held!.attr_no], at);
    const read = () => rest.sql<{ value: unknown; is_cut: boolean }>(asked.all[0]!.text, asked.all[0]!.values);
    expect(await read()).toMatchObject([{ is_cut: false, value: 'First' }]);
    await rest.sql(
      `insert into value_history select (jsonb_populate_record(h, jsonb_build_object('item', 1000 + n))).*
        from value_history h, generate_series(1, 5000) n where h.record_id = $1`,
      [id],
    );
    expect(await read()).toMatchObject([{ is_cut: true, value: null }]);
  });
});
