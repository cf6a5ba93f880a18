import type { RecordWire } from '#crm-domain';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { MIB, largeRecords, texts } from '../support/large-records.js';
import { purge } from '../support/purge.js';
import { danglingReferences } from '../support/references.js';
import { Rest } from '../support/rest.js';
import { TcpProxy } from '../support/tcp-proxy.js';

interface Answered {
  data: RecordWire[];
  pagination: { total: number; has_more: boolean; next_offset?: number; next_cursor?: string };
}

const RECORDS = 7;
// A page of 2 MiB, one record beyond it, and what is shown beside values.
const MOST_SENT = 5 * MIB;

describe('a page of large records', () => {
  let rest: Rest;
  let proxy: TcpProxy;
  let object: AnObject;
  let ids: string[];
  beforeAll(async () => {
    const route = async (url: string) => {
      const before = await TcpProxy.before(url);
      ({ proxy } = before);
      return before.url;
    };
    rest = await Rest.start({}, { route, alone: 'it counts what the database sends to one process' });
    object = await withTexts();
    const records = await largeRecords(rest, object, { records: RECORDS, count: 50 });
    ids = records.map(({ id }) => id.record_id);
  });
  afterAll(async () => {
    await rest.stop();
    await proxy.cut();
  });

  async function withTexts(): Promise<AnObject> {
    const made = await anObject(rest);
    await anAttribute(rest, made, { type: 'text', slug: 'texts', is_multi_select: true });
    return made;
  }
  const idsOf = ({ data }: Answered) => data.map(({ id }) => id.record_id);
  const list = async (offset = 0) =>
    (await rest.reader.get(`/v1/records/${object.slug}?limit=100&offset=${offset}`).expect(200)).body as Answered;
  const query = async (body: object) =>
    (await rest.reader.post(`/v1/records/${object.slug}/query`, { limit: 100, ...body }).expect(200)).body as Answered;

  /** All records, page by page, none of which makes the database send more than a page. */
  async function visit(page: (before?: Answered['pagination']) => Promise<Answered>): Promise<string[]> {
    const seen: string[] = [];
    for (let last: Answered['pagination'] | undefined; last?.has_more !== false;) {
      const before = proxy.sent;
      const answered = await page(last);
      expect(proxy.sent - before).toBeLessThan(MOST_SENT);
      expect(answered.data.length).toBeGreaterThan(0);
      expect(answered.pagination.total).toBe(RECORDS);
      seen.push(...idsOf(answered));
      last = answered.pagination;
    }
    return seen;
  }

  describe.each([
    ['of the release before, whose size nobody stored', 'update record set size = null where $1::uuid is not null'],
    ['with the size stored', 'update record set size = 1020000 where object_id = $1'],
  ])('%s', (_what, arrange) => {
    beforeAll(() => rest.sql(arrange, [object.object_id]));

    it('of a listing ends early, and the next offset leads on', async () => {
      expect(await visit((last) => list(last?.next_offset))).toEqual(ids);
      expect((await list()).pagination).toMatchObject({ limit: 100, offset: 0, has_more: true, next_offset: 3 });
    });

    it.each([
      ['no condition', {}],
      ['words', { query: 'large' }],
      ['a condition', { filter: [{ attribute: 'name', operator: 'starts_with', value: 'Large' }] }],
    ])('of a query with %s ends early, and the next offset leads on', async (_condition, asked) => {
      expect(await visit((last) => query({ ...asked, offset: last?.next_offset ?? 0 }))).toEqual(ids);
    });

    it('of a query in an order ends early, and the cursor leads on', async () => {
      const sort = { attribute: 'name', direction: 'desc' };
      const names = Array.from({ length: RECORDS }, (_, n) => `Large ${n}`)
        .sort()
        .reverse();
      const seen = await visit((last) => query({ sort, ...(last ? { cursor: last.next_cursor } : {}) }));
      expect(seen).toEqual(names.map((name) => ids[Number(name.slice('Large '.length))]));
    });
  });

  it('shows a record that is larger than a page alone, and goes on behind it', async () => {
    const own = await withTexts();
    await largeRecords(rest, own, { records: 3, count: 120 });
    const answered = (await rest.reader.get(`/v1/records/${own.slug}`).expect(200)).body as Answered;
    expect(answered.data).toHaveLength(1);
    expect(answered.pagination).toMatchObject({ has_more: true, next_offset: 1 });
  });

  it('of records with nothing in them ends early where their attributes alone are long', async () => {
    const own = await anObject(rest);
    await rest.sql(
      `insert into attribute (workspace_id, attribute_id, object_id, attr_no, slug, title, type, sort_order)
        select $1, gen_random_uuid(), $2, o.next_attr_no + n, lpad(n::text, 64, 'field'), 'Field', 'text', n
        from object o, generate_series(1, 1900) n where o.workspace_id = $1 and o.object_id = $2`,
      [rest.workspace_id, own.object_id],
    );
    await rest.sql('update workspace set schema_version = schema_version + 1 where workspace_id = $1', [
      rest.workspace_id,
    ]);
    for (let n = 0; n < 20; n++) await aRecord(rest, own);
    for (const page of [
      await rest.reader.get(`/v1/records/${own.slug}?limit=100`).expect(200),
      await rest.reader.post(`/v1/records/${own.slug}/query`, { limit: 100 }).expect(200),
    ]) {
      expect(page.text.length).toBeLessThan(2.5 * MIB);
      const { data, pagination } = page.body as Answered;
      expect(pagination).toMatchObject({ has_more: true, next_offset: data.length });
    }
  });

  it('shows the first 255 characters of the names of the records that others refer to', async () => {
    const company = await aRecord(rest, { slug: 'companies' }, { name: 'ü'.repeat(500) });
    const person = await aRecord(rest, { slug: 'people' }, { company: pointingAt({ slug: 'companies' }, company) });
    const shown = 'ü'.repeat(255);
    expect(person.values.company).toMatchObject([{ display_name: shown }]);
    const { body } = await rest.reader.get('/v1/records/people').expect(200);
    expect((body as Answered).data[0]!.values.company).toMatchObject([{ display_name: shown }]);
  });

  describe('in the history of a record', () => {
    const close = (record: RecordWire, { count, value }: { count: number; value: string }) =>
      rest.sql(
        `insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from, active_until, created_by_type, value)
          select $1, $2, a.attr_no, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 1, now() - interval '2 days' + n * interval '1 second',
            now() - interval '2 days' + (n + 1) * interval '1 second', 'system', to_jsonb($4::text || n)
          from attribute a, generate_series(1, $3::int) n where a.workspace_id = $1 and a.object_id = $5 and a.slug = 'name'`,
        [rest.workspace_id, record.id.record_id, count, value, record.id.object_id],
      );
    const past = (record: RecordWire) =>
      record.values.name!.filter(({ active_until }) => active_until !== null).map(({ value }) => value);

    it('shows the newest 5000 closed values, and says that there are more', async () => {
      const record = await aRecord(rest, object, { name: 'Now' });
      await close(record, { count: 5002, value: 'n' });
      const shown = await readRecord(rest, object, record, '?show_historic=true');
      expect([past(shown)[0], past(shown).at(-1), past(shown).length]).toEqual(['n3', 'n5002', 5000]);
      expect(shown).toMatchObject({ has_more_history: true });
    });

    it('shows the newest of long values, and says that there are more', async () => {
      const record = await aRecord(rest, object, { name: 'Now' });
      await close(record, { count: 200, value: 'long '.repeat(10_000) });
      const before = proxy.sent;
      const shown = await readRecord(rest, object, record, '?show_historic=true');
      expect(proxy.sent - before).toBeLessThan(MOST_SENT);
      expect(past(shown).length).toBeGreaterThan(30);
      expect(past(shown).length).toBeLessThan(60);
      expect(String(past(shown).at(-1)).endsWith(' 200')).toBe(true);
      expect(shown).toMatchObject({ has_more_history: true });
    });

    it('says nothing of more where everything is shown', async () => {
      const record = await aRecord(rest, object, { name: 'Now' });
      await close(record, { count: 3, value: 'n' });
      const shown = await readRecord(rest, object, record, '?show_historic=true');
      expect(past(shown)).toEqual(['n1', 'n2', 'n3']);
      expect(shown).not.toHaveProperty('has_more_history');
    });
  });

  it('of referrers is cleared piece by piece when the record they refer to is deleted, none left out', async () => {
    const own = await withTexts();
    await anAttribute(rest, own, { type: 'record-reference', slug: 'about' });
    const target = await aRecord(rest, own, { name: 'Target' });
    const referrers: RecordWire[] = [];
    for (let n = 0; n < 8; n++) referrers.push(await aRecord(rest, own, { about: pointingAt(own, target) }));
    await rest.sql(
      `update record r set size = null, vals = vals || jsonb_build_object(a.attr_no::text, $2::jsonb) from attribute a
        where r.object_id = $1 and r.record_id <> $3 and a.object_id = r.object_id and a.slug = 'texts'`,
      [own.object_id, JSON.stringify(texts(60)), target.id.record_id],
    );
    await rest.admin.delete(pathTo(own, target)).expect(200);
    for (const referrer of referrers) expect((await readRecord(rest, own, referrer)).values.about).toEqual([]);
    expect(await danglingReferences(rest)).toEqual([]);
  });

  it('of a search index that is made anew is read piece by piece, and none is left out', async () => {
    const own = await withTexts();
    await anAttribute(rest, own, { type: 'text', slug: 'gone' });
    const records: RecordWire[] = [];
    for (let n = 0; n < 6; n++) records.push(await aRecord(rest, own, { name: `Kept ${n}`, gone: 'searched' }));
    await rest.sql(
      `update record r set vals = vals || jsonb_build_object(a.attr_no::text, $2::jsonb), size = 2000000 from attribute a
        where r.object_id = $1 and a.object_id = r.object_id and a.slug = 'texts'`,
      [own.object_id, JSON.stringify(texts(100))],
    );
    await rest.admin.delete(`${own.path}/attributes/gone`).expect(200);
    await purge(rest);
    const left = await rest.sql<{ record_id: string }>(
      `select record_id from record_search where record_id = any($1) and tsv::text like '%searched%'`,
      [records.map(({ id }) => id.record_id)],
    );
    expect(left).toEqual([]);
  });
});
