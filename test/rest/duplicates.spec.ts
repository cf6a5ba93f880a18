import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, type AnObject } from '../support/builders.js';
import { Rest, type Caller } from '../support/rest.js';

interface Pair {
  records: { id: string; name: string | null }[];
  likeness: number;
  reasons: { attribute: string; kind: string; values: string[]; likeness: number }[];
}

describe('Duplicates', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());
  beforeEach(async () => {
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'email-address', slug: 'emails', is_multi_select: true });
    await anAttribute(rest, object, { type: 'phone-number', slug: 'phone' });
    await anAttribute(rest, object, { type: 'website', slug: 'site' });
  });

  const make = async (data: object, of = object) => (await aRecord(rest, of, data)).id.record_id;
  const path = (query: Record<string, string | number> = {}, of = object) =>
    `/v1/records/${of.slug}/duplicates?${new URLSearchParams(query as Record<string, string>).toString()}`;
  const find = async (query: Record<string, string | number> = {}, by: Caller = rest.reader) =>
    (await by.get(path(query)).expect(200)).body as {
      data: Pair[];
      pagination: { has_more: boolean; next_cursor?: string };
      skipped?: object[];
    };
  const ids = ({ records }: Pair) => records.map(({ id }) => id).sort();
  const pairsOf = async (query = {}) => (await find(query)).data.map(ids).sort();
  const both = (one: string, other: string) => [one, other].sort();

  /** Two records are a pair in the list of all, and each finds the other. */
  async function expectPair(one: string, other: string): Promise<Pair> {
    const all = (await find()).data.filter((pair) => String(ids(pair)) === String(both(one, other)));
    expect(all).toHaveLength(1);
    for (const record of [one, other]) expect(await pairsOf({ record })).toContainEqual(both(one, other));
    return all[0]!;
  }

  it.each([
    ['same_email', 'emails', ['Ada@Example.com'], ['ada@example.com'], 'ada@example.com'],
    ['same_email', 'emails', ['ada+news@example.com'], ['x@example.com', 'ada@example.com'], 'ada@example.com'],
    ['same_email', 'emails', ['ada+a@example.com'], ['ada+b@example.com'], 'ada@example.com'],
    ['same_email', 'emails', ['ada.love+2@gmail.com'], ['adalove+1@googlemail.com'], 'adalove@gmail.com'],
    ['same_email', 'emails', ['ada.love@googlemail.com'], ['ada.love@gmail.com'], 'adalove@gmail.com'],
    ['same_phone', 'phone', '+1 (415) 555-0100', '+14155550100', '+14155550100'],
    ['same_domain', 'site', 'https://www.example.com/about', 'http://example.com', 'example.com'],
    ['same_domain', 'site', 'example.com/a?b=c', 'example.com:8080', 'example.com'],
  ])('finds records with the %s, in %s: %j and %j', async (kind, slug, one, other, value) => {
    const first = await make({ name: 'Grace Hopper', [slug]: one });
    const second = await make({ name: 'Someone Else', [slug]: other });
    const { reasons, records } = await expectPair(first, second);
    expect(reasons).toEqual([{ attribute: slug, kind, values: [value], likeness: expect.any(Number) }]);
    expect(records.map(({ name }) => name).sort()).toEqual(['Grace Hopper', 'Someone Else']);
  });

  it.each([
    ['emails', ['ada@example.com'], ['ada@example.org']],
    ['emails', ['a.da@example.com'], ['ada@example.com']],
    ['emails', ['+a@example.com'], ['+b@example.com']],
    ['phone', '+14155550100', '+14155550101'],
    ['site', 'https://example.com', 'https://example.com.au'],
    ['site', 'https://shop.example.com', 'https://example.com'],
    ['name', 'Ann', 'Max'],
    ['name', 'Acme', 'Acne'],
    ['name', 'Ada Lovelace', 'Ada Hopper'],
    ['name', 'A L', 'Ada Lovelace'],
  ])('takes records for different ones, in %s: %j and %j', async (slug, one, other) => {
    const names = slug === 'name' ? [{}, {}] : [{ name: 'Grace Hopper' }, { name: 'Someone Else' }];
    const first = await make({ ...names[0], [slug]: one });
    await make({ ...names[1], [slug]: other });
    expect((await find()).data).toEqual([]);
    expect((await find({ record: first })).data).toEqual([]);
  });

  it.each([
    ['Ada Lovelace', 'ada lovelace'],
    ['Ada Lovelace', 'Ada Lovelac'],
    ['Grace Hopper', 'Garce Hopper'],
    ['Ada Lovelace', 'Ada Lovelade'],
    ['Ada Lovelace', 'Lovelace, Ada'],
    ['Ada Lovelace', 'Lovelace Ada'],
    ['Ada Lovelace', 'A. Lovelace'],
    ['Ada Lovelace', 'Ada Lovelace King'],
    ['Acme Engines Ltd', 'ACME Engines'],
  ])('finds records with similar names: %s and %s', async (one, other) => {
    const pair = await expectPair(await make({ name: one }), await make({ name: other }));
    expect(pair.reasons).toMatchObject([{ attribute: 'name', kind: 'similar_name' }]);
    expect([...pair.reasons[0]!.values].sort()).toEqual([one, other].sort());
  });

  it.each([
    ['Maria Lovelace', 'Daria Lovelace'],
    ['José Müller', 'Jose Muller'],
    ['Ada King Lovelace', 'Lovelace, Ada'],
    ['Übersee Handel GmbH', 'Handel Übersee'],
  ])('finds a record by itself whose name is similar farther off: %s and %s', async (one, other) => {
    const [first, second] = [await make({ name: one }), await make({ name: other })];
    expect(await pairsOf({ record: first })).toEqual([both(first, second)]);
  });

  it('finds addresses at Gmail with dots in other places, however many long ones a record has', async () => {
    const long = (n: number) =>
      `${'abcdefghijklmnopqrstuvwxyz'.slice(n)}${'abcdefghijklmnopqrstuvwxyz'.slice(0, n)}adal`;
    const emails = Array.from({ length: 20 }, (_, n) => `${long(n)}@gmail.com`);
    const record = await make({ name: 'Grace Hopper', emails });
    const dotted = (n: number, ...at: number[]) =>
      at.reduce((name, each) => `${name.slice(0, each)}.${name.slice(each)}`, long(n));
    const one = await make({ name: 'One', emails: [`${dotted(0, 20, 5)}@gmail.com`] });
    const last = await make({ name: 'Last', emails: [`${dotted(19, 7)}@googlemail.com`] });
    const same = await make({ name: 'Same', emails: [`${long(12)}+x@gmail.com`] });
    expect(await pairsOf({ record })).toEqual([one, last, same].map((other) => both(record, other)).sort());
  });

  it('tells all reasons of a pair, the surest first, and shows the likeliest pair of a record first', async () => {
    const ada = await make({ name: 'Ada Lovelace', emails: ['ada@example.com'], phone: '+14155550100' });
    const same = await make({ name: 'Ada Lovelase', emails: ['ada@example.com'], phone: '+14155550100' });
    const named = await make({ name: 'Ada Lovelace' });
    const { data } = await find({ record: ada });
    expect(data.map(ids)).toEqual([both(ada, same), both(ada, named)]);
    expect(data[0]!.reasons.map(({ kind }) => kind)).toEqual(['same_email', 'same_phone', 'similar_name']);
    expect(data[0]!.likeness).toBeGreaterThan(data[0]!.reasons[0]!.likeness);
    expect(data[0]!.records[0]).toEqual({ id: ada, name: 'Ada Lovelace' });
  });

  it('leads through all pairs, each once, in pages of any size', async () => {
    for (let n = 0; n < 4; n++) await make({ name: 'Grace Hopper', emails: [`grace+${n % 2}@example.com`] });
    for (let n = 0; n < 2; n++)
      await make({ name: `Two ${'yz'[n]!.repeat(9)}`, emails: ['one@example.com', 'two@example.com'] });
    for (let n = 0; n < 3; n++) await make({ name: `Nobody ${'abc'[n]!.repeat(9)}`, phone: '+14155550100' });
    for (let n = 0; n < 5; n++) await make({ name: ['Ada Lovelace', 'Ada Lovlace', 'Ada Lovelacee'][n % 3] });
    const whole = await find({ limit: 100 });
    expect(whole.pagination).toEqual({ has_more: false });
    const all = whole.data.map((pair) => String(ids(pair)));
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(8);
    for (const limit of [1, 2, 5]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const { data, pagination } = await find({ limit, ...(cursor && { cursor }) });
        expect(data.length).toBeLessThanOrEqual(limit);
        found.push(...data.map((pair) => String(ids(pair))));
        cursor = pagination.next_cursor;
        expect(pagination.has_more).toBe(cursor !== undefined);
      } while (cursor);
      expect(found).toEqual(all);
    }
  });

  it('leads through the pairs of one record', async () => {
    const all = [];
    for (let n = 0; n < 5; n++)
      all.push(await make({ name: `Person ${'abcde'[n]!.repeat(5)}`, phone: '+14155550100' }));
    const first = await find({ record: all[0]!, limit: 3 });
    const second = await find({ record: all[0]!, limit: 3, cursor: first.pagination.next_cursor! });
    expect([first.data.length, second.data.length, second.pagination]).toEqual([3, 1, { has_more: false }]);
    expect(new Set([...first.data, ...second.data].map((pair) => String(ids(pair)))).size).toBe(4);
  });

  it('takes what many records share for no reason, and says so', async () => {
    const words = ['Ka', 'Ro', 'Mi', 'Tu', 'Se'];
    const name = (n: number) =>
      `${words[n % 5]!.repeat(2 + (n % 3))} ${words[Math.floor(n / 5) % 5]!.repeat(2 + (n % 4))}`;
    const shared = { phone: '+14155550100', site: 'https://example.com', emails: ['office@example.com'] };
    const many = [];
    for (let n = 0; n < 26; n++) many.push(await make({ name: `${name(n)} ${n}`, ...shared }));
    for (let n = 0; n < 11; n++) await make({ name: 'John Smith' });
    const { data, skipped, pagination } = await find();
    expect([data.filter(({ reasons }) => reasons.some(({ kind }) => kind !== 'similar_name')), pagination]).toEqual([
      [],
      { has_more: false },
    ]);
    expect(skipped).toEqual([
      { attribute: 'emails', value: 'office@example.com' },
      { attribute: 'phone', value: '+14155550100' },
      { attribute: 'site', value: 'example.com' },
      { attribute: 'name', value: 'john smith' },
    ]);
    const one = await find({ record: many[0]! });
    expect(one.skipped).toHaveLength(3);
    expect(one.data.flatMap(({ reasons }) => reasons).filter(({ kind }) => kind !== 'similar_name')).toEqual([]);
  });

  it('shows no record that is in the trash, deleted, merged, of another object or of another workspace', async () => {
    const data = { name: 'Ada Lovelace', emails: ['ada@example.com'] };
    const [ada, trashed, deleted, merged] = [await make(data), await make(data), await make(data), await make(data)];
    await rest.writer.post(`${pathTo(object, trashed)}/trash`).expect(200);
    await rest.writer.delete(pathTo(object, deleted)).expect(200);
    await rest.writer.post(`/v1/records/${object.slug}/merge`, { into: ada, from: [merged] }).expect(200);
    const other = await anObject(rest);
    await make({ name: data.name }, other);
    expect((await find()).data).toEqual([]);
    expect((await find({ record: ada })).data).toEqual([]);
    expect((await find({ record: merged })).data).toEqual([]);
    expectError(await rest.reader.get(path({ record: trashed })), 404);
    expectError(await rest.stranger.admin.get(path({ record: ada })), 404);
    expectError(await rest.stranger.admin.get(path()), 404);
    await rest.writer.post(`${pathTo(object, trashed)}/restore`).expect(200);
    expect(await pairsOf()).toEqual([both(ada, trashed)]);
  });

  it('finds nothing where there is nothing to compare by', async () => {
    expect(await find()).toEqual({ data: [], pagination: { has_more: false } });
    const empty = await make({});
    expect(await find({ record: empty })).toEqual({ data: [], pagination: { has_more: false } });
  });

  it('refuses who may not read, cursors that no answer had, and records that are not there', async () => {
    const record = await make({ name: 'Ada Lovelace' });
    for (const by of [rest.scribe, rest.architect]) expectError(await by.get(path()), 403);
    expectError(await rest.scribe.get(path({ record })), 403);
    expectError(await rest.reader.get(path({ record: 'nobody' })), 404);
    expectError(await rest.reader.get(path({ record: '0197f000-0000-7000-8000-00000000000a' })), 404);
    expectError(await rest.reader.get(`/v1/records/nothing/duplicates`), 404);
    const cursors = ['x', '%00', Buffer.from('["a","b",1]').toString('base64url')];
    const ofRecord = Buffer.from(JSON.stringify([record, '', 1])).toString('base64url');
    for (const cursor of [...cursors, ofRecord]) expectError(await rest.reader.get(path({ cursor })), 400);
    for (const cursor of cursors) expectError(await rest.reader.get(path({ cursor, record })), 400);
    await rest.reader.get(path({ cursor: ofRecord, record })).expect(200);
  });

  it('compares hostile names without harm', async () => {
    const names = [
      `${"\\'".repeat(20)} & | ! :* <->`,
      '\u{1f600}'.repeat(60),
      'ﬃ'.repeat(200),
      '%_ %_ %_',
      '株式会社 例',
    ];
    for (const name of names) {
      const [one, other] = [await make({ name }), await make({ name })];
      const { data } = await find({ record: one });
      expect(data.length).toBeLessThanOrEqual(1);
      expect(data.map(ids)).toEqual(data.length === 1 ? [both(one, other)] : []);
    }
    await find();
  });
});
