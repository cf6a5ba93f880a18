import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { aRecord, pointingAt } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
beforeAll(async () => (rest = await Rest.start()));
afterAll(() => rest.stop());

const is = (attribute: string, operator: string, value?: unknown) => ({ attribute, operator, value });

/** What the only issue of a query says. */
async function refusalOf(object: string, query: object): Promise<string> {
  const { issues } = expectError(await rest.reader.post(`/v1/records/${object}/query`, query), 400);
  expect(issues).toHaveLength(1);
  return issues![0]!.message;
}

describe('a condition that is refused', () => {
  it.each([
    [
      'people',
      'company.deals.stage',
      'A path leads over one reference only: after "company", "deals" would be another.',
    ],
    [
      'companies',
      'deals.company.name',
      'A path leads over one reference only: after "deals", "company" would be another.',
    ],
    ['people', 'company.nothing', 'The object "companies" has no attribute "nothing".'],
    ['people', 'nothing.name', 'The object "people" has no attribute "nothing.name".'],
    [
      'deals',
      'value.amount',
      'The attribute "value" has no part "amount"; its parts are currency_value, currency_code.',
    ],
    ['people', 'company.name.first', 'The attribute "name" has no parts to name: use it by itself.'],
    ['deals', 'stage.title', 'The attribute "stage" has no parts to name: use it by itself.'],
  ])('says of %s by %s what is wrong with the path', async (object, path, message) => {
    expect(await refusalOf(object, { filter: [is(path, 'eq', 'x')] })).toBe(message);
  });

  it('says that one value is compared, and with what to compare several', async () => {
    const message = 'This operator takes one value; for several use in or not_in.';
    for (const operator of ['eq', 'not_eq'])
      expect(await refusalOf('deals', { filter: is('stage', operator, ['Won', 'Lost']) })).toBe(message);
  });

  it('says how another record is named, and to a write alone that a unique value names it as well', async () => {
    const asked = await refusalOf('people', { filter: is('company', 'eq', 5) });
    expect(asked).toMatch(/^The value must be.*Find the id by a search\.$/);
    const written = await rest.admin.post('/v1/records/people', { data: { company: 'Quiet Harbour' } });
    expect(expectError(written, 400).issues[0]!.message).toMatch(
      /\}. Find the id by a search\. Or name the record by a unique value: \{"match": .*\}\.$/,
    );
  });

  it.each([
    [{ limit: 1.5 }, { path: 'limit', message: 'Must be a whole number.' }],
    [{ format: 'short' }, { path: 'format', allowed: ['detailed', 'concise', 'table'] }],
    [{ total: 'all' }, { path: 'total', allowed: expect.arrayContaining(['quick', 'exact', 'none']) }],
  ])('beside others in a body is told with what is allowed: %j', async (body, issue) => {
    const { issues } = expectError(await rest.reader.post('/v1/records/people/query', body), 400);
    expect(issues).toEqual([expect.objectContaining(issue)]);
  });

  it.each([
    [{ group_by: ['stage'] }, /^Must contain only objects with .*, such as \{"attribute":"created_at"/],
    [{ measures: [] }, /^Must contain at least 1 element\.$/],
    [{ measures: [{ function: 'median' }] }, /^Must be one of the following values: count, /],
  ])('of an aggregate is told with the form: %j', async (body, message) => {
    const { issues } = expectError(await rest.reader.post('/v1/records/deals/aggregate', body), 400);
    expect(issues[0]!.message).toMatch(message);
  });

  it('of the trash is told with the word that is known', async () => {
    const { issues } = expectError(await rest.reader.get('/v1/records/deals?trashed=all'), 400);
    expect(issues[0]!.message).toBe('Expected "only".');
  });

  it('shows the form of a condition in place of an attribute and its value', async () => {
    expect(await refusalOf('deals', { filter: { stage: 'Won' } })).toBe(
      'This field is not known here; a condition is {"attribute": "job_title", "operator": "eq", "value": "Buyer"}.',
    );
  });

  it.each(['close_date', 'created_at'])('says which relative dates there are for %s', async (attribute) => {
    for (const operand of [
      is(attribute, 'eq', 'tomorrow'),
      is(attribute, 'between', ['today', 'someday']),
      is(attribute, 'in', ['tomorrow']),
    ]) {
      const message = await refusalOf('deals', { filter: [operand] });
      expect(message).toMatch(/^"(tomorrow|someday)" is not a /);
      expect(message).toContain('{"days_ago": 1} (yesterday)');
      expect(message).toContain(attribute === 'created_at' ? 'also take a day (2026-02-28) and' : 'also take relative');
      expect(message).toContain('today, this_week, this_month, this_quarter, this_year, the same with last_ or next_');
    }
  });

  it('says that a list of dates takes no days that are none of its type', async () => {
    const message = expect.stringMatching(/^in and not_in take exact values.*between.*\{"or": \[\.\.\.\]\}\.$/);
    expect(await refusalOf('deals', { filter: [is('close_date', 'in', ['2026-01-31', 'this_month'])] })).toEqual(
      message,
    );
    expect(await refusalOf('deals', { filter: [is('close_date', 'not_in', [{ days_ago: 1 }])] })).toEqual(message);
    expect(await refusalOf('deals', { filter: [is('created_at', 'in', ['2026-01-31'])] })).toEqual(message);
  });

  it('says that a list holds ids of records or their names, and how to ask for both', async () => {
    const message = await refusalOf('people', { filter: is('company', 'in', [randomUUID(), 'Quiet Harbour']) });
    expect(message).toMatch(
      /A list holds either ids or names; for both, combine two conditions with \{"or": \[...\]\}\.$/,
    );
  });

  it.each([
    ['a slug without its end', { type: 'companies', id: 'quiet-harbour' }],
    ['other fields', { slug: 'quiet-harbour' }],
  ])('says of a reference by %s what is accepted', async (_, value) => {
    const message = await refusalOf('people', { filter: [is('company', 'eq', value)] });
    expect(message).toContain('{"type": "<slug of an object>", "id": "<id or slug of a record>"}');
  });
});

const NO_PATH = 'no path to other records can be used here';

it.each([
  ['people', 'company.name', `The object "people" has no attribute "company.name", and ${NO_PATH}.`],
  ['companies', 'deals.name', `The object "companies" has no attribute "deals.name", and ${NO_PATH}.`],
  ['deals', 'value.amount', expect.stringContaining('its parts are')],
  ['people', 'email_addresses.email_domain', 'Records cannot be sorted by this attribute.'],
])('of %s an order by %s is refused for what it is', async (object, attribute, message) => {
  expect(await refusalOf(object, { sort: { attribute, direction: 'asc' } })).toEqual(message);
});

it('a group over a reference is refused for what it is', async () => {
  const refused = await rest.reader.post('/v1/records/people/aggregate', {
    group_by: [{ attribute: 'company.stage' }],
  });
  expect(expectError(refused, 400).message).toContain(NO_PATH);
});

it.each([
  ['people', 'company.location.city', 'Fields show whole attributes of other records: use "company.location".'],
  ['people', 'company.nothing', 'The records that "company" refers to have no field "nothing".'],
  ['deals', 'value.currency_value', 'Fields show whole attributes: use "value".'],
  [
    'companies',
    'deals.name',
    expect.stringMatching(/No field shows records that refer .*: query the object "deals".$/),
  ],
  ['notes', 'deals.name', expect.not.stringContaining('query the object')],
])('of %s the field %s is refused for what it is', async (object, field, message) => {
  const { body } = await rest.reader.post(`/v1/records/${object}/query`, { fields: [field] }).expect(400);
  const [{ message: told, allowed }] = body.issues;
  expect(told).toEqual(message);
  expect([...new Set(allowed)]).toEqual(allowed);
});

it.each(['created_at', '-created_at', { field: 'created_at' }, [{ by: 'created_at' }]])(
  'an order of the wrong shape is refused with the right one: %j',
  async (sort) => {
    const { issues } = expectError(await rest.reader.post('/v1/records/deals/query', { sort }), 400);
    expect(issues![0]!.message).toContain('{"attribute": "created_at", "direction": "desc"}, an array of up to 4');
  },
);

it('a day stands for all of it, in the time zone of the request, where moments are compared', async () => {
  const company = await aRecord(rest, { slug: 'companies' }, { name: 'Late' });
  await rest.sql("update record set created_at = '2026-01-31T23:30:00Z' where record_id = $1", [company.id.record_id]);
  const found = async (operator: string, value: unknown, time_zone = 'UTC') => {
    const query = { filter: [is('created_at', operator, value)], time_zone };
    const { body } = await rest.reader.post('/v1/records/companies/query', query).expect(200);
    return (body.data as { id: unknown }[]).length;
  };
  expect(await found('eq', '2026-01-31')).toBe(1);
  expect(await found('eq', '2026-01-31', 'Europe/Berlin')).toBe(0);
  expect(await found('not_eq', '2026-01-31')).toBe(0);
  expect(await found('lte', '2026-01-31')).toBe(1);
  expect(await found('lt', '2026-01-31')).toBe(0);
  expect(await found('gte', '2026-01-31')).toBe(1);
  expect(await found('gt', '2026-01-31')).toBe(0);
  expect(await found('between', ['2026-01-01', '2026-01-31'])).toBe(1);
  const person = await aRecord(rest, { slug: 'people' }, { company: pointingAt({ slug: 'companies' }, company) });
  const by = { filter: [is('company.created_at', 'eq', '2026-01-31')] };
  const { body } = await rest.reader.post('/v1/records/people/query', by).expect(200);
  expect(body.data).toMatchObject([{ id: person.id }]);
});
