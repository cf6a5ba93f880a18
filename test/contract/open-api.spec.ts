import { load } from 'js-yaml';
import type { Test } from 'supertest';
import { ATTRIBUTE_TYPES, VALUE_TYPES, type AttributeType } from '#crm-domain';
import { TOOLS } from '../../apps/mcp-gateway/src/tools/registry.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt } from '../support/builders.js';
import {
  SchemaReader,
  headerProblems,
  operationsOf,
  schemasIn,
  type OpenApi,
  type Operation,
  type Schema,
} from '../support/open-api.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { World } from '../support/world.js';
import { exportCalls } from './support/export-calls.js';
import { importCalls } from './support/import-calls.js';
import { inboxCalls } from './support/inbox-calls.js';
import { CONTRACT, ENDPOINTS, describedAs, takesKey, type Endpoint } from './endpoints.js';

const BASE_URL = 'https://crm.example.com';

describe('the OpenAPI document', () => {
  let rest: Rest;
  let world: World;
  let document: OpenApi;
  let operations: Map<string, Operation>;
  /** Those, and what the service sends. */
  let described: Map<string, Operation>;
  beforeAll(async () => {
    world = await World.start();
    rest = await Rest.start({
      CREDENTIALS_KEYS: new Map([['k', Buffer.alloc(32)]]),
      WEBHOOK_PRIVATE_ADDRESSES: true,
      BASE_URL,
      // Never reached; with limits, answers say what is left.
      RATE_LIMIT_READS_PER_SECOND: 10_000,
      RATE_LIMIT_WRITES_PER_SECOND: 10_000,
    });
    document = (await rest.callerWith().get('/v1/openapi.json').expect(200)).body as OpenApi;
    operations = operationsOf(document.paths);
    described = new Map([...operations, ...operationsOf(document.webhooks)]);
  });
  afterAll(async () => {
    await rest.stop();
    await world.stop();
  });

  const resolve = (schema: Schema): Schema =>
    schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
  const bodyOf = (operation: Operation) => operation.requestBody?.content['application/json']?.schema;
  /** The schemas of bodies, answers and parameters, with the operation they belong to. */
  const sentSchemas = (): [string, Schema][] =>
    [...described].flatMap(([name, { requestBody, responses, parameters = [] }]) => {
      const contents = [requestBody, ...Object.values(responses)].map(
        (each) => each?.content?.['application/json']?.schema,
      );
      const schemas = [...contents, ...parameters.map(({ schema }) => schema)];
      return schemas.flatMap((schema) => (schema ? [[name, schema] as [string, Schema]] : []));
    });
  /** Every schema of the document, however deep, with where it stands. */
  const everySchema = (): [string, Schema][] =>
    [...Object.entries(document.components.schemas), ...sentSchemas()].flatMap(([where, schema]) =>
      schemasIn(schema).map((each) => [where, each] as [string, Schema]),
    );

  it('is the same as YAML, and is written once, however often it is asked for', async () => {
    const text = async () => (await rest.callerWith().get('/v1/openapi.yaml').buffer().expect(200)).text;
    expect(load(await text())).toEqual(document);
    const { jest: spies } = import.meta as unknown as { jest: typeof jest };
    const stringify = spies.spyOn(JSON, 'stringify');
    const ownKeys = spies.spyOn(Object, 'keys');
    await rest.callerWith().get('/v1/openapi.json').expect(200);
    await text();
    const isWhole = (value: unknown) => (value as { openapi?: string } | undefined)?.openapi !== undefined;
    expect([stringify, ownKeys].map(({ mock }) => mock.calls.filter(([value]) => isWhole(value)).length)).toEqual([
      0, 0,
    ]);
    spies.restoreAllMocks();
  });

  it('is of version 3.1, describes version 0.1.0 and names this server', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '0.1.0', title: 'CRM Service REST API' } });
    expect(document.servers.map(({ url }) => url)).toEqual([BASE_URL]);
  });

  it('knows the endpoints of the contract and of the decisions, and no others', () => {
    expect([...operations.keys()].sort()).toEqual(ENDPOINTS.map(describedAs).sort());
  });

  it.each(ENDPOINTS.map((endpoint) => [describedAs(endpoint), endpoint] as const))(
    '%s declares its body, its parameters, its answer and its errors',
    (name, endpoint) => {
      const operation = operations.get(name)!;
      const schema = bodyOf(operation);
      expect(Object.keys(schema ? resolve(schema).properties! : {}).sort()).toEqual([...(endpoint.body ?? [])].sort());
      expect([...(schema ? (resolve(schema).required ?? []) : [])].sort()).toEqual(
        [...(endpoint.required ?? [])].sort(),
      );
      expect(operation.requestBody?.required ?? false).toBe((endpoint.body ?? endpoint.sends) !== undefined);
      if (endpoint.sends) expect(Object.keys(operation.requestBody!.content)).toEqual([endpoint.sends]);

      const inPath = [...describedAs(endpoint).matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
        name: parameter,
        in: 'path',
        required: true,
      }));
      const ofWrites = takesKey(endpoint) ? ['dry_run', 'expect_digest'] : [];
      const inQuery = [...(endpoint.query ?? []), ...ofWrites].map((parameter) => ({
        name: parameter,
        in: 'query',
        required: parameter === endpoint.needsQuery,
      }));
      const { condition } = endpoint;
      const headers = [...(takesKey(endpoint) ? ['Idempotency-Key'] : []), ...(condition ? [condition] : [])];
      if (endpoint.streams) headers.push('Last-Event-ID');
      const inHeader = headers.map((header) => ({ name: header, in: 'header', required: false }));
      const declared = (operation.parameters ?? []).map(({ name: parameter, in: where, required = false }) => ({
        name: parameter,
        in: where,
        required,
      }));
      const byName = (a: { name?: string }, b: { name?: string }) => a.name!.localeCompare(b.name!);
      expect(declared.sort(byName)).toEqual([...inPath, ...inQuery, ...inHeader].sort(byName));

      const { content } = operation.responses['200']!;
      if (endpoint.gives) expect(Object.keys(content!)).toEqual([endpoint.gives]);
      else expectData(content!['application/json']!.schema, endpoint.data);

      const statuses = Object.keys(operation.responses).map(Number);
      // Ours for every endpoint: limits and an unreachable database; a body may be too large and, whatever it is for,
      // malformed. An unknown query parameter is 400 on every route (decisions: Unknown query parameters).
      const everywhere = [200, 400, ...endpoint.errors, 429, 503, ...(endpoint.body ? [413] : [])];
      // A key may be malformed, or another request's; or sent where none is taken. A digest may be of something else.
      if (takesKey(endpoint)) everywhere.push(409, 412);
      if (condition) everywhere.push(condition === 'If-Match' ? 412 : 304);
      expect(new Set(statuses)).toEqual(new Set(everywhere));
      for (const status of statuses.filter((each) => each >= 400)) {
        expect(operation.responses[status]!.content!['application/json']!.schema).toEqual({
          $ref: '#/components/schemas/Error',
        });
      }
    },
  );

  it('declares no error that the contract does not know, but for what is ours', () => {
    for (const endpoint of CONTRACT) {
      const { errors } = endpoint;
      const ours = new Set([304, 413, 429, 503, ...(takesKey(endpoint) ? [409, 412] : [])]);
      const declared = Object.keys(operations.get(describedAs(endpoint))!.responses).map(Number);
      const added = declared.filter((status) => status !== 200 && !errors.includes(status) && !ours.has(status));
      // A malformed body or query is 400 wherever there can be one (decisions: 400 on "create option").
      expect(added.filter((status) => status !== 400)).toEqual([]);
    }
  });

  it('asks for a credential everywhere, by a scheme that it describes', () => {
    for (const operation of operations.values()) expect(operation.security).toEqual([{ bearer: [] }]);
    expect(document.components.securitySchemes).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } });
  });

  it('names each operation once, as a person would name a method, and describes it', () => {
    const ids = [...described.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+\.[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(['records.create', 'records.query', 'objects.list', 'self.get']));
    for (const { summary, description, tags, responses } of described.values()) {
      const texts = [summary, description, ...tags, ...Object.values(responses).map((each) => each.description)];
      expect(texts.filter((text) => !text)).toEqual([]);
      expect(tags).toHaveLength(1);
    }
  });

  it('describes each tag that is used and no other, and says under which licence it comes', () => {
    const used = new Set([...described.values()].flatMap(({ tags }) => tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
    expect(document.tags.filter(({ description }) => !description)).toEqual([]);
    expect(document.info).toMatchObject({ license: { name: 'MIT' } });
    // No link that leads only to where the reader is already.
    expect(document.info).toHaveProperty('contact', { name: 'Whoever runs this service' });
  });

  it('says of the fields of a refusal that help to mend it what they hold', () => {
    const { issues } = resolve({ $ref: '#/components/schemas/Error' }).properties!;
    const fields = (issues as { items: Schema }).items.properties as Record<string, { description?: string }>;
    for (const name of ['expected', 'allowed', 'record_id'])
      expect([name, fields[name]!.description]).toEqual([name, expect.stringMatching(/\w.*\.$/)]);
  });

  it('names the types in whose values words are not looked for, like the tool that searches', () => {
    const { query } = resolve({ $ref: '#/components/schemas/RecordQuery' }).properties as Record<string, Schema>;
    const { query: ofTool } = TOOLS.find(({ name }) => name === 'search_records')!.input.shape;
    const isNotSearched = (type: AttributeType) => VALUE_TYPES[type].search === false;
    for (const description of [query!.description as string, ofTool!.description!]) {
      const words = description.split(/[^\w-]+/);
      expect(ATTRIBUTE_TYPES.filter((type) => words.includes(type))).toEqual(ATTRIBUTE_TYPES.filter(isNotSearched));
    }
  });

  it('demands no field of a body for the sake of its default, and calls no schema by the name of a class', () => {
    const named = Object.entries(document.components.schemas);
    const withDefaults = named.filter(([, schema]) => schemasIn(schema).some((each) => 'default' in each));
    expect(withDefaults.map(([name]) => name)).toEqual([]);
    expect(Object.keys(document.components.schemas).filter((name) => /dto/i.test(name))).toEqual([]);
  });

  it('has no two paths that one request could match alike', () => {
    const shapes = Object.keys(document.paths).map((path) => path.split('/'));
    const isParameter = (part?: string) => part?.startsWith('{');
    const alike = (one: string[], other: string[]) =>
      one.length === other.length &&
      one.every((part, at) => part === other[at] || isParameter(part) || isParameter(other[at])) &&
      one.filter(isParameter).length === other.filter(isParameter).length;
    const pairs = shapes.flatMap((one, at) => shapes.slice(at + 1).map((other) => [one, other] as const));
    expect(pairs.filter(([one, other]) => alike(one, other))).toEqual([]);
  });

  it('has references that lead somewhere, and leaves no schema unused', () => {
    const refs = everySchema().flatMap(([, { $ref }]) => ($ref ? [$ref] : []));
    const names = new Set(refs.map((ref) => ref.replace('#/components/schemas/', '')));
    expect([...names].filter((name) => !document.components.schemas[name])).toEqual([]);
    expect(Object.keys(document.components.schemas).filter((name) => !names.has(name))).toEqual([]);
  });

  it('has schemas of JSON Schema 2020-12, with no word of another dialect', () => {
    const reader = new SchemaReader(document);
    for (const name of Object.keys(document.components.schemas))
      reader.compile({ $ref: `#/components/schemas/${name}` });
    for (const [, schema] of sentSchemas()) reader.compile(schema);
    const foreign = everySchema().filter(
      ([, schema]) => 'nullable' in schema || typeof schema.exclusiveMinimum === 'boolean',
    );
    expect(foreign.map(([where]) => where)).toEqual([]);
  });

  it('has examples that are what their schemas say', () => {
    const reader = new SchemaReader(document, true);
    const examples = everySchema().flatMap(([where, { example, examples = [], ...schema }]) =>
      [...examples, ...(example === undefined ? [] : [example])].map(
        (each) => [where, schema as Schema, each] as const,
      ),
    );
    const media = [...described].flatMap(([name, operation]) =>
      [operation.requestBody, ...Object.values(operation.responses)].flatMap((each) => {
        const { schema, example } = each?.content?.['application/json'] ?? {};
        return schema && example !== undefined ? [[name, schema, example] as const] : [];
      }),
    );
    expect(media.length).toBeGreaterThanOrEqual(ENDPOINTS.filter(({ gives }) => !gives).length);
    expect(examples.length).toBeGreaterThan(10);
    expect(
      [...examples, ...media]
        .map(([where, schema, value]) => [where, reader.problems(schema, value)])
        .filter(([, problems]) => problems),
    ).toEqual([]);
  });

  it('takes as input what the attribute types take, and no more than the contract allows', () => {
    const reader = new SchemaReader(document);
    const input = { $ref: '#/components/schemas/RecordInput' };
    for (const type of ATTRIBUTE_TYPES) {
      for (const example of VALUE_TYPES[type].examples)
        expect([type, reader.problems(input, { any: example })]).toEqual([type, '']);
    }
    expect(reader.problems(input, { any: null, several: ['a', 'b'], none: [] })).toBe('');
    expect(reader.problems(input, { any: Array(51).fill('a') })).not.toBe('');
  });

  it('is true: every answer is one that it describes, field by field and header by header', async () => {
    const reader = new SchemaReader(document, true);
    const wrong: string[] = [];
    const seen = new Set<string>();
    const calls = [...(await aCallOfEach(rest)), ...(await inboxCalls(world)), ...(await importCalls(rest.admin))];
    for (const [name, send, status] of calls) {
      const response = await send();
      const [type, media] = Object.entries(operations.get(name)!.responses[response.status]?.content ?? {})[0] ?? [];
      const schema = media?.schema;
      const sent = type === 'application/json' ? response.body : response.text;
      const described = operations.get(name)!.responses[response.status];
      const headers = described ? headerProblems(document, described, response.headers) : [];
      const problems = schema ? [reader.problems(schema, sent), ...headers].join('') : 'not described';
      if (response.status !== status || problems)
        wrong.push(`${name} answered ${response.status}: ${problems}\n${response.text.slice(0, 500)}`);
      if (status === 200) seen.add(name);
    }
    expect(wrong).toEqual([]);
    const ending = ENDPOINTS.filter(({ streams }) => !streams).map(describedAs);
    expect([...seen].sort()).toEqual(ending.sort());
  });
});

/** Whether an answer has under `data` one or a list of these. */
function expectData(answer: Schema, data: Endpoint['data']): void {
  const ref = { $ref: `#/components/schemas/${[data].flat()[0]}` };
  expect(answer.required).toContain('data');
  expect(answer.properties!.data).toEqual(Array.isArray(data) ? { type: 'array', items: ref } : ref);
}

type Call = [operation: string, send: () => Test, status: number];

/** A request for every operation that it answers with 200, and some that it refuses. */
async function aCallOfEach(rest: Rest): Promise<Call[]> {
  const object = await anObject(rest);
  const other = await anObject(rest);
  const { user_id } = await rest.domain.workspaces.addMember({
    workspace_id: rest.workspace_id,
    subject: 'ada',
    email: 'ada@example.com',
    name: 'Ada',
  });
  const company = await aRecord(rest, { slug: 'companies' }, { name: 'Example Ltd' });
  const choices = [{ title: 'Open' }, { title: 'Spare' }];
  await anAttribute(rest, object, { type: 'select', slug: 'heat', options: choices });
  await anAttribute(rest, object, { type: 'pipeline', slug: 'state', stages: choices });
  const relationship = { target_object_id: 'companies', inverse_title: 'Things', cardinality: 'many-to-many' };
  await anAttribute(rest, object, { type: 'relationship', slug: 'partners', relationship });
  const plain = ATTRIBUTE_TYPES.filter(
    (type) => type !== 'name' && !VALUE_TYPES[type].choices && !VALUE_TYPES[type].hasOtherSide,
  );
  for (const type of plain) await anAttribute(rest, object, { type, slug: type });
  await anAttribute(rest, object, { type: 'multi-select', slug: 'tags', options: choices });
  await anAttribute(rest, object, { type: 'text', slug: 'doomed' });
  const data = {
    ...Object.fromEntries(plain.map((type) => [type, VALUE_TYPES[type].examples[0]])),
    name: 'Full',
    heat: 'Open',
    state: 'Open',
    tags: ['Open', 'Spare'],
    partners: [pointingAt({ slug: 'companies' }, company)],
    'phone-number': '+80012345678',
    'record-reference': pointingAt({ slug: 'companies' }, company),
    'actor-reference': { id: user_id, type: 'user' },
  };
  const record = await aRecord(rest, object, data);
  await rest.admin
    .patch(pathTo(object, record), {
      data: { ...data, heat: 'Spare', number: 2, 'record-reference': null, partners: null },
    })
    .expect(200);
  await rest.admin.post(`${pathTo({ slug: 'companies' }, company)}/trash`).expect(200);
  const spare = async (kind: 'options' | 'stages', slug: string) =>
    (await rest.admin.get(`${object.path}/attributes/${slug}/${kind}`)).body.data[1].id;
  const option = (await spare('options', 'tags')).option_id as string;
  const stage = (await spare('stages', 'state')).stage_id as string;
  const options = `${object.path}/attributes/tags/options`;
  const stages = `${object.path}/attributes/state/stages`;
  const records = `/v1/records/${object.slug}`;
  const path = pathTo(object, record);
  const { admin } = rest;
  const OPTIONS = '/v1/objects/{identifier}/attributes/{attribute}/options';
  const STAGES = '/v1/objects/{identifier}/attributes/{attribute}/stages';
  const ATTRIBUTES = '/v1/objects/{identifier}/attributes';
  const RECORD = '/v1/records/{object}/{recordId}';
  const items = [
    { op: 'create', data: {} },
    { op: 'delete', record: 'nowhere' },
    { op: 'upsert', object: 'people', match: 'email_addresses', data: { email_addresses: ['put@example.com'] } },
    { op: 'none' },
  ];
  const ofOne = items.filter((item) => !('object' in item));
  const upsert = '/v1/records/people?match=email_addresses';
  const filter = { not: { attribute: 'heat', operator: 'is_empty' } };
  const group = { into: record.id.record_id, from: [(await aRecord(rest, object, { name: 'Other' })).slug] };
  const view = { slug: 'full-ones', title: 'Full ones', object: object.slug, query: { filter } };
  const measures = [{ function: 'count' }, { function: 'sum', attribute: 'currency' }];
  const groups = { group_by: [{ attribute: 'tags' }], measures, limit: 1 };
  return [
    ...(await exportCalls(rest, object)),
    ['GET /v1/self', () => admin.get('/v1/self'), 200],
    ['GET /v1/self', () => rest.callerWith().get('/v1/self'), 401],
    ['GET /v1/members', () => admin.get('/v1/members'), 200],
    ['GET /v1/objects', () => admin.get('/v1/objects'), 200],
    ['GET /v1/objects/{identifier}', () => admin.get(object.path), 200],
    ['GET /v1/objects/{identifier}', () => admin.get('/v1/objects/nowhere'), 404],
    ['GET /v1/objects', () => rest.unpaid.get('/v1/objects'), 403],
    ['POST /v1/objects', () => admin.post('/v1/objects', { slug: 'made', singular_noun: 'A', plural_noun: 'B' }), 200],
    ['POST /v1/objects', () => admin.post('/v1/objects', { slug: 'made', singular_noun: 'A', plural_noun: 'B' }), 409],
    ['PATCH /v1/objects/{identifier}', () => admin.patch(other.path, { archived_at: '2026-01-31T12:00:00Z' }), 200],
    ['PATCH /v1/objects/{identifier}', () => admin.patch('/v1/objects/nowhere', {}), 404],
    ['DELETE /v1/objects/{identifier}', () => admin.delete(other.path), 200],
    [`GET ${ATTRIBUTES}`, () => admin.get(`${object.path}/attributes`), 200],
    [`GET ${ATTRIBUTES}`, () => admin.get('/v1/objects/people/attributes'), 200],
    [`GET ${ATTRIBUTES}/{attribute}`, () => admin.get(`${object.path}/attributes/partners`), 200],
    [
      `POST ${ATTRIBUTES}`,
      () =>
        admin.post(`${object.path}/attributes`, {
          slug: 'made',
          title: 'Made',
          type: 'select',
          options: [{ title: 'A' }],
        }),
      200,
    ],
    [
      `POST ${ATTRIBUTES}`,
      () => admin.post(`${object.path}/attributes`, { slug: 'made', title: 5, type: 'colour' }),
      400,
    ],
    [
      `PATCH ${ATTRIBUTES}/{attribute}`,
      () =>
        admin.patch(`${object.path}/attributes/doomed`, {
          description: 'Soon gone',
          archived_at: '2026-01-31T12:00:00Z',
        }),
      200,
    ],
    [`DELETE ${ATTRIBUTES}/{attribute}`, () => admin.delete(`${object.path}/attributes/doomed`), 200],
    [`GET ${OPTIONS}`, () => admin.get(options), 200],
    [`POST ${OPTIONS}`, () => admin.post(options, { title: 'Made' }), 200],
    [
      `PATCH ${OPTIONS}/{option}`,
      () => admin.patch(`${options}/${option}`, { archived_at: '2026-01-31T12:00:00Z' }),
      200,
    ],
    [`DELETE ${OPTIONS}/{option}`, () => admin.delete(`${options}/${option}`), 409],
    [`GET ${STAGES}`, () => admin.get(stages), 200],
    [`POST ${STAGES}`, () => admin.post(stages, { title: 'Made', config: { is_won: true } }), 200],
    [`PATCH ${STAGES}/{stage}`, () => admin.patch(`${stages}/${stage}`, { archived_at: '2026-01-31T12:00:00Z' }), 200],
    [`DELETE ${STAGES}/{stage}`, () => admin.delete(`${stages}/${stage}`), 200],
    ['GET /v1/records/{object}', () => admin.get(records), 200],
    ['GET /v1/records/{object}', () => admin.get(`${records}?limit=ten`), 400],
    ['POST /v1/records/{object}', () => admin.post(records, { data }), 400],
    [
      'POST /v1/records/{object}',
      () => admin.post(records, { data: { ...data, tags: 'Open', 'record-reference': null, partners: null } }),
      200,
    ],
    ['POST /v1/records/{object}', () => admin.post(records, { data: { name: 'x'.repeat(2_000_000) } }), 413],
    ['PUT /v1/records/{object}', () => admin.put(upsert, { data: { email_addresses: ['put@example.com'] } }), 200],
    ['PUT /v1/records/{object}', () => admin.put(upsert, { data: {} }), 400],
    ['POST /v1/records/{object}/batch', () => admin.post(`${records}/batch`, { mode: 'each', items: ofOne }), 200],
    ['POST /v1/records/{object}/batch', () => admin.post(`${records}/batch`, { mode: 'atomic', items: ofOne }), 400],
    ['POST /v1/batch', () => admin.post('/v1/batch', { mode: 'each', items, format: 'concise' }), 200],
    ['POST /v1/batch', () => admin.post('/v1/batch', { mode: 'some', items }), 400],
    [
      'POST /v1/records/{object}/query',
      () => admin.post(`${records}/query`, { limit: 1, sort: { attribute: 'created_at', direction: 'desc' } }),
      200,
    ],
    ['POST /v1/records/{object}/aggregate', () => admin.post(`${records}/aggregate`, groups), 200],
    ['POST /v1/records/{object}/aggregate', () => admin.post(`${records}/aggregate`, { limit: 'all' }), 400],
    ['POST /v1/records/{object}/get', () => admin.post(`${records}/get`, { ids: ['no id'] }), 200],
    ['GET /v1/views', () => admin.get('/v1/views'), 200],
    ['POST /v1/views', () => admin.post('/v1/views', view), 200],
    ['POST /v1/views', () => admin.post('/v1/views', view), 409],
    ['GET /v1/views', () => admin.get('/v1/views'), 200],
    ['GET /v1/views/{view}', () => admin.get('/v1/views/full-ones'), 200],
    ['GET /v1/views/{view}', () => admin.get('/v1/views/nowhere'), 404],
    ['PATCH /v1/views/{view}', () => admin.patch('/v1/views/full-ones', { title: 'Full' }), 200],
    ['GET /v1/views/{view}/records', () => admin.get('/v1/views/full-ones/records'), 200],
    ['DELETE /v1/views/{view}', () => admin.delete('/v1/views/full-ones'), 200],
    ['POST /v1/undo', () => admin.post('/v1/undo', { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }), 200],
    [
      'POST /v1/undo',
      () =>
        admin.post('/v1/undo', { api_key_id: '0197c2a0-0000-7000-8000-000000000004', from: '2026-01-01T00:00:00Z' }),
      404,
    ],
    ['POST /v1/search', () => admin.post('/v1/search', { query: 'full' }), 200],
    ['GET /v1/records/{object}/duplicates', () => admin.get(`${records}/duplicates?record=${group.into}`), 200],
    ['POST /v1/records/{object}/merge', () => admin.post(`${records}/merge`, group), 200],
    ['POST /v1/records/{object}/merge', () => admin.post(`${records}/merge`, { into: 'nobody', from: [] }), 400],
    ['POST /v1/records/{object}/query', () => admin.post(`${records}/query`, { limit: 'all' }), 400],
    [`GET ${RECORD}`, () => admin.get(path), 200],
    [`GET ${RECORD}`, () => admin.get(`${path}?show_historic=true`), 200],
    [`GET ${RECORD}`, () => admin.get(`${records}/nowhere`), 404],
    [`PATCH ${RECORD}`, () => admin.patch(path, { data: { name: 'New' } }), 200],
    [`PATCH ${RECORD}`, () => admin.patch(path, { data: {} }).set('If-Match', '"1"'), 412],
    [`GET ${RECORD}/diff`, () => admin.get(`${path}/diff?from=2026-01-01T00:00:00Z`), 200],
    [`GET ${RECORD}/diff`, () => admin.get(`${path}/diff`), 400],
    [`POST ${RECORD}/trash`, () => admin.post(`${path}/trash`), 200],
    [`POST ${RECORD}/restore`, () => admin.post(`${path}/restore`), 200],
    [`DELETE ${RECORD}`, () => admin.delete(path), 200],
    // No record holds the option any more once the records are gone.
    ['GET /v1/records/{object}', () => admin.get(`${records}?limit=1`), 200],
    [
      `DELETE ${OPTIONS}/{option}`,
      () => admin.delete(`/v1/objects/${object.slug}/attributes/heat/options/${option}`),
      404,
    ],
    ...(await deletableOption(rest, `DELETE ${OPTIONS}/{option}`)),
    ...(await outgoingCalls(rest)),
  ];
}

async function deletableOption(rest: Rest, operation: string): Promise<Call[]> {
  const object = await anObject(rest);
  const { slug } = await anAttribute(rest, object, { type: 'select', options: [{ title: 'A' }, { title: 'B' }] });
  const path = `${object.path}/attributes/${slug}/options`;
  const option = (await rest.admin.get(path)).body.data[0].id.option_id as string;
  return [[operation, () => rest.admin.delete(`${path}/${option}`), 200]];
}

/** The feed and what follows from it; nobody answers at the endpoint, so the log has a failure to show. */
async function outgoingCalls(rest: Rest): Promise<Call[]> {
  const { admin } = rest;
  const hook = { url: 'http://127.0.0.1:9/', kinds: ['record.created'], object: 'people', attributes: ['job_title'] };
  const set = { type: 'set_values', values: { job_title: 'Set' } };
  const automation = {
    name: 'Example',
    kind: 'record.created',
    object: 'people',
    actions: [set],
    condition: [{ attribute: 'job_title', operator: 'is_empty' }],
  };
  const made = (await admin.post('/v1/webhooks', hook).expect(200)).body.data.id.webhook_id as string;
  const runs = (await admin.post('/v1/automations', automation).expect(200)).body.data.id.automation_id as string;
  const person = await aRecord(rest, { slug: 'people' });
  await aRecord(rest, { slug: 'people' }, { job_title: 'Engineer' });
  const [one, other] = [`/v1/webhooks/${made}`, `/v1/automations/${runs}`];
  await eventually(async () => (await admin.get(`${one}/deliveries`)).body.data.length > 0);
  await eventually(async () => (await admin.get(`${other}/runs`)).body.data.length > 0);
  const event = (await admin.get(`${one}/deliveries`)).body.data[0].event_id as string;
  const [W, A] = ['/v1/webhooks/{webhook}', '/v1/automations/{automation}'];
  return [
    ['GET /v1/events', () => admin.get('/v1/events?limit=500'), 200],
    ['GET /v1/events', () => admin.get('/v1/events?after=x'), 400],
    [
      'GET /v1/records/{object}/{recordId}/timeline',
      () => admin.get(`${pathTo({ slug: 'people' }, person)}/timeline`),
      200,
    ],
    ['GET /v1/webhooks', () => admin.get('/v1/webhooks'), 200],
    [`GET ${W}`, () => admin.get(one), 200],
    ['POST /v1/webhooks', () => admin.post('/v1/webhooks', hook), 200],
    ['POST /v1/webhooks', () => admin.post('/v1/webhooks', { ...hook, url: 'nowhere' }), 400],
    [`PATCH ${W}`, () => admin.patch(one, { description: 'Changed' }), 200],
    [`POST ${W}/test`, () => admin.post(`${one}/test`), 200],
    [`POST ${W}/rotate-secret`, () => admin.post(`${one}/rotate-secret`), 200],
    [`GET ${W}/deliveries`, () => admin.get(`${one}/deliveries`), 200],
    [`POST ${W}/deliveries/{event}/redeliver`, () => admin.post(`${one}/deliveries/${event}/redeliver`), 200],
    [`POST ${W}/replay`, () => admin.post(`${one}/replay`, { after: 0 }), 200],
    [`DELETE ${W}`, () => admin.delete(one), 200],
    ['GET /v1/automations', () => admin.get('/v1/automations'), 200],
    [`GET ${A}`, () => admin.get(other), 200],
    ['POST /v1/automations', () => admin.post('/v1/automations', { ...automation, name: '' }), 400],
    ['POST /v1/automations', () => admin.post('/v1/automations', { ...automation, status: 'disabled' }), 200],
    [`PATCH ${A}`, () => admin.patch(other, { name: 'Renamed' }), 200],
    [`GET ${A}/runs`, () => admin.get(`${other}/runs`), 200],
    [`DELETE ${A}`, () => admin.delete(other), 200],
  ];
}
