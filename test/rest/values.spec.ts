import { randomUUID } from 'node:crypto';
import {
  ATTRIBUTE_TYPES,
  VALUE_TYPES,
  type AttributeType,
  type AttributeWire,
  type RecordWire,
  type ValueWire,
} from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import {
  aRecord,
  anAttribute,
  anObject,
  freshSlug,
  pathTo,
  pointingAt,
  readRecord,
  type AnObject,
} from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };
const PEOPLE = { slug: 'people' };
const COMMON = ['active_from', 'active_until', 'attribute_slug', 'attribute_type', 'created_by'];
const CHOICES = [
  { title: 'Open' },
  { title: 'Won' },
  { title: 'Lost' },
  { title: 'Former', archived_at: '2026-01-31T12:00:00Z' },
];
const SETTINGS: Partial<Record<AttributeType, object>> = {
  select: { options: CHOICES },
  'multi-select': { options: CHOICES },
  pipeline: { stages: CHOICES },
  relationship: {
    relationship: { target_object_id: 'companies', inverse_title: 'Things', cardinality: 'many-to-many' },
  },
};

let rest: Rest;
let company: RecordWire;
let person: RecordWire;
let members: string[];
beforeAll(async () => {
  rest = await Rest.start();
  company = await aRecord(rest, COMPANIES, { name: 'Example Ltd' });
  person = await aRecord(rest, PEOPLE, { name: { first_name: 'Ada', last_name: 'Lovelace' } });
  members = [];
  for (const name of ['Ada', 'Grace', 'Jean']) {
    const { user_id } = await rest.domain.workspaces.addMember({
      workspace_id: rest.workspace_id,
      subject: name,
      email: `${name}@example.com`,
      name,
    });
    members.push(user_id);
  }
});
afterAll(() => rest.stop());

const patch = (object: { slug: string }, record: RecordWire, data: object) =>
  rest.writer.patch(pathTo(object, record), { data });
const create = (object: { slug: string }, data: object) => rest.writer.post(`/v1/records/${object.slug}`, { data });
const historyOf = async (object: { slug: string }, record: RecordWire, slug: string) =>
  (await readRecord(rest, object, record, '?show_historic=true')).values[slug]!;

/** An object with one attribute of the type, under the slug `value`. */
async function anObjectWith(
  type: AttributeType,
  settings: object = {},
): Promise<{ object: AnObject; attribute: AttributeWire }> {
  const object = await anObject(rest);
  return {
    object,
    attribute: await anAttribute(rest, object, { type, slug: 'value', ...SETTINGS[type], ...settings }),
  };
}

/** A sample of the registry, with the ids of its sample world replaced by those of this one. */
async function real(sample: unknown, attribute: AttributeWire): Promise<unknown> {
  const ids: Record<string, string> = {
    '0197f000-0000-7000-8000-0000000000AA': members[0]!.toUpperCase(),
    '0197f000-0000-7000-8000-0000000000aa': members[0]!,
    '0197f000-0000-7000-8000-0000000000ab': members[1]!,
    '0197f000-0000-7000-8000-0000000000ac': members[2]!,
    '0197f000-0000-7000-8000-00000000000A': company.id.record_id.toUpperCase(),
    '0197f000-0000-7000-8000-00000000000b': company.id.record_id,
    '0197f000-0000-7000-8000-0000000000b2': company.id.object_id,
    'ada-lovelace-02sz0FhJm3LrQx5nBxYGfZ': person.slug,
    '0197f000-0000-7000-8000-0000000000c1': await firstChoice(attribute),
  };
  const text = Object.entries(ids).reduce(
    (json, [sampleId, id]) => json.replaceAll(sampleId, id),
    JSON.stringify(sample),
  );
  return JSON.parse(
    attribute.type === 'relationship'
      ? text.replace(`"id":"${person.slug}","type":"people"`, `"id":"${company.slug}","type":"companies"`)
      : text,
  );
}

async function firstChoice({ id, type }: AttributeWire): Promise<string> {
  const kind = { select: 'options', 'multi-select': 'options', pipeline: 'stages' }[type];
  if (!kind) return '';
  const { body } = await rest.reader
    .get(`/v1/objects/${id.object_id}/attributes/${id.attribute_id}/${kind}`)
    .expect(200);
  return body.data[0].id.option_id ?? body.data[0].id.stage_id;
}

/** A value's own fields, without those that every value has. */
function ownFields(value: ValueWire): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !COMMON.includes(key)));
}

describe.each(ATTRIBUTE_TYPES)('values of type %s', (type) => {
  const { examples, refusals, several, canBeUnique } = VALUE_TYPES[type];
  let object: AnObject;
  let attribute: AttributeWire;
  beforeAll(async () => ({ object, attribute } = await anObjectWith(type)));

  it('are created, read back, and written back as they were read without a change', async () => {
    for (const example of examples) {
      const record = await aRecord(rest, object, { value: await real(example, attribute) });
      const [value, ...others] = record.values.value!;
      expect(others).toEqual([]);
      expect(value).toMatchObject({
        active_from: record.created_at,
        active_until: null,
        attribute_slug: 'value',
        attribute_type: type,
        created_by: record.created_by,
      });
      expect(Object.keys(ownFields(value!))).toEqual(expect.arrayContaining(VALUE_TYPES[type].wireSchema.required));
      expect(await readRecord(rest, object, record)).toEqual(record);
      await expectNothingChanged(rest, async () => {
        for (const again of [value, [value], ownFields(value!), await real(example, attribute)]) {
          const { body } = await patch(object, record, { value: again }).expect(200);
          expect(body.data).toEqual(record);
        }
      });
    }
  });

  it('are refused with 400 where they are none, and change nothing', async () => {
    const record = await aRecord(rest, object, { value: await real(examples[0], attribute) });
    await expectNothingChanged(rest, async () => {
      for (const refused of refusals) {
        if (typeof refused === 'bigint') continue;
        const value = [await real(refused, attribute)];
        expect(pathsOf(await create(object, { value }))).toEqual(['data.value[0]']);
        expect(pathsOf(await patch(object, record, { name: 'New', value }))).toEqual(['data.value[0]']);
      }
    });
  });

  it('are replaced, closed into the history, cleared and written anew', async () => {
    const [one, two] = await distinct(2);
    const record = await aRecord(rest, object, { value: one });
    const changed = await patch(object, record, { value: two }).expect(200);
    const cleared = await patch(object, record, { value: null }).expect(200);
    expect(cleared.body.data.values.value).toEqual([]);
    const again = await patch(object, record, { value: one }).expect(200);
    const times = [
      record.created_at,
      changed.body.data.updated_at,
      cleared.body.data.updated_at,
      again.body.data.updated_at,
    ];
    const history = await historyOf(object, record, 'value');
    expect(history.map(({ active_from, active_until }) => [active_from, active_until])).toEqual([
      [times[0], times[1]],
      [times[1], times[2]],
      [times[3], null],
    ]);
    expect(history.map((value) => ({ ...ownFields(value), via: null }))).toEqual(
      [record, changed.body.data, again.body.data].map(({ values }: RecordWire) => ({
        ...ownFields(values.value![0]!),
        via: null,
      })),
    );
  });

  it(`can${canBeUnique ? '' : 'not'} be unique`, async () => {
    const settings = {
      slug: freshSlug('unique').replace('-', '_'),
      title: 'Unique',
      type,
      is_unique: true,
      ...SETTINGS[type],
    };
    const response = await rest.admin.post(`${object.path}/attributes`, settings);
    if (!canBeUnique) {
      expectError(response, 400);
      return;
    }
    const [one, two] = await distinct(2);
    const holder = await aRecord(rest, object, { [settings.slug]: one });
    await expectNothingChanged(rest, async () =>
      expect(pathsOf(await create(object, { [settings.slug]: one }))).toEqual([`data.${settings.slug}`]),
    );
    const other = await aRecord(rest, object, { [settings.slug]: two });
    await patch(object, holder, { [settings.slug]: null }).expect(200);
    await patch(object, other, { [settings.slug]: one }).expect(200);
    await aRecord(rest, object, { [settings.slug]: two });
  });

  if (several === 'never') {
    it('stand alone: two in one write are refused', async () => {
      await expectNothingChanged(rest, async () => {
        expect(pathsOf(await create(object, { value: await distinct(2) }))).toEqual(['data.value']);
        expectError(await rest.admin.patch(`${object.path}/attributes/value`, { is_multi_select: true }), 400);
      });
    });
  } else {
    it('stand together up to 50, in the order in which they were written, each once', async () => {
      const many = await distinct(type === 'multi-select' ? 3 : type === 'actor-reference' ? 3 : 50);
      const multi = await aMultiple();
      const record = await aRecord(rest, object, { [multi]: many });
      expect(record.values[multi]).toHaveLength(many.length);
      const reversed = await patch(object, record, { [multi]: [...many].reverse().concat(many).slice(0, 50) }).expect(
        200,
      );
      expect(reversed.body.data.values[multi].map(ownFields)).toEqual(record.values[multi]!.map(ownFields).reverse());
      expect(await historyOf(object, record, multi)).toHaveLength(many.length);
      await expectNothingChanged(rest, async () => {
        const response = await create(object, {
          [multi]: Array.from({ length: 51 }, (_, at) => many[at % many.length]),
        });
        expect(pathsOf(response)).toEqual([`data.${multi}`]);
      });
    });

    it('keep their stamps when others come and go beside them', async () => {
      const multi = await aMultiple();
      const [one, two, three] = await distinct(3);
      const record = await aRecord(rest, object, { [multi]: [one, two] });
      const { body } = await patch(object, record, { [multi]: [three, two] }).expect(200);
      const [first, second] = body.data.values[multi];
      expect([first.active_from, second.active_from]).toEqual([body.data.updated_at, record.created_at]);
      expect((await historyOf(object, record, multi)).map(({ active_until }) => active_until)).toEqual([
        body.data.updated_at,
        null,
        null,
      ]);
    });
  }

  /** The slug of an attribute of this type that holds several values. */
  async function aMultiple(): Promise<string> {
    if (several === 'always' || type === 'relationship') return 'value';
    return (await anAttribute(rest, object, { type, is_multi_select: true, ...SETTINGS[type] })).slug;
  }

  /** Values of this type that are all different. */
  async function distinct(count: number): Promise<unknown[]> {
    const numbered: Partial<Record<AttributeType, (n: number) => unknown>> = {
      name: (n) => `Name ${n}`,
      'personal-name': (n) => ({ first_name: `Name ${n}`, last_name: 'Example' }),
      website: (n) => `https://site${n}.example`,
      'email-address': (n) => `person${n}@example.com`,
      text: (n) => `Text ${n}`,
      date: (n) => `2026-01-${String(n + 1).padStart(2, '0')}`,
      timestamp: (n) => `2026-01-01T00:00:${String(n).padStart(2, '0')}.000Z`,
      number: (n) => n,
      checkbox: (n) => n === 0,
      select: (n) => CHOICES[n]!.title,
      'multi-select': (n) => CHOICES[n]!.title,
      pipeline: (n) => CHOICES[n]!.title,
      currency: (n) => ({ currency_value: n, currency_code: 'EUR' }),
      'actor-reference': (n) => ({ id: members[n], type: 'user' }),
      location: (n) => ({ line1: `Street ${n}`, city: 'London', state: '', postal_code: '', country: 'GB' }),
      'phone-number': (n) => `+1415555${String(1000 + n)}`,
    };
    if (VALUE_TYPES[type].target) return (await companies(count)).map((each) => pointingAt(COMPANIES, each));
    const of = numbered[type];
    if (!of) throw new Error(`Add a line for ${type} to \`numbered\`: a value for each n, all of them different.`);
    return Array.from({ length: count }, (_, n) => of(n));
  }
});

const known: RecordWire[] = [];
async function companies(count: number): Promise<RecordWire[]> {
  while (known.length < count) known.push(await aRecord(rest, COMPANIES, { name: `Company ${known.length}` }));
  return known.slice(0, count);
}

describe('defaults', () => {
  const DEFAULTS: Partial<Record<AttributeType, [string, object]>> = {
    name: ['Nobody', { value: 'Nobody' }],
    'personal-name': ['{"first_name":"Ada","last_name":""}', { first_name: 'Ada', full_name: 'Ada' }],
    website: ['example.com', { value: 'https://example.com', domain: 'example.com' }],
    'email-address': ['Ada@Example.com', { email_address: 'ada@example.com' }],
    text: ['Hello', { value: 'Hello' }],
    date: ['2026-02-28', { value: '2026-02-28' }],
    timestamp: ['2026-02-28T10:30:00+01:00', { value: '2026-02-28T09:30:00.000Z' }],
    number: ['-1.5e3', { value: -1500 }],
    checkbox: ['true', { value: true }],
    select: ['open', { option: { title: 'Open' } }],
    'multi-select': ['Won', { option: { title: 'Won' } }],
    pipeline: ['LOST', { stage: { title: 'Lost' } }],
    currency: ['{"currency_value":5,"currency_code":"eur"}', { currency_value: 5, currency_code: 'EUR' }],
    location: [
      '{"line1":"","city":"London","state":"","postal_code":"","country":"gb"}',
      { city: 'London', country: 'GB' },
    ],
    'phone-number': ['+14155550100', { phone_number: '+14155550100', country_code: 'US' }],
  };
  const WITHOUT: readonly AttributeType[] = ['record-reference', 'relationship', 'actor-reference'];

  it('are tried for every type that can have one', () => {
    const missing = ATTRIBUTE_TYPES.filter((type) => !DEFAULTS[type] && !WITHOUT.includes(type));
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(DEFAULTS))(
    'of type %s are given to new records, unless another value or none is given',
    async (type, [default_value, shown]) => {
      const { object } = await anObjectWith(type as AttributeType, { default_value });
      const record = await aRecord(rest, object);
      expect(record.values.value).toMatchObject([
        { ...shown, active_from: record.created_at, created_by: record.created_by },
      ]);
      expect((await aRecord(rest, object, { value: null })).values.value).toEqual([]);
      expect((await aRecord(rest, object, { value: record.values.value })).values.value).toMatchObject([shown]);
    },
  );

  it('are no matter of updates', async () => {
    const { object } = await anObjectWith('text', { default_value: 'Hello' });
    const record = await aRecord(rest, object, { value: null });
    const { body } = await patch(object, record, { name: 'Named' }).expect(200);
    expect(body.data.values.value).toEqual([]);
  });

  it('satisfy what is required', async () => {
    const { object } = await anObjectWith('text', { default_value: 'Hello', is_required: true });
    await aRecord(rest, object);
    expect(pathsOf(await create(object, { value: null }))).toEqual(['data.value']);
  });

  it('are refused for references and relationships', async () => {
    const object = await anObject(rest);
    const default_value = JSON.stringify(pointingAt(COMPANIES, company));
    for (const type of ['record-reference', 'relationship'] as const) {
      expectError(
        await rest.admin.post(`${object.path}/attributes`, {
          slug: 'never',
          title: 'Never',
          type,
          default_value,
          ...SETTINGS[type],
        }),
        400,
      );
    }
  });
});

describe('unique values', () => {
  it.each<[AttributeType, unknown, unknown]>([
    ['name', 'Analytical Engines', 'ANALYTICAL engines'],
    ['text', 'Zürich', 'ZÜRICH'],
    ['email-address', 'Ada@Example.com', 'ada@EXAMPLE.com'],
    ['website', 'https://www.example.com/', 'http://example.com'],
    ['phone-number', '+1 415 555 0100', { phone_number: '+14155550100', country_code: 'CA' }],
    ['timestamp', '2026-02-28T09:30:00Z', '2026-02-28T10:30:00+01:00'],
    ['number', 100, 1e2],
    ['date', '2026-02-28', { value: '2026-02-28' }],
  ])('of type %s are the same whatever way they are written', async (type, one, other) => {
    const { object } = await anObjectWith(type, { is_unique: true });
    await aRecord(rest, object, { value: one });
    await expectNothingChanged(rest, async () =>
      expect(pathsOf(await create(object, { value: other }))).toEqual(['data.value']),
    );
  });

  it('are held by each of several values, and freed one by one', async () => {
    const { object } = await anObjectWith('email-address', { is_unique: true, is_multi_select: true });
    const holder = await aRecord(rest, object, { value: ['a@example.com', 'b@example.com'] });
    expect(pathsOf(await create(object, { value: ['c@example.com', 'b@example.com'] }))).toEqual(['data.value']);
    await patch(object, holder, { value: ['a@example.com'] }).expect(200);
    await aRecord(rest, object, { value: ['c@example.com', 'b@example.com'] });
    expect(pathsOf(await create(object, { value: 'a@example.com' }))).toEqual(['data.value']);
  });

  it('may be written by their own record in another way', async () => {
    const { object } = await anObjectWith('text', { is_unique: true, is_multi_select: true });
    const record = await aRecord(rest, object, { value: ['Code'] });
    const { body } = await patch(object, record, { value: ['CODE', 'code'] }).expect(200);
    expect(body.data.values.value.map(({ value }: ValueWire) => value)).toEqual(['CODE', 'code']);
    expect(pathsOf(await create(object, { value: 'cOdE' }))).toEqual(['data.value']);
  });

  it('of 100,000 characters are told apart by their last one', async () => {
    const { object } = await anObjectWith('text', { is_unique: true });
    const long = 'x'.repeat(99_999);
    await aRecord(rest, object, { value: `${long}a` });
    await aRecord(rest, object, { value: `${long}b` });
    expect(pathsOf(await create(object, { value: `${long}A` }))).toEqual(['data.value']);
  });

  it('are one attribute’s own, and one workspace’s', async () => {
    const { object } = await anObjectWith('text', { is_unique: true });
    const { slug } = await anAttribute(rest, object, { type: 'text', is_unique: true });
    await aRecord(rest, object, { value: 'same' });
    await aRecord(rest, object, { [slug]: 'same' });
    await aRecord(rest, COMPANIES, { domains: ['same.example'] });
    await aRecord(rest, COMPANIES, { domains: ['same.example'] }, rest.stranger.admin);
  });
});

describe('options and stages', () => {
  it.each(['select', 'multi-select', 'pipeline'] as const)(
    'of a %s are found by title, by title in other letters, by id, and as they were read',
    async (type) => {
      const { object, attribute } = await anObjectWith(type);
      const field = type === 'pipeline' ? 'stage' : 'option';
      const id = await firstChoice(attribute);
      const record = await aRecord(rest, object, { value: 'Open' });
      const shown = record.values.value![0]![field];
      await expectNothingChanged(rest, async () => {
        for (const value of [
          'oPEN',
          id,
          id.toUpperCase(),
          { [field]: 'open' },
          { [field]: shown },
          { [field]: { id: { [`${field}_id`]: id } } },
        ]) {
          const { body } = await patch(object, record, { value }).expect(200);
          expect(body.data).toEqual(record);
        }
      });
    },
  );

  it('of another attribute are refused, with those that are allowed', async () => {
    const { object } = await anObjectWith('select');
    const other = await anAttribute(rest, object, { type: 'select', options: [{ title: 'Elsewhere' }] });
    await expectNothingChanged(rest, async () => {
      for (const value of ['Elsewhere', await firstChoice(other), 'Former', 'New']) {
        const response = await create(object, { value });
        expect(pathsOf(response)).toEqual(['data.value']);
        expect(response.body.issues[0].allowed).toEqual(['Open', 'Won', 'Lost']);
      }
    });
  });

  it('that are archived stay with the records that hold them, and with them alone', async () => {
    const { object, attribute } = await anObjectWith('multi-select');
    const record = await aRecord(rest, object, { value: ['Open', 'Won'] });
    await rest.admin
      .patch(`${object.path}/attributes/value/options/${await firstChoice(attribute)}`, {
        archived_at: '2026-01-31T12:00:00Z',
      })
      .expect(200);
    const held = await readRecord(rest, object, record);
    expect(held.values.value).toMatchObject([
      { option: { title: 'Open', archived_at: '2026-01-31T12:00:00.000Z' } },
      { option: { title: 'Won' } },
    ]);
    const { body } = await patch(object, record, { value: held.values.value }).expect(200);
    expect(body.data).toEqual(held);
    const other = await aRecord(rest, object, { value: 'Won' });
    await expectNothingChanged(rest, async () =>
      expect(pathsOf(await patch(object, other, { value: held.values.value }))).toEqual(['data.value[0]']),
    );
  });
});

describe('record references', () => {
  it('point only where they may', async () => {
    const { object } = await anObjectWith('record-reference', {
      config: { record_reference: { allowed_object_ids: ['companies'] } },
    });
    await aRecord(rest, object, { value: pointingAt(COMPANIES, company) });
    await expectNothingChanged(rest, async () => {
      const response = await create(object, { value: pointingAt(PEOPLE, person) });
      expect(pathsOf(response)).toEqual(['data.value']);
      expect(response.body.issues[0].allowed).toEqual(['companies']);
      expect(pathsOf(await create(object, { value: { id: person.id.record_id, type: 'companies' } }))).toEqual([
        'data.value',
      ]);
    });
  });

  it('point at records of any object where nothing is said, by UUID or slug of both', async () => {
    const { object } = await anObjectWith('record-reference');
    const shown = {
      target_object: person.id.object_id,
      target_record: person.id.record_id,
      display_name: 'Ada Lovelace',
      target_deleted: false,
    };
    for (const id of [person.id.record_id, person.slug]) {
      for (const type of ['people', person.id.object_id])
        expect((await aRecord(rest, object, { value: { id, type } })).values.value).toMatchObject([shown]);
    }
    const own = await aRecord(rest, object, { name: 'Own' });
    expect((await aRecord(rest, object, { value: pointingAt(object, own) })).values.value).toMatchObject([
      { display_name: 'Own' },
    ]);
  });

  it('show the present text of their target, in reads, lists and answers to writes', async () => {
    const { object } = await anObjectWith('record-reference');
    const target = await aRecord(rest, PEOPLE, { name: { first_name: 'Ada', last_name: 'Byron' } });
    const record = await aRecord(rest, object, { value: pointingAt(PEOPLE, target) });
    const renamed = await patch(PEOPLE, target, { name: { first_name: 'Ada', last_name: 'King' } }).expect(200);
    expect(renamed.body.data.slug).toMatch(/^ada-king-/);
    const shown = [{ display_name: 'Ada King', active_from: record.created_at }];
    expect((await readRecord(rest, object, record)).values.value).toMatchObject(shown);
    expect((await rest.reader.get(`/v1/records/${object.slug}`)).body.data[0].values.value).toMatchObject(shown);
    expect((await patch(object, record, { name: 'Renamed' }).expect(200)).body.data.values.value).toMatchObject(shown);
  });

  it('have no text while their target has none', async () => {
    const { object } = await anObjectWith('record-reference');
    const target = await aRecord(rest, PEOPLE);
    const record = await aRecord(rest, object, { value: pointingAt(PEOPLE, target) });
    expect(record.values.value![0]).not.toHaveProperty('display_name');
    await patch(PEOPLE, target, { name: { first_name: 'Ada', last_name: '' } }).expect(200);
    expect((await readRecord(rest, object, record)).values.value).toMatchObject([{ display_name: 'Ada' }]);
  });

  it('are marked while their target is in the trash, come back with it, and are cleared with its end', async () => {
    const { object } = await anObjectWith('record-reference', { is_multi_select: true });
    const [one, two] = [
      await aRecord(rest, COMPANIES, { name: 'One' }),
      await aRecord(rest, COMPANIES, { name: 'Two' }),
    ];
    const record = await aRecord(rest, object, { value: [pointingAt(COMPANIES, one), pointingAt(COMPANIES, two)] });
    const trashed = rest.writer.post(`${pathTo(COMPANIES, one)}/trash`);
    await trashed.expect(200);
    const marked = await readRecord(rest, object, record);
    expect(marked.values.value).toMatchObject([
      { display_name: 'One', target_deleted: true },
      { display_name: 'Two', target_deleted: false },
    ]);
    const kept = await patch(object, record, { value: marked.values.value!.slice(0, 1) }).expect(200);
    expect(kept.body.data.values.value).toMatchObject([
      { display_name: 'One', target_deleted: true, active_from: record.created_at },
    ]);
    await rest.writer.post(`${pathTo(COMPANIES, one)}/restore`).expect(200);
    expect((await readRecord(rest, object, record)).values.value).toEqual(record.values.value!.slice(0, 1));
    await rest.writer.delete(pathTo(COMPANIES, one)).expect(200);
    expect((await readRecord(rest, object, record)).values.value).toEqual([]);
  });
});

describe('actor references', () => {
  it('point at members of the workspace alone', async () => {
    const { object } = await anObjectWith('actor-reference');
    const { user_id } = await rest.domain.workspaces.addMember({
      workspace_id: rest.stranger.workspace_id,
      subject: 'Eve',
      email: 'eve@example.com',
      name: 'Eve',
    });
    await expectNothingChanged(rest, async () => {
      for (const id of [user_id, randomUUID()]) {
        const response = await create(object, { value: { id, type: 'user' } });
        expect(pathsOf(response)).toEqual(['data.value']);
        expect(response.body.issues[0].message).toBe(
          `There is no member ${id} in this workspace. GET /v1/members lists them.`,
        );
      }
    });
  });

  it('stay when their member leaves, and may be written back as they were read', async () => {
    const { object } = await anObjectWith('actor-reference');
    const { user_id } = await rest.domain.workspaces.addMember({
      workspace_id: rest.workspace_id,
      subject: 'Joan',
      email: 'joan@example.com',
      name: 'Joan',
    });
    const record = await aRecord(rest, object, { value: { id: user_id, type: 'user' } });
    await rest.sql('delete from membership where user_id = $1', [user_id]);
    expect(await readRecord(rest, object, record)).toEqual(record);
    await expectNothingChanged(rest, async () => patch(object, record, { value: record.values.value }).expect(200));
    expect(pathsOf(await create(object, { value: { id: user_id, type: 'user' } }))).toEqual(['data.value']);
  });
});

describe('the history', () => {
  it('says of each value who wrote it, through what, and how long it was active', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'One' }, rest.admin);
    const changed = await patch(object, record, { name: 'Two' }).expect(200);
    const [one, two] = await historyOf(object, record, 'name');
    expect(one).toMatchObject({
      value: 'One',
      active_from: record.created_at,
      active_until: changed.body.data.updated_at,
      created_by: record.created_by,
    });
    const writer = (await rest.writer.get('/v1/self')).body.data.actor;
    expect(two).toMatchObject({
      value: 'Two',
      active_from: changed.body.data.updated_at,
      active_until: null,
      created_by: { type: 'api-key', id: writer.id },
    });
    expect(two!.via).toMatchObject({ origin: 'rest-api', request_id: changed.headers['x-request-id'] });
  });

  it('is empty of writes that changed nothing', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'One' });
    for (let n = 0; n < 3; n++) await patch(object, record, { name: 'One' }).expect(200);
    expect(await historyOf(object, record, 'name')).toMatchObject([{ value: 'One', active_until: null }]);
  });

  it('never runs backwards, not even when the clock does', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'One' });
    await rest.sql(`update record set updated_at = now() + interval '1 hour' where record_id = $1`, [
      record.id.record_id,
    ]);
    const { updated_at } = await readRecord(rest, object, record);
    const { body } = await patch(object, record, { name: 'Two' }).expect(200);
    expect(body.data.updated_at).toBe(updated_at);
    expect(await historyOf(object, record, 'name')).toMatchObject([
      { active_until: updated_at },
      { active_from: updated_at },
    ]);
  });

  it('shows references as they are called now', async () => {
    const { object } = await anObjectWith('record-reference');
    const [one, two] = [
      await aRecord(rest, COMPANIES, { name: 'One' }),
      await aRecord(rest, COMPANIES, { name: 'Two' }),
    ];
    const record = await aRecord(rest, object, { value: pointingAt(COMPANIES, one) });
    await patch(object, record, { value: pointingAt(COMPANIES, two) }).expect(200);
    const [closed, active] = await historyOf(object, record, 'value');
    expect(closed).toMatchObject({ target_record: one.id.record_id, display_name: 'One', target_deleted: false });
    expect(active).toMatchObject({ target_record: two.id.record_id, display_name: 'Two', target_deleted: false });
  });
});

describe('record slugs', () => {
  it('follow the display text, and old ones keep answering', async () => {
    const record = await aRecord(rest, PEOPLE, { name: { first_name: 'Ærøskøbing', last_name: 'Łódź-Straße' } });
    expect(record.slug).toMatch(/^aeroskobing-lodz-strasse-[0-9A-Za-z]{22}$/);
    const { body } = await patch(PEOPLE, record, { name: { first_name: '株式会社', last_name: '' } }).expect(200);
    expect(body.data.slug).toBe(record.slug.slice(-22));
    for (const slug of [record.slug, body.data.slug])
      expect((await rest.reader.get(`/v1/records/people/${slug}`).expect(200)).body.data).toEqual(body.data);
  });
});
