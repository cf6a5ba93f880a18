import type { RestSettings } from '../../apps/rest-api/src/settings.js';
import { expectError } from '../support/answers.js';
import { Rest } from '../support/rest.js';

const QUERY = '/v1/records/people/query';
const BODY = [
  'query',
  'filter',
  'view',
  'sort',
  'trashed',
  'limit',
  'offset',
  'cursor',
  'total',
  'time_zone',
  'fields',
  'format',
];
const FILTER = ['attribute', 'operator', 'value', 'match'];
const KEYS = { CREDENTIALS_KEYS: new Map([['k1', Buffer.alloc(32, 7)]]) };

describe('a body of the wrong shape', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start(KEYS)));
  afterAll(() => rest.stop());

  const refusal = async (path: string, body: object) => expectError(await rest.admin.post(path, body), 400).issues;
  const automation = { name: 'Example', kind: 'record.created', object: 'people' };

  it.each([
    [
      ...['a condition without an operator', QUERY, { filter: { attribute: 'name' } }, 'filter.operator'],
      /^This field is required, as in \{"attribute": "job_title"/,
    ] as const,
    ['a filter of texts', QUERY, { filter: ['name'] }, 'filter[0]', /^Expected a condition with attribute, operator/],
    ['a sort that is empty', QUERY, { sort: [] }, 'sort', /^Expected 1 to 4 attributes\.$/],
    ['too many conditions', QUERY, { filter: Array(26).fill(filter()) }, 'filter', /at most 25 conditions/],
    ['actions that are no array', '/v1/automations', { ...automation, actions: {} }, 'actions', /^Must be an array/],
    ['no action', '/v1/automations', { ...automation, actions: [] }, 'actions', /at least 1/],
  ])('is told which one is right: %s', async (_, path, body, at, message) => {
    expect(await refusal(path, body)).toMatchObject([{ path: at, message: expect.stringMatching(message) }]);
  });

  it('is told what there is instead of what was asked for', async () => {
    const stages = await rest.admin.post('/v1/objects/deals/attributes/stage/stages', { title: 'won' });
    expect(expectError(stages, 409).message).toBe('An active stage already has the title "won".');
    const options = await rest.admin.get('/v1/objects/deals/attributes/stage/options');
    expect(expectError(options, 404).message).toBe('The attribute "stage" is of type pipeline and has no options.');
  });

  it.each([
    [
      'of an object',
      '/v1/objects',
      { plural_noun: 'B', slug: 'c' },
      'singular_noun',
      'This field is required and must be a string.',
    ],
    [
      'of a condition',
      QUERY,
      { filter: [{ operator: 'eq' }] },
      'filter[0].attribute',
      'This field is required, as in {"attribute": "job_title", "operator": "eq", "value": "Buyer"}.',
    ],
    [
      'of an automation',
      '/v1/automations',
      automation,
      'actions',
      'This field is required and must be an array of objects of type, object, values, webhook_id.',
    ],
    [
      'that is null',
      '/v1/objects',
      { singular_noun: null, plural_noun: 'B', slug: 'c' },
      'singular_noun',
      'Must be a string.',
    ],
  ])('is told what is missing: %s', async (_, path, body, at, message) => {
    expect(await refusal(path, body)).toMatchObject([{ path: at, message }]);
  });

  it.each([
    ['in the body', QUERY, { order: 'name' }, 'order', BODY],
    ['in a part of it', QUERY, { filter: [{ ...filter(), field: 'name' }] }, 'filter[0].field', FILTER],
    ['that every object has', QUERY, { filter: [{ ...filter(), toString: 1 }] }, 'filter[0].toString', FILTER],
    [
      ...['of an action', '/v1/automations', { ...automation, actions: [{ type: 'call_webhook', url: 'x' }] }],
      ...['actions[0].url', ['type', 'object', 'values', 'webhook_id']],
    ] as const,
    [
      'of an action of another type',
      '/v1/automations',
      { ...automation, actions: [{ type: 'set_values', values: {}, object: 'people' }] },
      'actions[0].object',
      ['type', 'values'],
    ],
  ])('is told which fields there are beside an unknown one %s', async (_, path, body, at, allowed) => {
    const [issue, ...others] = await refusal(path, body);
    expect({ issue, others }).toEqual({
      issue: expect.objectContaining({ path: at, allowed: expect.anything() }),
      others: [],
    });
    expect([...(issue as unknown as { allowed: string[] }).allowed].sort()).toEqual([...allowed].sort());
  });
});

describe('the address of a webhook', () => {
  it.each<[string, Partial<RestSettings>, string]>([
    ['may be of http at public addresses', KEYS, 'a public http or https address'],
    ['may be of this machine', { ...KEYS, WEBHOOK_PRIVATE_ADDRESSES: true }, 'an http or https address'],
  ])('%s: what is no address is told so', async (_, settings, expected) => {
    const rest = await Rest.start(settings);
    const { issues } = expectError(await rest.admin.post('/v1/webhooks', { url: 'localhost:9000' }), 400);
    const message = `Expected ${expected}, such as https://crm.example/events.`;
    expect(issues).toEqual([{ path: 'url', message, expected }]);
    await rest.stop();
  });
});

function filter() {
  return { attribute: 'name', operator: 'is_empty' };
}
