import type { RecordWire } from '#crm-domain';
import { BOUNDS } from '../../libs/crm-domain/src/records/query/bounds.js';
import { pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, freshSlug, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { Rest, type Caller } from '../support/rest.js';

let rest: Rest;
let things: AnObject;
let member: string;
const made = new Map<string, RecordWire>();
const SEVERAL = ['score', 'name'].map((attribute) => ({ attribute, direction: 'asc' }));
const TITLES = ['red', 'green', 'blue'].map((title) => ({ title }));

beforeAll(async () => {
  rest = await Rest.start();
  things = await anObject(rest);
  const attributes = [
    { slug: 'score', type: 'number' },
    { slug: 'note', type: 'text' },
    { slug: 'kind', type: 'select', options: TITLES },
    { slug: 'tags', type: 'multi-select', options: TITLES },
    { slug: 'mail', type: 'email-address', is_multi_select: true },
    { slug: 'place', type: 'location' },
    { slug: 'person', type: 'personal-name' },
    { slug: 'budget', type: 'currency' },
    { slug: 'day', type: 'date' },
    { slug: 'seen', type: 'timestamp' },
    { slug: 'ok', type: 'checkbox' },
    { slug: 'site', type: 'website' },
    { slug: 'phone', type: 'phone-number' },
    { slug: 'owner', type: 'actor-reference' },
    { slug: 'company', type: 'record-reference' },
  ];
  for (const attribute of attributes) await anAttribute(rest, things, { title: attribute.slug, ...attribute } as never);
  const person = { subject: 'm', email: 'May@example.com', name: 'May' };
  ({ user_id: member } = await rest.domain.workspaces.addMember({ workspace_id: rest.workspace_id, ...person }));
  const place = { line1: '1 Main St', city: 'Zürich', state: '', postal_code: '8001', country: 'CH' };
  const company = await aRecord(rest, { slug: 'companies' }, { name: 'Acme', location: place, employee_count: 5 });
  made.set('acme', company);
  const rows: Record<string, object> = {
    ada: {
      name: 'ADA ÜBER',
      score: 10,
      note: 'The first',
      kind: 'red',
      tags: ['red', 'green'],
      mail: ['ada@Example.com', 'ada@work.example'],
      place,
      person: 'Ada Lovelace',
      budget: { currency_value: 100, currency_code: 'EUR' },
      day: '2026-01-31',
      seen: '2026-01-31T23:30:00Z',
      ok: true,
      site: 'https://shop.example.org/x',
      phone: '+41446681800',
      owner: { id: member, type: 'user' },
      company: pointingAt({ slug: 'companies' }, company),
    },
    bob: { name: 'Bob', score: 20, kind: 'green', tags: ['green'], mail: ['bob@work.example'], ok: false },
    cyd: {
      name: 'Cyd',
      score: 30,
      kind: 'blue',
      tags: ['blue', 'red'],
      budget: { currency_value: 5, currency_code: 'USD' },
    },
    dan: { name: 'Dan' },
  };
  for (const [key, data] of Object.entries(rows)) made.set(key, await aRecord(rest, things, data));
});
afterAll(() => rest.stop());

async function found(body: object, of: { slug: string } = things, by: Caller = rest.reader): Promise<string[]> {
  const response = await by.post(`/v1/records/${of.slug}/query`, body);
  expect([response.status, response.body.message]).toEqual([200, undefined]);
  return (response.body.data as RecordWire[]).map(
    ({ id }) => [...made].find(([, record]) => record.id.record_id === id.record_id)?.[0] ?? id.record_id,
  );
}

const is = (attribute: string, operator: string, value?: unknown, match?: string) => ({
  attribute,
  operator,
  value,
  match,
});
const ALL = ['ada', 'bob', 'cyd', 'dan'];
const without = (...keys: string[]) => ALL.filter((key) => !keys.includes(key));

describe('conditions', () => {
  it.each<[object, string[]]>([
    [is('score', 'not_eq', 10), without('ada')],
    [is('score', 'between', [10, 20]), ['ada', 'bob']],
    [is('score', 'not_in', [10, 30]), ['bob', 'dan']],
    [is('name', 'ends_with', 'D'), ['cyd']],
    [is('name', 'ends_with', 'über'), ['ada']],
    [is('kind', 'not_eq', 'red'), without('ada')],
    [is('ok', 'not_eq', true), without('ada')],
    [is('tags', 'eq', 'red', 'any'), ['ada', 'cyd']],
    [is('tags', 'eq', 'green', 'all'), ['bob']],
    [is('tags', 'in', ['red', 'green'], 'all'), ['ada', 'bob']],
    [is('tags', 'eq', 'red', 'none'), ['bob', 'dan']],
    [is('tags', 'not_eq', 'red'), ['bob', 'dan']],
    [is('mail', 'ends_with', '@work.example'), ['ada', 'bob']],
    [is('mail', 'ends_with', '@work.example', 'all'), ['bob']],
    [is('mail', 'starts_with', 'ada', 'none'), without('ada')],
    [is('budget', 'between', [5, 100]), ['ada', 'cyd']],
    [
      is('budget', 'between', [
        { currency_value: 5, currency_code: 'USD' },
        { currency_value: 100, currency_code: 'USD' },
      ]),
      ['cyd'],
    ],
    [is('day', 'between', ['2026-01-01', '2026-01-31']), ['ada']],
    [{ or: [is('score', 'eq', 10), is('kind', 'eq', 'green')] }, ['ada', 'bob']],
    [{ or: [is('name', 'eq', 'ada über'), is('name', 'starts_with', 'DA')] }, ['ada', 'dan']],
    [{ or: [is('name', 'contains', 'Über'), is('note', 'contains', 'none of them')] }, ['ada']],
    [{ or: [{ and: [is('score', 'gt', 5), is('kind', 'eq', 'blue')] }, is('ok', 'eq', true)] }, ['ada', 'cyd']],
    [{ not: is('score', 'gt', 10) }, ['ada', 'dan']],
    [{ not: [is('score', 'gt', 10), is('kind', 'eq', 'green')] }, without('bob')],
    [{ not: { or: [is('score', 'eq', 10), is('kind', 'is_empty')] } }, ['bob', 'cyd']],
    [{ and: [is('score', 'gte', 20), { not: is('tags', 'eq', 'red') }] }, ['bob']],
    [{ not: { not: is('score', 'eq', 10) } }, ['ada']],
  ])('%j', async (filter, expected) => {
    expect(await found({ filter })).toEqual(expected);
    expect(await found({ filter: [filter] })).toEqual(expected);
    expect(await found({ filter: [filter], sort: { attribute: 'name', direction: 'desc' } })).toEqual(
      [...expected].reverse(),
    );
    const complement = await found({ filter: { not: filter } });
    expect(complement).toEqual(without(...expected));
  });

  it.each<[object, string[]]>([
    [is('mail.email_domain', 'eq', 'WORK.example'), ['ada', 'bob']],
    [is('mail.email_domain', 'eq', 'work.example', 'all'), ['bob']],
    [is('mail.email_local_specifier', 'starts_with', 'b'), ['bob']],
    [is('person.last_name', 'eq', 'lovelace'), ['ada']],
    [is('person.first_name', 'in', ['ADA', 'x']), ['ada']],
    [is('budget.currency_code', 'eq', 'eur'), ['ada']],
    [is('budget.currency_value', 'lt', 50), ['cyd']],
    [is('place.city', 'contains', 'ÜRI'), ['ada']],
    [is('place.country', 'not_eq', 'ch'), without('ada')],
    [is('place.state', 'is_empty'), ALL],
    [is('place.city', 'is_not_empty'), ['ada']],
    [is('site.root_domain', 'eq', 'example.org'), ['ada']],
    [is('phone.country_code', 'eq', 'CH'), ['ada']],
    [{ or: [is('place.city', 'eq', 'zürich'), is('score', 'eq', 20)] }, ['ada', 'bob']],
  ])('on parts of values: %j', async (filter, expected) => {
    expect(await found({ filter })).toEqual(expected);
    expect(await found({ filter: { not: filter } })).toEqual(without(...expected));
  });

  it('on what the service knows of a record', async () => {
    const [ada, bob] = [made.get('ada')!, made.get('bob')!];
    expect(await found({ filter: is('record_id', 'eq', ada.id.record_id) })).toEqual(['ada']);
    expect(await found({ filter: is('record_id', 'in', [bob.slug, made.get('acme')!.id.record_id]) })).toEqual(['bob']);
    expect(await found({ filter: is('record_id', 'not_eq', ada.slug) })).toEqual(without('ada'));
    expect(await found({ filter: is('created_at', 'lte', bob.created_at) })).toEqual(['ada', 'bob']);
    expect(await found({ filter: is('created_at', 'gt', bob.created_at) })).toEqual(['cyd', 'dan']);
    expect(await found({ filter: is('created_at', 'eq', 'today') })).toEqual(ALL);
    expect(await found({ filter: is('updated_at', 'lt', { days_ago: 0 }) })).toEqual([]);
    expect(await found({ filter: is('created_by', 'eq', ada.created_by.id) })).toEqual(ALL);
    expect(await found({ filter: is('created_by', 'not_eq', ada.created_by) })).toEqual([]);
  });

  it('on members by e-mail address', async () => {
    expect(await found({ filter: is('owner', 'eq', 'may@EXAMPLE.com') })).toEqual(['ada']);
    expect(await found({ filter: { not: is('owner', 'in', ['may@example.com', member]) } })).toEqual(without('ada'));
    const refused = await rest.reader.post(`/v1/records/${things.slug}/query`, {
      filter: is('owner', 'eq', 'no@example.com'),
    });
    expect(pathsOf(refused)).toEqual(['filter.value']);
    const me = await rest.reader.post(`/v1/records/${things.slug}/query`, { filter: [is('owner', 'eq', 'me')] });
    expect(pathsOf(me)).toEqual(['filter[0].value']);
    expect(me.body.message).toContain('an API key belongs to nobody. Name a member by e-mail address, name or id');
  });

  it('on other records, over references and back', async () => {
    const over = (attribute: string, operator: string, value?: unknown) =>
      found({ filter: is(attribute, operator, value) });
    expect(await over('company.name', 'eq', 'acme')).toEqual(['ada']);
    expect(await over('company.location.country', 'eq', 'CH')).toEqual(['ada']);
    expect(await over('company.employee_count', 'gt', 5)).toEqual([]);
    expect(await over('company.name', 'not_eq', 'acme')).toEqual(without('ada'));
    expect(await over('company.name', 'is_empty')).toEqual(without('ada'));
    // The name of the other record is enough.
    for (const [operator, value] of [
      ['eq', 'ACME'],
      ['in', ['acme', 'nobody']],
      ['starts_with', 'ac'],
      ['contains', 'cm'],
      ['ends_with', 'me'],
    ] as const)
      expect(await over('company', operator, value)).toEqual(['ada']);
    expect(await over('company', 'not_eq', 'acme')).toEqual(without('ada'));
    expect(await over('company', 'eq', 'acm')).toEqual([]);
    const acme = made.get('acme')!;
    expect(await over('company', 'in', [acme.slug])).toEqual(['ada']);
    expect(await over('company', 'eq', acme.id.record_id)).toEqual(['ada']);
    const back = (operator: string, value: unknown) =>
      found({ filter: is(`${things.slug}.score`, operator, value) }, { slug: 'companies' });
    expect(await back('eq', 10)).toEqual(['acme']);
    expect(await back('eq', 11)).toEqual([]);
    await rest.writer.post(`${pathTo({ slug: 'companies' }, acme)}/trash`).expect(200);
    expect(await over('company.name', 'eq', 'acme')).toEqual([]);
    expect(await over('company', 'eq', 'acme')).toEqual([]);
    await rest.writer.post(`${pathTo({ slug: 'companies' }, acme)}/restore`).expect(200);
    await rest.writer.post(`${pathTo(things, made.get('ada')!)}/trash`).expect(200);
    expect(await back('eq', 10)).toEqual([]);
    await rest.writer.post(`${pathTo(things, made.get('ada')!)}/restore`).expect(200);
  });

  it('on records of several objects, of which each has options and a type of its own', async () => {
    const [ones, twos, pointers] = [await anObject(rest), await anObject(rest), await anObject(rest)];
    const options = (...titles: string[]) => ({ type: 'select', options: titles.map((title) => ({ title })) });
    await anAttribute(rest, ones, { slug: 'stage', ...options('Open', 'Won') } as never);
    await anAttribute(rest, twos, { slug: 'stage', ...options('Open', 'Lost') } as never);
    await anAttribute(rest, ones, { slug: 'size', type: 'number' });
    await anAttribute(rest, twos, { slug: 'size', type: 'text' });
    const record_reference = { allowed_object_ids: [ones.object_id, twos.object_id] };
    const to = { slug: 'to', type: 'record-reference', config: { record_reference } };
    await anAttribute(rest, pointers, to as never);
    const rows = [
      [ones, { stage: 'Open', size: 7 }],
      [ones, { stage: 'Won', size: 12 }],
      [twos, { stage: 'Open', size: 'A12' }],
      [twos, { stage: 'Lost', size: '7' }],
      [twos, {}],
    ] as const;
    const ids: string[] = [];
    for (const [object, data] of rows) {
      const pointer = await aRecord(rest, pointers, { to: pointingAt(object, await aRecord(rest, object, data)) });
      ids.push(pointer.id.record_id);
    }
    const by = async (...[attribute, operator, value, match]: Parameters<typeof is>) => {
      const query = { filter: is(`to.${attribute}`, operator, value, match) };
      const { body } = await rest.reader.post(`/v1/records/${pointers.slug}/query`, query).expect(200);
      return (body.data as RecordWire[]).map(({ id }) => ids.indexOf(id.record_id)).sort();
    };
    expect(await by('stage', 'eq', 'Open')).toEqual([0, 2]);
    expect(await by('stage', 'eq', 'Won')).toEqual([1]);
    expect(await by('stage', 'not_eq', 'Won')).toEqual([0, 2, 3, 4]);
    expect(await by('stage', 'in', ['Won', 'Lost'])).toEqual([1, 3]);
    expect(await by('stage', 'in', ['Lost', 'Open'])).toEqual([0, 2, 3]);
    expect(await by('stage', 'not_in', ['Won', 'Lost'])).toEqual([0, 2, 4]);
    expect(await by('stage', 'eq', 'Lost', 'all')).toEqual([3]);
    expect(await by('stage', 'eq', 'Lost', 'none')).toEqual([0, 1, 2, 4]);
    expect(await by('stage', 'is_empty')).toEqual([4]);
    expect(await by('size', 'gt', 7)).toEqual([1]);
    expect(await by('size', 'starts_with', 'a')).toEqual([2]);
    expect(await by('size', 'in', [12, '7'])).toEqual([1, 3]);
    const refused = async (operator: string, value: unknown) => {
      const filter = is('to.stage', operator, value);
      return (await rest.reader.post(`/v1/records/${pointers.slug}/query`, { filter }).expect(400)).body.issues[0];
    };
    for (const [operator, value] of [
      ['eq', 'Gone'],
      ['in', ['Won', 'Gone']],
      ['in', []],
      ['gt', 1],
    ] as const)
      expect(await refused(operator, value)).toMatchObject({
        path: expect.stringMatching(/^filter.(value|operator)$/),
      });
    expect((await refused('in', ['Won', 'Gone'])).message).toContain('Gone');
  });

  it('on records that refer to one over several references, by the oldest or the one in brackets', async () => {
    const [targets, pointers] = [await anObject(rest), await anObject(rest)];
    const record_reference = { allowed_object_ids: [targets.object_id] };
    const reference = (slug: string) =>
      anAttribute(rest, pointers, { slug, type: 'record-reference', config: { record_reference } } as never);
    await anAttribute(rest, pointers, { slug: 'score', type: 'number' });
    await anAttribute(rest, pointers, { slug: 'any', type: 'record-reference' });
    await reference('to');
    const [one, two, three] = [
      await aRecord(rest, targets),
      await aRecord(rest, targets),
      await aRecord(rest, targets),
    ];
    const by = async (path: string) => {
      const filter = is(`${path}.score`, 'eq', 7);
      const { body } = await rest.reader.post(`/v1/records/${targets.slug}/query`, { filter });
      return (body.data as RecordWire[] | undefined)?.map(({ id }) => id.record_id) ?? body.message;
    };
    await aRecord(rest, pointers, { score: 7, to: pointingAt(targets, one), any: pointingAt(targets, three) });
    expect(await by(pointers.slug)).toEqual([one.id.record_id]);
    const view = { slug: freshSlug('view'), title: 'Back', object: targets.slug };
    const query = { filter: is(`${pointers.slug}.score`, 'eq', 7) };
    await rest.writer.post('/v1/views', { ...view, query }).expect(200);
    await reference('for');
    await aRecord(rest, pointers, { score: 7, for: pointingAt(targets, two) });
    expect(await by(pointers.slug)).toEqual([one.id.record_id]);
    expect(await by(`${pointers.slug}[to]`)).toEqual([one.id.record_id]);
    expect(await by(`${pointers.slug}[for]`)).toEqual([two.id.record_id]);
    expect(await by(`${pointers.slug}[any]`)).toEqual([three.id.record_id]);
    const through = await rest.reader.get(`/v1/views/${view.slug}/records`).expect(200);
    expect((through.body.data as RecordWire[]).map(({ id }) => id.record_id)).toEqual([one.id.record_id]);
    const ways = ['any', 'to', 'for'].map((slug) => `${pointers.slug}[${slug}]`);
    const refused = async (query: object) =>
      (await rest.reader.post(`/v1/records/${targets.slug}/query`, query).expect(400)).body.issues[0];
    const unknown = await refused({ filter: is(`${pointers.slug}[nobody].score`, 'eq', 7) });
    expect(unknown).toMatchObject({ message: expect.stringContaining('no reference "nobody"'), allowed: ways });
    const field = await refused({ fields: [`${pointers.slug}[to].score`] });
    expect(field.message).toContain(
      `query the object "${pointers.slug}". Conditions lead to these over ${ways.join(', ')}.`,
    );
    const archive = (slug: string) =>
      rest.admin.patch(`${pointers.path}/attributes/${slug}`, { archived_at: '2026-01-31T12:00:00Z' }).expect(200);
    await archive('to');
    expect(await by(pointers.slug)).toEqual([two.id.record_id]);
    expect(await by(`${pointers.slug}[to]`)).toEqual([one.id.record_id]);
    await archive('for');
    expect(await by(pointers.slug)).toEqual([three.id.record_id]);
    await archive('any');
    expect(await by(pointers.slug)).toEqual([one.id.record_id]);
    for (const path of [`${pointers.slug}[score]`, `${pointers.slug}[nobody]`, `${pointers.slug}[]`, 'nobody[to]'])
      expect(await by(path)).toContain(`has no attribute "${path}.score"`);
  });

  it('on other records of which there are none, within others', async () => {
    const nobody = is(`${things.slug}.kind`, 'eq', 'blue');
    const both = { and: [nobody, is(`${things.slug}.score`, 'eq', 99)] };
    const filter = [{ or: [is('name', 'eq', 'Acme'), both] }, is('employee_count', 'eq', 5)];
    expect(await found({ filter }, { slug: 'companies' })).toEqual(['acme']);
  });

  it('of which one holds find a record once, however many of its values meet the only one that can', async () => {
    const tags = is('tags', 'in', ['red', 'green'], 'any');
    expect(await found({ filter: [{ or: [is('company.employee_count', 'eq', -1), tags] }] })).toEqual(without('dan'));
  });

  it('on all values of the records that refer to one, whatever has no value', async () => {
    const [targets, pointers] = [await anObject(rest), await anObject(rest)];
    const values: Record<string, [type: string, value: unknown]> = {
      person: ['personal-name', 'Eve Roe'],
      note: ['text', 'Eve Roe'],
      score: ['number', 1],
      site: ['website', 'example.org'],
      phone: ['phone-number', '+41446681800'],
      day: ['date', '2026-01-31'],
    };
    for (const [slug, [type]] of Object.entries(values)) await anAttribute(rest, pointers, { slug, type });
    const config = { record_reference: { allowed_object_ids: [targets.object_id] } };
    await anAttribute(rest, pointers, { slug: 'to', type: 'record-reference', config } as never);
    const target = await aRecord(rest, targets);
    const to = pointingAt(targets, target);
    const data = Object.fromEntries(Object.entries(values).map(([slug, [, value]]) => [slug, value]));
    for (const each of [{ ...data, to }, { to }]) await aRecord(rest, pointers, each);
    for (const [slug, value] of Object.entries(data)) {
      const filter = is(`${pointers.slug}.${slug}`, 'in', [value], 'all');
      const { body } = await rest.reader.post(`/v1/records/${targets.slug}/query`, { filter }).expect(200);
      expect([slug, body.data.length]).toEqual([slug, 1]);
    }
  });

  it('on all references by name are not met by one to a record without a name', async () => {
    const [targets, pointers] = [await anObject(rest), await anObject(rest)];
    const config = { record_reference: { allowed_object_ids: [targets.object_id] } };
    const refs = { slug: 'refs', type: 'record-reference', is_multi_select: true, config };
    await anAttribute(rest, pointers, refs as never);
    const [alphabet, nameless] = [await aRecord(rest, targets, { name: 'Alphabet' }), await aRecord(rest, targets, {})];
    const names = new Map<string, string>();
    const pointer = async (name: string, ...to: RecordWire[]) => {
      const data = { name, refs: to.map((each) => pointingAt(targets, each)) };
      names.set((await aRecord(rest, pointers, data)).id.record_id, name);
    };
    await pointer('both', alphabet, nameless);
    await pointer('named', alphabet);
    await pointer('nameless', nameless);
    await pointer('none');
    const by = async (operator: string, value: unknown, match: string) =>
      (await found({ filter: is('refs', operator, value, match) }, pointers)).map((id) => names.get(id));
    expect(await by('starts_with', 'Alpha', 'any')).toEqual(['both', 'named']);
    expect(await by('starts_with', 'Alpha', 'all')).toEqual(['named']);
    expect(await by('eq', 'alphabet', 'all')).toEqual(['named']);
    expect(await by('in', ['Alphabet', 'x'], 'all')).toEqual(['named']);
    expect(await by('not_eq', 'Alphabet', 'all')).toEqual(['both', 'nameless', 'none']);
    expect(await by('eq', 'Alphabet', 'none')).toEqual(['nameless', 'none']);
    // Of a path, the names are what has to meet it.
    expect(await found({ filter: is('refs.name', 'eq', 'Alphabet', 'all') }, pointers)).toHaveLength(2);
  });

  it('pass over parts that are empty where all values have to meet them', async () => {
    const places = await anObject(rest);
    await anAttribute(rest, places, { slug: 'places', title: 'Places', type: 'location', is_multi_select: true });
    const at = (line1: string, country: string) => ({ line1, city: 'Bonn', state: '', postal_code: '', country });
    const { id } = await aRecord(rest, places, { places: [at('1 Main St', 'DE'), at('', '')] });
    const all = (part: string, operator: string, value: unknown) =>
      found({ filter: is(`places.${part}`, operator, value, 'all') }, places);
    for (const [part, value] of [
      ['country', 'DE'],
      ['line1', '1 Main St'],
    ] as const) {
      expect(await all(part, 'eq', value)).toEqual([id.record_id]);
      expect(await all(part, 'in', [value, 'other'])).toEqual([id.record_id]);
      expect(await all(part, 'starts_with', value)).toEqual([id.record_id]);
      expect(await all(part, 'contains', value)).toEqual([id.record_id]);
      expect(await all(part, 'not_eq', value)).toEqual([]);
      expect(await all(part, 'not_eq', 'other')).toEqual([id.record_id]);
    }
  });

  it('compare texts without regard to letter case beyond ASCII too, however long one of the values is', async () => {
    const notes = await anObject(rest);
    await anAttribute(rest, notes, { slug: 'note', title: 'Note', type: 'text' });
    await anAttribute(rest, notes, { slug: 'notes', title: 'Notes', type: 'text', is_multi_select: true });
    const held = ['Å', 'å', 'Å'.repeat(70), 'å'.repeat(70), 'Σας', 'ΣΑΣ', 'É'.repeat(64) + 'Z', 'é'.repeat(64) + 'z'];
    const ids = new Map<string, string>();
    for (const note of held)
      ids.set((await aRecord(rest, notes, { name: note, note, notes: [note] })).id.record_id, note);
    const holding = async (filter: object) => (await found({ filter }, notes)).map((id) => ids.get(id));
    const long = 'q'.repeat(65);
    for (const attribute of ['name', 'note', 'notes'])
      for (const value of held) {
        const alike = held.filter((each) => each.toLowerCase() === value.toLowerCase());
        const others = held.filter((each) => !alike.includes(each));
        expect(alike).toHaveLength(2);
        expect(await holding(is(attribute, 'eq', value))).toEqual(alike);
        expect(await holding(is(attribute, 'not_eq', value))).toEqual(others);
        for (const match of ['any', 'all'])
          expect(await holding(is(attribute, 'in', [value, long], match))).toEqual(alike);
        expect(await holding(is(attribute, 'not_in', [long, value]))).toEqual(others);
        expect(await holding(is(attribute, 'not_in', [long, value], 'none'))).toEqual(alike);
        const beginning = held.filter((each) => each.toLowerCase().startsWith(value.toLowerCase()));
        expect(await holding(is(attribute, 'starts_with', value))).toEqual(beginning);
      }
  });

  it('hold days against the time zone of the request', async () => {
    const on = (attribute: string, operator: string, value: unknown, time_zone: string) =>
      found({ filter: is(attribute, operator, value), time_zone });
    const days = Math.floor((Date.now() - Date.parse('2026-01-31T12:00:00Z')) / 86_400_000);
    const before =
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10) === '2026-01-31' ? days : days + 1;
    expect(await on('day', 'eq', { days_ago: before }, 'UTC')).toEqual(['ada']);
    expect(await on('seen', 'eq', { days_ago: before }, 'UTC')).toEqual(['ada']);
    expect(await on('seen', 'between', [{ days_ago: before + 1 }, 'today'], 'Europe/Berlin')).toEqual(['ada']);
    expect(await on('day', 'lt', 'this_year', 'Asia/Tokyo')).toEqual(new Date().getUTCFullYear() > 2026 ? ['ada'] : []);
    const refused = await rest.reader.post(`/v1/records/${things.slug}/query`, { time_zone: 'Mars/Base' });
    expect(pathsOf(refused)).toEqual(['time_zone']);
  });
});

describe('totals', () => {
  const totalOf = async (body: object) => {
    const response = await rest.reader.post(`/v1/records/${things.slug}/query`, { limit: 1, ...body }).expect(200);
    const { total, total_is_exact, total_kind } = response.body.pagination as Record<string, unknown>;
    return [total, total_is_exact, total_kind];
  };

  it('are left out, counted as far as that is cheap, or as far as is ever counted', async () => {
    const filter = is('name', 'is_not_empty');
    const sort = { attribute: 'score', direction: 'asc' };
    const bounds = { ...BOUNDS };
    Object.assign(BOUNDS, { counted: 2, lookedAt: 2, sampled: 2 });
    try {
      expect(await totalOf({ filter, total: 'none' })).toEqual([undefined, undefined, undefined]);
      expect(await totalOf({ filter })).toEqual([2, false, 'at_least']);
      expect(await totalOf({ filter: is('score', 'gte', 0), sort })).toEqual([2, false, 'at_least']);
      // A page behind the last match is no match.
      expect(await totalOf({ filter, offset: 3 })).toEqual([4, true, undefined]);
      expect(await totalOf({ filter, offset: 3000 })).toEqual([2, false, 'at_least']);
      expect(await totalOf({ filter, total: 'exact' })).toEqual([4, true, undefined]);
      expect(await totalOf({ sort })).toEqual([4, true, undefined]);
      expect(await totalOf({ filter: is('score', 'gte', 20), sort })).toEqual([2, true, undefined]);
    } finally {
      Object.assign(BOUNDS, bounds);
    }
    expect(await totalOf({ filter })).toEqual([4, true, undefined]);
    expect(pathsOf(await rest.reader.post(`/v1/records/${things.slug}/query`, { total: 'all' }))).toEqual(['total']);
  });
});

describe('refusals', () => {
  it('of conditions on other records when the time for all of them is over', async () => {
    const bounds = { ...BOUNDS };
    Object.assign(BOUNDS, { lookingUp: -1 });
    const ask = (filter: object) => rest.reader.post(`/v1/records/${things.slug}/query`, { filter });
    try {
      expect((await ask(is('score', 'eq', 10))).status).toBe(200);
      expect((await ask({ not: { or: [is('company.name', 'eq', 'acme')] } })).status).toBe(503);
    } finally {
      Object.assign(BOUNDS, bounds);
    }
  });

  it('of paths that lead to more objects than are searched for one request, however many conditions say so', async () => {
    const own = await Rest.start();
    try {
      const [from] = await Promise.all(Array.from({ length: 10 }, () => anObject(own)));
      await anAttribute(own, from!, { slug: 'any', type: 'record-reference' });
      const { body } = await own.reader.get('/v1/objects').expect(200);
      // Notes, tasks and activities have a title in place of a name.
      const most = Math.floor(100 / ((body.data as unknown[]).length - 3));
      const ask = (count: number) =>
        own.reader.post(`/v1/records/${from!.slug}/query`, { filter: Array(count).fill(is('any.name', 'eq', 'x')) });
      expect([(await ask(most)).status, pathsOf(await ask(most + 1))]).toEqual([200, [`filter[${most}].attribute`]]);
    } finally {
      await own.stop();
    }
  });

  const nested = (depth: number): object =>
    depth === 0 ? is('score', 'eq', 1) : { not: { and: [nested(depth - 1)] } };

  it.each<[unknown, string[]]>([
    ['x', ['filter']],
    [{}, ['filter.attribute', 'filter.operator']],
    [[{ or: [] }], ['filter[0].or']],
    [[{ or: 'x' }], ['filter[0].or']],
    [{ or: [is('nothing', 'eq', 1)] }, ['filter.or[0].attribute']],
    [{ or: [is('score', 'eq', 1)], and: [] }, ['filter.or']],
    [nested(3), ['filter.not.and[0].not.and[0]']],
    [{ or: Array.from({ length: 26 }, () => is('score', 'eq', 1)) }, ['filter.or']],
    [{ or: [1, 2, 3].map(() => ({ and: Array.from({ length: 9 }, () => is('score', 'eq', 1)) })) }, ['filter']],
    [is('score', 'eq', 1, 'some'), ['filter.match']],
    [is('score', 'between', [1]), ['filter.value']],
    [is('day', 'eq', { days_ago: -1 }), ['filter.value']],
    [is('day', 'eq', { days_ago: 1, days_ahead: 1 }), ['filter.value']],
    [is('day', 'eq', 'this_decade'), ['filter.value']],
    [is('company.nothing', 'eq', 1), ['filter.attribute']],
    [is('place.street', 'eq', 'x'), ['filter.attribute']],
    [is('company.owner.name', 'eq', 'x'), ['filter.attribute']],
    [is('record_id', 'eq', 'nobody'), ['filter.value']],
    [is('__proto__', 'eq', 1), ['filter.attribute']],
    [is('place.constructor', 'eq', 1), ['filter.attribute']],
  ])('%j', async (filter, paths) => {
    const response = await rest.reader.post(`/v1/records/${things.slug}/query`, { filter });
    expect([...new Set(pathsOf(response))]).toEqual(paths);
  });

  it('look for so many values at most, each in all the objects that a path leads to', async () => {
    const targets = await Promise.all([1, 2, 3].map(() => anObject(rest)));
    const allowed_object_ids = targets.map(({ object_id }) => object_id);
    const config = { record_reference: { allowed_object_ids } };
    const from = await anObject(rest);
    await anAttribute(rest, from, { type: 'record-reference', slug: 'about', config } as never);
    const value = Array.from({ length: 50 }, (_, n) => `Nobody ${n}`);
    const ask = (count: number) => {
      const filter = Array.from({ length: count }, () => is('about.name', 'in', value));
      return rest.reader.post(`/v1/records/${from.slug}/query`, { filter });
    };
    expect((await ask(8).expect(200)).body.data).toEqual([]);
    const refused = await ask(9).expect(400);
    expect(pathsOf(refused)).toEqual(['filter[8].attribute']);
    expect(refused.body.issues[0].message).toMatch(/more than 1250 values/);
  });

  it('name the condition that no index answers, where too many records would have to be looked at', async () => {
    const { walked, judged } = BOUNDS;
    BOUNDS.walked = 2;
    try {
      const filter = [is('score', 'gt', 0), is('place.city', 'eq', 'Nowhere')];
      const response = await rest.reader
        .post(`/v1/records/${things.slug}/query`, { filter: filter.slice(1) })
        .expect(400);
      expect(response.body).toMatchObject({ reason: 'query_too_wide', issues: [{ path: 'filter[0]' }] });
      // The more conditions, the fewer records are held against them.
      BOUNDS.walked = 100_000;
      BOUNDS.judged = 4;
      const nowhere = is('place.city', 'eq', 'Nowhere');
      const query = (body: object) => rest.reader.post(`/v1/records/${things.slug}/query`, body);
      expect((await query({ filter: [nowhere, nowhere] })).body).toMatchObject({ reason: 'query_too_wide' });
      expect((await query({ filter: [{ or: [nowhere, nowhere] }], sort: SEVERAL })).body.reason).toBe('query_too_wide');
      BOUNDS.judged = judged;
      expect(await found({ filter: [nowhere, nowhere] })).toEqual([]);
      BOUNDS.walked = 2;
      // Those that are named are looked up, in the trash as well, however many others there are.
      const trashed = (of: object) => rest.reader.post(`/v1/records/${things.slug}/query`, { trashed: 'only', ...of });
      const hidden = await Promise.all(Array.from({ length: 4 }, () => aRecord(rest, things, { name: 'hidden' })));
      for (const record of hidden) await rest.writer.post(`${pathTo(things, record)}/trash`).expect(200);
      const id = hidden[3]!.id.record_id;
      const named = is('record_id', 'in', [id]);
      expect((await trashed({ filter: [named, is('place.city', 'is_empty')] })).body.data).toMatchObject([
        { id: { record_id: id } },
      ]);
      expect((await trashed({ filter: is('place.city', 'eq', 'Nowhere') })).status).toBe(400);
      // An index gives few records, so that all of them are looked at.
      expect(await found({ filter })).toEqual([]);
      expect(
        await found({ filter: is('tags', 'is_empty'), limit: 1, sort: { attribute: 'created_at', direction: 'desc' } }),
      ).toEqual(['dan']);
    } finally {
      Object.assign(BOUNDS, { walked, judged });
    }
  });
});
