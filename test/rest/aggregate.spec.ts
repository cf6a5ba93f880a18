import { BOUNDS } from '../../libs/crm-domain/src/records/query/bounds.js';
import type { RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { Rest, type Caller } from '../support/rest.js';

interface Shown {
  group: Record<string, unknown>;
  measures: { function: string; attribute?: string; value: unknown; currency_code?: string | null }[];
}
interface Answered {
  data: Shown[];
  others?: { groups: number; measures: Shown['measures'] };
}

const ATTRIBUTES = [
  { slug: 'stage', type: 'pipeline', stages: [{ title: 'New' }, { title: 'Open' }, { title: 'Won' }] },
  { slug: 'level', type: 'select', options: [{ title: 'Gold' }, { title: 'Silver' }] },
  { slug: 'tags', type: 'multi-select', options: [{ title: 'red' }, { title: 'green' }] },
  { slug: 'day', type: 'date' },
  { slug: 'seen', type: 'timestamp' },
  { slug: 'score', type: 'number' },
  { slug: 'ok', type: 'checkbox' },
  { slug: 'budget', type: 'currency' },
  { slug: 'cost', type: 'currency' },
  { slug: 'company', type: 'record-reference' },
  { slug: 'firms', type: 'record-reference', is_multi_select: true },
  { slug: 'owner', type: 'actor-reference' },
  { slug: 'mail', type: 'email-address', is_multi_select: true },
];

let rest: Rest;
let object: AnObject;
let acme: RecordWire;
let member: string;

beforeAll(async () => {
  rest = await Rest.start();
  object = await anObject(rest);
  for (const attribute of ATTRIBUTES) await anAttribute(rest, object, { title: attribute.slug, ...attribute } as never);
  const may = { workspace_id: rest.workspace_id, subject: 'm', email: 'm@example.com', name: 'May' };
  ({ user_id: member } = await rest.domain.workspaces.addMember(may));
  acme = await aRecord(rest, { slug: 'companies' }, { name: 'Acme' });
  const company = pointingAt({ slug: 'companies' }, acme);
  const euros = (currency_value: number) => ({ currency_value, currency_code: 'EUR' });
  const rows = [
    {
      stage: 'Won',
      level: 'Gold',
      tags: ['red', 'green'],
      day: '2026-03-29',
      seen: '2026-03-28T23:30:00Z',
      score: 0.1,
      ok: true,
      budget: euros(0.1),
      company,
      owner: { id: member, type: 'user' },
      mail: ['a@example.com', 'b@example.org'],
      firms: [company],
    },
    {
      stage: 'Won',
      level: 'Gold',
      tags: ['red'],
      day: '2026-03-31',
      seen: '2026-03-29T22:30:00Z',
      budget: euros(0.2),
      score: 0.2,
      ok: false,
    },
    { stage: 'Won', day: '2026-04-01', budget: { currency_value: 7, currency_code: 'USD' }, company },
    { stage: 'New', level: 'Silver', day: '2025-12-31', budget: euros(5), score: 5, mail: ['c@example.com'] },
    { name: 'Nothing' },
  ];
  for (const row of rows) await aRecord(rest, object, row);
  const trashed = await aRecord(rest, object, { ...rows[0] });
  await rest.admin.post(`${pathTo(object, trashed)}/trash`).expect(200);
  const deleted = await aRecord(rest, object, { ...rows[0] });
  await rest.admin.delete(pathTo(object, deleted)).expect(200);
});
afterAll(() => rest.stop());

async function ask(body: object, by: Caller = rest.reader): Promise<Answered> {
  return (await by.post(`/v1/records/${object.slug}/aggregate`, body).expect(200)).body as Answered;
}

const count = { function: 'count' };
const sum = { function: 'sum', attribute: 'budget' };

/** What makes a group, its currency where it has one, and its numbers. */
function short({ group, measures }: Shown): unknown[] {
  const keys = Object.values(group).map(
    (key) => (key as { title?: string; name?: string })?.title ?? (key as { name?: string })?.name ?? key,
  );
  const codes = new Set(measures.flatMap(({ currency_code: code }) => (code === undefined ? [] : [code])));
  return [...keys, ...codes, ...measures.map(({ value }) => value)];
}
const shortly = async (body: object) => (await ask(body)).data.map(short);
const by = (...attributes: string[]) => attributes.map((attribute) => ({ attribute }));

async function refused(body: object, path: string): Promise<string> {
  const response = await rest.reader.post(`/v1/records/${object.slug}/aggregate`, body);
  expect(pathsOf(response)).toEqual([path]);
  return expectError(response, 400).issues[0]!.message;
}

describe('groups of records', () => {
  it('bring the ids and titles of stages along, the largest first and what has no value last', async () => {
    const { data } = await ask({ group_by: by('stage') });
    const won = { id: expect.any(String), title: 'Won' };
    expect(data[0]).toEqual({ group: { stage: won }, measures: [{ function: 'count', value: 3 }] });
    expect(data.map(short)).toEqual([
      ['Won', 3],
      ['New', 1],
      [null, 1],
    ]);
  });

  it('come in the order of the stages where that is asked for', async () => {
    expect(await shortly({ group_by: by('stage'), order: 'natural' })).toEqual([
      ['New', 1],
      ['Won', 3],
      [null, 1],
    ]);
  });

  it('hold a record of several values once in each', async () => {
    const tags = [
      ['red', 2],
      ['green', 1],
      [null, 3],
    ];
    expect(await shortly({ group_by: by('tags'), order: 'natural' })).toEqual(tags);
    const withFilter = {
      group_by: by('tags'),
      order: 'natural',
      filter: { attribute: 'tags', operator: 'eq', value: 'red' },
    };
    expect(await shortly(withFilter)).toEqual([
      ['red', 2],
      ['green', 1],
    ]);
  });

  it('are of records, members, checkboxes and of whoever made the records as well', async () => {
    const company = { id: acme.id.record_id, name: 'Acme' };
    const groups = async (attribute: string) =>
      (await ask({ group_by: by(attribute), order: 'natural' })).data.map(({ group }) => group);
    expect(await groups('company')).toEqual([{ company }, { company: null }]);
    expect(await groups('owner')).toEqual([
      { owner: { id: member, name: 'May', email: 'm@example.com' } },
      { owner: null },
    ]);
    expect(await groups('ok')).toEqual([{ ok: false }, { ok: true }, { ok: null }]);
    expect(await groups('created_by')).toEqual([
      { created_by: { id: expect.any(String), name: expect.stringContaining('write:schema'), email: null } },
    ]);
  });

  it('are of days, weeks, months, quarters and years, where these begin in the time zone and with the first day', async () => {
    const of = (attribute: string, bucket: string, more: object = {}, zone?: string) =>
      shortly({ group_by: [{ attribute, bucket, ...more }], order: 'natural', time_zone: zone });
    const rest = [null, 1];
    expect(await of('day', 'month')).toEqual([['2025-12', 1], ['2026-03', 2], ['2026-04', 1], rest]);
    expect(await of('day', 'quarter')).toEqual([['2025-Q4', 1], ['2026-Q1', 2], ['2026-Q2', 1], rest]);
    expect(await of('day', 'year')).toEqual([['2025', 1], ['2026', 3], rest]);
    expect(await of('day', 'week')).toEqual([['2025-12-29', 1], ['2026-03-23', 1], ['2026-03-30', 2], rest]);
    expect(await of('day', 'week', { week_start: 'sunday' })).toEqual([['2025-12-28', 1], ['2026-03-29', 3], rest]);
    expect(await of('day', 'day', {}, 'Pacific/Kiritimati')).toContainEqual(['2026-03-29', 1]);
    expect(await of('seen', 'day')).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 1],
      [null, 3],
    ]);
    expect(await of('seen', 'day', {}, 'Europe/Berlin')).toEqual([
      ['2026-03-29', 1],
      ['2026-03-30', 1],
      [null, 3],
    ]);
    expect(await of('created_at', 'year')).toEqual([[String(new Date().getUTCFullYear()), 5]]);
  });

  it.each(['CET', 'IST', 'AET', 'US/Pacific-New'])(
    'begin in the zone that a filter means, where Postgres takes its name for another or none: %s',
    async (time_zone) => {
      const object = await anObject(rest);
      await anAttribute(rest, object, { title: 'seen', slug: 'seen', type: 'timestamp' } as never);
      const moments = Array.from({ length: 12 }, (_, n) => `2026-07-01T${String(n * 2).padStart(2, '0')}:30:00Z`);
      for (const seen of moments) await aRecord(rest, object, { seen });
      const asked = { group_by: [{ attribute: 'seen', bucket: 'day' }], time_zone, order: 'natural' };
      const answer = await rest.reader.post(`/v1/records/${object.slug}/aggregate`, asked).expect(200);
      const { data } = answer.body as Answered;
      expect(data.length).toBe(2);
      for (const { group, measures } of data) {
        const body = { filter: { attribute: 'seen', operator: 'eq', value: group['seen'] }, time_zone };
        const found = await rest.reader.post(`/v1/records/${object.slug}/query`, body).expect(200);
        expect((found.body as Answered).data).toHaveLength(measures[0]!.value as number);
      }
    },
  );

  it('name the year after the last that a value may have, into which zones ahead of UTC lead', async () => {
    const late = await anObject(rest);
    await anAttribute(rest, late, { title: 'seen', slug: 'seen', type: 'timestamp' } as never);
    await aRecord(rest, late, { seen: '9999-12-31T23:59:59Z' });
    const groups = async (bucket: string) => {
      const body = { group_by: [{ attribute: 'seen', bucket }], time_zone: 'Pacific/Kiritimati' };
      const answer = await rest.reader.post(`/v1/records/${late.slug}/aggregate`, body).expect(200);
      return (answer.body as Answered).data.map(({ group }) => group['seen']);
    };
    expect(await groups('year')).toEqual(['10000']);
    expect(await groups('quarter')).toEqual(['10000-Q1']);
    expect(await groups('month')).toEqual(['10000-01']);
    expect(await groups('day')).toEqual(['10000-01-01']);
    const filter = { attribute: 'seen', operator: 'between', value: ['9999-12-31', '9999-12-31'] };
    const asked = (time_zone: string) => rest.reader.post(`/v1/records/${late.slug}/query`, { filter, time_zone });
    expect((await asked('UTC').expect(200)).body).toMatchObject({ data: [{}] });
    expect((await asked('Pacific/Kiritimati').expect(200)).body).toMatchObject({ data: [] });
  });

  it('cross each other', async () => {
    expect(
      await shortly({ group_by: [...by('stage'), { attribute: 'day', bucket: 'year' }], order: 'natural' }),
    ).toEqual([
      ['New', '2025', 1],
      ['Won', '2026', 3],
      [null, null, 1],
    ]);
  });

  it('are one without any, of records or of nothing', async () => {
    expect(await ask({})).toEqual({ data: [{ group: {}, measures: [{ function: 'count', value: 5 }] }] });
    const none = { filter: { attribute: 'stage', operator: 'eq', value: 'Open' } };
    expect(await ask({ ...none, measures: [count, sum] })).toEqual({
      data: [
        {
          group: {},
          measures: [
            { function: 'count', value: 0 },
            { function: 'sum', attribute: 'budget', value: null, currency_code: null },
          ],
        },
      ],
    });
    expect(await ask({ ...none, group_by: by('stage') })).toEqual({ data: [] });
  });
});

describe('measures', () => {
  it('never add amounts of different currencies, and add decimals exactly', async () => {
    const rows = await shortly({ group_by: by('stage'), measures: [sum, count], order: 'natural' });
    expect(rows).toEqual([
      ['New', 'EUR', 5, 1],
      ['Won', 'EUR', 0.3, 2],
      ['Won', 'USD', 7, 1],
      [null, null, null, 1],
    ]);
  });

  it('are averages, least and greatest values, and numbers of different values', async () => {
    const measures = [
      ...['sum', 'avg', 'min', 'max'].map((name) => ({ function: name, attribute: 'score' })),
      ...['level', 'budget.currency_code'].map((attribute) => ({ function: 'count_distinct', attribute })),
    ];
    const [found] = await shortly({ measures: measures.slice(0, 5) });
    expect(found).toEqual([5.3, expect.closeTo(5.3 / 3), 0.1, 5, 2]);
    expect(await shortly({ measures: measures.slice(5) })).toEqual([[2]]);
    const dates = ['day', 'seen', 'created_at'].map((attribute) => ({ function: 'max', attribute }));
    const year = String(new Date().getUTCFullYear());
    expect(await shortly({ measures: dates })).toEqual([
      ['2026-04-01', '2026-03-29T22:30:00.000Z', expect.stringMatching(`^${year}-.*Z$`)],
    ]);
  });

  it('count the different values of attributes that hold several, beside what is measured of each record', async () => {
    const distinct = (attribute: string) => ({ function: 'count_distinct', attribute });
    const several = ['tags', 'mail', 'mail.email_domain', 'firms'].map(distinct);
    expect(await shortly({ measures: [count, ...several] })).toEqual([[5, 2, 3, 2, 1]]);
    const asked = { group_by: by('stage'), order: 'natural' };
    expect(await shortly({ ...asked, measures: [count, sum, distinct('tags'), distinct('level')] })).toEqual([
      ['New', 'EUR', 1, 5, 0, 1],
      ['Won', 'EUR', 2, expect.closeTo(0.3), 2, 1],
      ['Won', 'USD', 1, 7, 0, 0],
      [null, null, 1, null, 0, 0],
    ]);
    const byTag = { group_by: by('tags'), order: 'natural', measures: [count, distinct('mail'), distinct('tags')] };
    expect(await shortly(byTag)).toEqual([
      ['red', 2, 2, 2],
      ['green', 1, 2, 2],
      [null, 3, 1, 0],
    ]);
  });

  it('decide which groups are the largest', async () => {
    const asked = { group_by: by('level'), measures: [{ function: 'sum', attribute: 'score' }] };
    expect((await shortly(asked)).map(([level]) => level)).toEqual(['Silver', 'Gold', null]);
  });
});

describe('groups that are not shown', () => {
  it('are named with what can be added or compared of them, by currency', async () => {
    const measures = [count, sum, { function: 'avg', attribute: 'budget' }, { function: 'max', attribute: 'score' }];
    const { data, others } = await ask({ group_by: by('stage'), measures, limit: 1, order: 'natural' });
    expect(data.map(short)).toEqual([['New', 'EUR', 1, 5, 5, 5]]);
    expect(others).toEqual({
      groups: 3,
      measures: [
        { function: 'count', value: 4 },
        { function: 'sum', attribute: 'budget', value: 0.3, currency_code: 'EUR' },
        { function: 'sum', attribute: 'budget', value: 7, currency_code: 'USD' },
        { function: 'max', attribute: 'score', value: 0.2 },
      ],
    });
    expect((await ask({ group_by: by('stage'), limit: 0 })).data).toHaveLength(1);
    expect(await ask({ group_by: by('stage'), limit: 1000 })).not.toHaveProperty('others');
  });
});

describe('conditions of an aggregate', () => {
  it('are those of a query: relative dates, members by e-mail address, paths', async () => {
    const of = (attribute: string, operator: string, value: unknown) =>
      shortly({ filter: [{ attribute, operator, value }] });
    expect(await of('created_at', 'eq', 'today')).toEqual([[5]]);
    expect(await of('owner', 'eq', 'M@example.com')).toEqual([[1]]);
    expect(await of('company.name', 'eq', 'acme')).toEqual([[2]]);
    expect(await shortly({ filter: { not: { or: [{ attribute: 'stage', operator: 'eq', value: 'Won' }] } } })).toEqual([
      [2],
    ]);
    await refused({ filter: { attribute: 'owner', operator: 'eq', value: 'me' } }, 'filter.value');
  });

  it('hold beside those of a view, whose time zone counts where none is said', async () => {
    const query = { filter: { attribute: 'stage', operator: 'eq', value: 'Won' }, time_zone: 'Europe/Berlin' };
    await rest.admin.post('/v1/views', { slug: 'won', title: 'Won', object: object.slug, query }).expect(200);
    const asked = { view: 'won', group_by: [{ attribute: 'seen', bucket: 'day' }], order: 'natural' };
    const inBerlin = [
      ['2026-03-29', 1],
      ['2026-03-30', 1],
      [null, 1],
    ];
    expect(await shortly(asked)).toEqual(inBerlin);
    expect((await shortly({ ...asked, time_zone: 'UTC' }))[0]).toEqual(['2026-03-28', 1]);
    expect(await shortly({ view: 'won', filter: { attribute: 'ok', operator: 'eq', value: true } })).toEqual([[1]]);
    expectError(await rest.reader.post(`/v1/records/${object.slug}/aggregate`, { view: 'none' }), 404);
  });

  it('are answered alike by the index of the group and by the records', async () => {
    const of = (attribute: string, value: unknown, bucket?: string) => ({
      filter: { attribute, operator: 'in', value },
      group_by: [{ attribute, bucket }],
      order: 'natural',
    });
    for (const measures of [[count], [count, { function: 'count_distinct', attribute: 'level' }]]) {
      const counts = async (body: object) => (await shortly({ ...body, measures })).map((row) => row.slice(0, 2));
      expect(await counts(of('stage', ['Won', 'Open']))).toEqual([['Won', 3]]);
      expect(await counts(of('day', ['2026-03-29', '2026-04-01'], 'month'))).toEqual([
        ['2026-03', 1],
        ['2026-04', 1],
      ]);
    }
  });
});

describe('an aggregate that is refused', () => {
  it('names what does not fit, and what would', async () => {
    expect(await refused({ group_by: by('score') }, 'group_by[0].attribute')).toContain('Expected a select');
    await refused({ group_by: by('nothing') }, 'group_by[0].attribute');
    await refused({ group_by: by('record_id') }, 'group_by[0].attribute');
    expect(await refused({ group_by: by('day') }, 'group_by[0].bucket')).toBe('Dates are grouped by a bucket.');
    await refused({ group_by: [{ attribute: 'stage', bucket: 'day' }] }, 'group_by[0].bucket');
    await refused({ group_by: [{ attribute: 'day', bucket: 'hour' }] }, 'group_by[0].bucket');
    await refused({ group_by: [{ attribute: 'day', bucket: 'day', week_start: 'sunday' }] }, 'group_by[0].week_start');
    await refused({ group_by: by('stage', 'stage') }, 'group_by[1].attribute');
    await refused({ group_by: by('stage', 'level', 'ok') }, 'group_by');
    await refused({ measures: [] }, 'measures');
    await refused({ measures: [{ function: 'sum' }] }, 'measures[0].attribute');
    await refused({ measures: [{ function: 'median', attribute: 'score' }] }, 'measures[0].function');
    await refused({ measures: [{ ...count, attribute: 'score' }] }, 'measures[0].attribute');
    await refused({ measures: [{ function: 'sum', attribute: 'day' }] }, 'measures[0].attribute');
    await refused({ measures: [{ function: 'sum', attribute: 'budget.currency_value' }] }, 'measures[0].attribute');
    await refused({ measures: [{ function: 'max', attribute: 'mail' }] }, 'measures[0].attribute');
    expect(await refused({ measures: [sum, { ...sum, attribute: 'cost' }] }, 'measures')).toContain(
      'one currency attribute',
    );
    await refused({ group_by: [{ attribute: 'day', bucket: 'day' }], time_zone: 'Nowhere' }, 'time_zone');
  });

  it('is one that reads too many records; what an index counts is not', async () => {
    const bounds = { ...BOUNDS };
    Object.assign(BOUNDS, { probed: 0, walked: 4 });
    try {
      const asked = { group_by: by('stage'), measures: [count, sum] };
      const { body } = await rest.reader.post(`/v1/records/${object.slug}/aggregate`, asked).expect(400);
      expect(body).toMatchObject({ reason: 'query_too_wide' });
      expect(body.issues[0]).toMatchObject({ path: 'group_by', message: expect.stringContaining('Add a condition') });
      expect(await shortly({ group_by: by('stage') })).toHaveLength(3);
      const one = { ...asked, filter: { attribute: 'stage', operator: 'eq', value: 'New' } };
      expect(await shortly(one)).toHaveLength(1);
      Object.assign(BOUNDS, { walked: 100, judged: 4 });
      const or = [
        { attribute: 'stage', operator: 'is_empty' },
        { attribute: 'ok', operator: 'is_empty' },
      ];
      expect(await refused({ filter: { or } }, 'filter')).toContain('reading more than 2 records');
      Object.assign(BOUNDS, { judged: 20 });
      // One on several values counts as five others.
      const untagged = { attribute: 'tags', operator: 'eq', value: 'red', match: 'none' };
      expect(await refused({ filter: [untagged] }, 'filter[0]')).toContain('reading more than 4 records');
      Object.assign(BOUNDS, { judged: 500_000, spread: 3, indexed: 3 });
      const different = { function: 'count_distinct', attribute: 'mail' };
      expect(await refused({ measures: [different] }, 'measures')).toContain('too many values');
      expect(await refused({ group_by: by('tags'), measures: [count, sum] }, 'group_by')).toContain('too many values');
      expect(await shortly({ group_by: by('stage') })).toHaveLength(3);
    } finally {
      Object.assign(BOUNDS, bounds);
    }
  });

  it('is one of another workspace, or without the right to read', async () => {
    const path = `/v1/records/${object.slug}/aggregate`;
    expectError(await rest.stranger.admin.post(path, {}), 404);
    expectError(await rest.scribe.post(path, {}), 403);
    const { body } = await rest.stranger.admin.post('/v1/records/companies/aggregate', {}).expect(200);
    expect(body.data[0].measures).toEqual([{ function: 'count', value: 0 }]);
  });
});

it('every time zone that is taken is one of the database', async () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const days = await rest.sql('select (now() at time zone z)::date from unnest($1::text[]) z', [zones]);
  expect(days).toHaveLength(zones.length);
});
