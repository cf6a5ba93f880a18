import { WorkTime } from '#crm-domain';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { Rest, type Caller } from '../support/rest.js';

let rest: Rest;
beforeAll(async () => (rest = await Rest.start()));
afterAll(() => rest.stop());

interface Found {
  object: string;
  id: string;
  name: string | null;
  matched: { attribute: string; text: string }[];
}

const search = async (body: object, by: Caller = rest.reader) =>
  (await by.post('/v1/search', body).expect(200)).body.data as Found[];

describe('a search over all objects', () => {
  it('finds records by words, names first, and shows what of each matched', async () => {
    const company = await aRecord(rest, { slug: 'companies' }, { name: 'Lantern Works' });
    const data = { name: 'Ines Example', job_title: 'Lantern maker', description: 'Makes every lantern.' };
    const person = await aRecord(rest, { slug: 'people' }, data);
    expect(await search({ query: 'Lantern' })).toEqual([
      {
        object: 'companies',
        id: company.id.record_id,
        name: 'Lantern Works',
        matched: [{ attribute: 'name', text: 'Lantern Works' }],
      },
      {
        object: 'people',
        id: person.id.record_id,
        name: 'Ines Example',
        matched: [
          { attribute: 'job_title', text: 'Lantern maker' },
          { attribute: 'description', text: 'Makes every lantern.' },
        ],
      },
    ]);
    expect(await search({ query: 'lantern', objects: ['people'] })).toHaveLength(1);
    expect(await search({ query: 'lantern', limit: 0 })).toHaveLength(1);
  });

  it('gives the record whose name is the very text before newer ones whose name holds it', async () => {
    const object = await anObject(rest);
    for (const name of ['Sync Co 8', 'Sync Co 80', 'New Sync Co 8']) await aRecord(rest, object, { name });
    const found = await search({ query: ' sync co 8', objects: [object.slug] });
    expect(found.map(({ name }) => name)).toEqual(['Sync Co 8', 'New Sync Co 8', 'Sync Co 80']);
  });

  it('takes the last word for a beginning and the others whole, or each for a beginning where no record holds all', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'note' });
    const one = await aRecord(rest, object, { name: 'Zinc mine', note: 'Minerals' });
    const matched = async (query: string) =>
      (await search({ query, objects: [object.slug] })).map(({ id, matched }) => [
        id,
        ...matched.map((m) => m.attribute),
      ]);
    expect(await matched('zinc min')).toEqual([[one.id.record_id, 'name', 'note']]);
    expect(await matched('mine zinc')).toEqual([[one.id.record_id, 'name']]);
    expect(await matched('mineral nowhere')).toEqual([[one.id.record_id, 'note']]);
  });

  describe('where no record holds all words', () => {
    const named = async (query: string, object: { slug: string }, by?: Caller) =>
      (await search({ query, objects: [object.slug] }, by)).map(({ name }) => name);

    it('gives those that hold more of them first, a word of the name counting twice, then those with rarer ones', async () => {
      const object = await anObject(rest);
      await anAttribute(rest, object, { type: 'text', slug: 'note' });
      await aRecord(rest, object, { name: 'Nikolai Jankovar' });
      await aRecord(rest, object, { name: 'Bastien Abernow', note: 'ivorygate.example.com' });
      await aRecord(rest, object, { name: 'Ivorygate Foods' });
      for (const name of ['Wrenbarrow Foods', 'Nikolai Nowhere', 'Contact 970', 'Phone', 'Bastien Other'])
        await aRecord(rest, object, { name });
      for (let n = 0; n < 3; n++) await aRecord(rest, object, { name: `Person ${n}`, note: 'Asks who she is.' });
      expect((await named('Who is Nikolai Jankovar?', object))[0]).toBe('Nikolai Jankovar');
      expect((await named('Nikolai Jankovar phone number', object)).slice(0, 3)).toEqual([
        'Nikolai Jankovar',
        'Phone',
        'Nikolai Nowhere',
      ]);
      expect(await named('ivorygate foods contact', object)).toEqual([
        'Ivorygate Foods',
        'Contact 970',
        'Wrenbarrow Foods',
        'Bastien Abernow',
      ]);
      expect(await named('bastien ivorygate foods', object)).toEqual([
        'Ivorygate Foods',
        'Bastien Abernow',
        'Bastien Other',
        'Wrenbarrow Foods',
      ]);
      expect(await named('bastien bastien nowhere2', object)).toEqual(['Bastien Other', 'Bastien Abernow']);
    });

    it('leaves words out that a large share of the records hold, whatever the language, unless all are such', async () => {
      const object = await anObject(rest);
      await anAttribute(rest, object, { type: 'text', slug: 'note' });
      await aRecord(rest, object, { name: 'Odile Karst' });
      for (let n = 0; n < 11; n++)
        await aRecord(rest, object, { name: `Zug ${n}`, note: 'wie ist die Nummer von dem' });
      expect(await named('wie ist die Nummer von Odile Karst', object)).toEqual(['Odile Karst']);
      expect(await named('wie ist die Nummer von Karstens', object)).toHaveLength(11);
    });

    it('gives nothing of another workspace, of the trash, or that was deleted', async () => {
      const object = await anObject(rest);
      await aRecord(rest, object, { name: 'Selenite' });
      const trashed = await aRecord(rest, object, { name: 'Selenite lamp' });
      const gone = await aRecord(rest, object, { name: 'Selenite lamp old' });
      for (const each of [trashed, gone]) await rest.writer.post(`${pathTo(object, each)}/trash`).expect(200);
      await rest.writer.delete(`${pathTo(object, gone)}?trashed=only`).expect(200);
      expect(await named('selenite lamp old nowhere', object)).toEqual(['Selenite']);
      expect(await search({ query: 'selenite nowhere' }, rest.stranger.admin)).toEqual([]);
    });
  });

  it('shows of a long text what stands around the word, whatever its accents, on one line', async () => {
    const description = `${'filler 🌊 '.repeat(2000)}\nA Brûlée\nis here. ${'more '.repeat(400)}`;
    await aRecord(rest, { slug: 'companies' }, { name: 'Kitchen', description });
    const [found] = await search({ query: 'brulee' });
    const [{ attribute, text }] = found!.matched as [Found['matched'][0]];
    expect(attribute).toBe('description');
    expect(text).toMatch(/^…\S.* A Brûlée is here\. more .*…$/);
    expect(text.length).toBeLessThanOrEqual(162);
    expect(text.isWellFormed()).toBe(true);
  });

  it('says of large records what matched in each of them', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    const texts = ['Opal', ...Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(49_000, 'x'))];
    for (let n = 0; n < 4; n++) await aRecord(rest, object, { name: `Large ${n}`, texts });
    const found = await search({ query: 'opal' });
    expect(found.map(({ matched }) => matched)).toEqual(Array(4).fill([{ attribute: 'texts', text: 'Opal' }]));
  });

  it('says what matched as far as the index was made of a record: looking through 2 MiB could take a second', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    const texts = ['ab '.repeat(16_600), 'cd '.repeat(16_600), 'ef '.repeat(300), 'Quartz'];
    await aRecord(rest, object, { name: 'Quartz vein', texts });
    const [found] = await search({ query: 'quartz' });
    expect(found!.matched).toEqual([{ attribute: 'name', text: 'Quartz vein' }]);
  });

  it('says what matched in the first 4 MiB of records alone, and finds the others all the same', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    const texts = Array.from({ length: 21 }, (_, n) => `${n}`.padEnd(49_000, 'x'));
    for (let n = 0; n < 7; n++) await aRecord(rest, object, { name: `Basalt ${n}`, texts });
    const found = await search({ query: 'basalt' });
    expect(found).toHaveLength(7);
    const told = found.filter(({ matched }) => matched.length > 0);
    expect(told.length).toBeGreaterThanOrEqual(4);
    expect(told.length).toBeLessThan(7);
    expect(found.slice(0, told.length)).toEqual(told);
  });

  it('counts against the rate what it reads to say what matched, of which nothing is in the answer', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    const texts = Array.from({ length: 21 }, (_, n) => `${n}`.padEnd(49_000, 'x'));
    for (let n = 0; n < 2; n++) await aRecord(rest, object, { name: `Granite ${n}`, texts });
    const key = rest.reader.authorization!.replace('Bearer ', '');
    const caller = await rest.domain.apiKeys.identify(key, { origin: 'rest-api', request_id: 'none' });
    const worked = jest.spyOn(WorkTime, 'workOn');
    await rest.domain.recordReader.search(caller, { query: 'granite', limit: 10 });
    const bytes = worked.mock.calls.reduce((sum, [each]) => sum + each, 0);
    expect(bytes).toBeGreaterThan(2 * 21 * 49_000);
    expect(bytes).toBeLessThan(2.2 * 21 * 49_000);
  });

  it('finds nothing of another workspace, of the trash, and of archived objects unless they are named', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'Heliotrope' });
    expect(await search({ query: 'heliotrope' }, rest.stranger.admin)).toEqual([]);
    expectError(await rest.stranger.admin.post('/v1/search', { query: 'x', objects: [object.object_id] }), 400);
    await rest.admin.patch(object.path, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    expect(await search({ query: 'heliotrope' })).toEqual([]);
    expect(await search({ query: 'heliotrope', objects: [object.slug] })).toHaveLength(1);
    await rest.admin.post(`${pathTo(object, record)}/trash`).expect(200);
    expect(await search({ query: 'heliotrope', objects: [object.slug] })).toEqual([]);
  });

  it.each([
    ['no words', { query: '...' }, []],
    ['too many words', { query: 'word '.repeat(21) }, ['query']],
    ['a blank text', { query: ' ' }, ['query']],
    ['nothing', {}, ['query']],
    ['an object that is not there', { query: 'x', objects: ['people', 'nowhere'] }, ['objects[1]']],
    ['no objects', { query: 'x', objects: [] }, ['objects']],
    ['a limit that is no whole number', { query: 'x', limit: 1.5 }, ['limit']],
  ])('is asked with %s', async (_, body, paths) => {
    const response = await rest.reader.post('/v1/search', body);
    if (paths.length === 0) expect(response.body).toEqual({ data: [] });
    else expect([...new Set(expectError(response, 400).issues.map(({ path }) => path))]).toEqual(paths);
  });

  it('needs read:data', async () => {
    expectError(await rest.scribe.post('/v1/search', { query: 'x' }), 403);
  });
});
