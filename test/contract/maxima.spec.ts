import { ATTRIBUTE_TYPES, VALUE_TYPES, type AttributeType } from '#crm-domain';
import { inputIssues } from '../../apps/mcp-gateway/src/tools/support/input-issues.js';
import { listTools } from '../../apps/mcp-gateway/src/tools/list-tools.js';
import { TOOLS } from '../../apps/mcp-gateway/src/tools/registry.js';
import { sampleContext } from '../../libs/crm-domain/src/values/samples.js';
import { expectError } from '../support/answers.js';
import { aRecord } from '../support/builders.js';
import { operationsOf, type OpenApi, type Operation, type Schema } from '../support/open-api.js';
import { aPersonOverRest } from '../support/person.js';
import { Rest, type Caller } from '../support/rest.js';
import { World } from '../support/world.js';
import { FOR_PEOPLE } from './endpoints.js';
import { missingMaximum, nest, oversize, placesIn, type Place } from './maxima.js';

const asItIs = (schema: Schema) => schema;
const faultsIn = (name: string, places: Place[]) =>
  places.flatMap((place) => {
    const fault = missingMaximum(place);
    return fault ? [`${name}: ${place.at || 'as a whole'} is ${fault}`] : [];
  });

const view = { slug: 'everything', title: 'Everything', object: 'companies', query: {} };

/** What a request cannot be without. */
function besideOf(operation: string): string {
  return operation.endsWith('/diff') ? '&from=2026-01-01T00:00:00Z' : '';
}

describe('the maxima of the REST API', () => {
  let rest: Rest;
  let world: World;
  let person: Caller;
  let operations: Map<string, Operation>;
  let document: OpenApi;
  let recordId: string;
  beforeAll(async () => {
    world = await World.start();
    person = (await aPersonOverRest(world)).caller;
    rest = await Rest.start({
      CREDENTIALS_KEYS: new Map([['k', Buffer.alloc(32)]]),
      WEBHOOK_PRIVATE_ADDRESSES: true,
    });
    document = (await rest.callerWith().get('/v1/openapi.json').expect(200)).body as OpenApi;
    operations = operationsOf(document.paths);
    await rest.admin.post('/v1/views', view).expect(200);
    recordId = (await aRecord(rest, { slug: 'companies' })).id.record_id;
  });
  afterAll(async () => {
    await rest.stop();
    await world.stop();
  });

  const resolve = (schema: Schema): Schema =>
    schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
  const bodies = () =>
    [...operations].flatMap(([name, { requestBody }]) => {
      const json = requestBody?.content['application/json'];
      return json ? [[name, placesIn(json.schema, resolve)] as const] : [];
    });
  const parameters = (where: 'path' | 'query') =>
    [...operations].flatMap(([name, operation]) =>
      (operation.parameters ?? []).flatMap((each) => (each.in === where ? [{ operation: name, ...each }] : [])),
    );
  const pathOf = (operation: string, instead: Record<string, string> = {}) => {
    const [target, identifier, object] = ['objects', 'companies', 'companies'];
    const known: Record<string, string> = { target, identifier, object, recordId, view: view.slug };
    return operation
      .split(' ')[1]!
      .replace(
        /\{(\w+)\}/g,
        (_, name: string) => instead[name] ?? known[name] ?? 'a5cb8d19-0f9c-4f1e-8d51-5b1ed3ce6ed2',
      );
  };
  const by = (operation: string) => (FOR_PEOPLE.has(operation) ? person : rest.admin);
  const methodOf = (operation: string) =>
    operation.split(' ')[0]!.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  const send = (operation: string, body: object) => {
    const path = pathOf(operation) + (operation.startsWith('PUT') ? '?match=domains' : '');
    return by(operation).send(methodOf(operation), path, body);
  };

  it('are said of every body and every parameter', () => {
    const sent = bodies().flatMap(([name, places]) => faultsIn(name, places));
    const asked = [...parameters('path'), ...parameters('query')].flatMap(({ operation, name, schema }) =>
      faultsIn(`${operation} ?${name}`, placesIn(schema, resolve, [name])),
    );
    expect([...sent, ...asked]).toEqual([]);
    expect(bodies().length).toBeGreaterThan(15);
  });

  it('are held of every field of a body, whatever else is wrong with it', async () => {
    const taken: string[] = [];
    let count = 0;
    for (const [name, places] of bodies())
      for (const place of places) {
        // Below `data`, `values` and `value` the attribute's type decides, and the items of a batch are judged one by one.
        const isValue = place.steps.some((step, at) =>
          ['data', 'values', 'value', ...(at < place.steps.length - 1 ? ['items'] : [])].includes(step as string),
        );
        const isMap = place.at === 'data' && place.schema.additionalProperties;
        const wrong = isValue && !isMap ? undefined : oversize(place);
        if (!wrong) continue;
        count++;
        // The query of a view is judged once it is known of which object.
        const beside = name === 'POST /v1/views' && place.steps[0] === 'query' ? { ...view, slug: 'more' } : {};
        const response = await send(name, { ...beside, ...(nest(place.steps, wrong.value) as object) });
        const paths = expectError(response, 400).issues.map(({ path }) => path);
        // Of a list of texts it is said that one of them is too long, not which.
        if (!paths.includes(wrong.at) && !paths.includes(wrong.at.replace(/\[0\]$/, '')))
          taken.push(`${name} ${wrong.at}: ${paths.join(', ')}`);
      }
    expect(taken).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });

  it.each([
    ['a text', 'name', 'eq', 'x'.repeat(50_001)],
    ['a part of a text', 'name', 'contains', 'x'.repeat(50_001)],
    ['a list', 'name', 'in', Array(51).fill('x')],
    ['an object', 'name', 'eq', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`key_${n}`, 1]))],
  ])('are held of the value of a condition: %s', async (_, attribute, operator, value) => {
    const response = await rest.reader.post('/v1/records/companies/query', {
      filter: [{ attribute, operator, value }],
    });
    expect(expectError(response, 400).issues.map(({ path }) => path)).toEqual(['filter[0].value']);
  });

  it("are held of an automation's values", async () => {
    const values = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`key_${n}`, 1]));
    const actions = [{ type: 'set_values', values }];
    const response = await rest.admin.post('/v1/automations', {
      name: 'Too much',
      kind: 'record.created',
      object: 'companies',
      actions,
    });
    expect(expectError(response, 400).issues.map(({ path }) => path)).toEqual(['actions']);
  });

  it('are held of every parameter of a query', async () => {
    for (const { operation, name, schema } of parameters('query')) {
      const wrong = oversize({ at: name, steps: [name], schema: resolve(schema) });
      if (!wrong) continue;
      const method = methodOf(operation);
      const path = `${pathOf(operation)}?${name}=${String(wrong.value)}${name === 'from' ? '' : besideOf(operation)}`;
      // A body is looked at before the query of an erasure.
      const isErasure = operation === 'POST /v1/persons/erase';
      const body = { ...(method === 'put' && { data: {} }), ...(isErasure && { email: 'grace@example.com' }) };
      const response = await by(operation).send(method, path, method === 'get' ? undefined : body);
      expect([operation, expectError(response, 400).issues[0]!.path]).toEqual([operation, name]);
    }
  });

  it('are held of every part of a path', async () => {
    for (const { operation, name, schema } of parameters('path').filter(({ operation }) => /^GET/.test(operation))) {
      const wrong = oversize({ at: name, steps: [name], schema })!;
      const tail = String(wrong.value).slice(0, -recordId.length);
      for (const value of [String(wrong.value), `${tail}-${recordId}`])
        expect([
          operation,
          (await by(operation).get(`${pathOf(operation, { [name]: value })}?${besideOf(operation)}`)).status,
        ]).toEqual([operation, 404]);
    }
  });
});

describe('the maxima of the tools', () => {
  const listed = listTools(TOOLS);

  it('are said of every argument', () => {
    expect(listed.flatMap(({ name, inputSchema }) => faultsIn(name, placesIn(inputSchema, asItIs)))).toEqual([]);
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))('are held by %s', (name, tool) => {
    const { inputSchema } = listed.find((each) => each.name === name)!;
    for (const place of placesIn(inputSchema, asItIs)) {
      const wrong = oversize(place);
      if (!wrong) continue;
      const args = nest(place.steps, wrong.value);
      const { error } = tool.input.safeParse(args);
      expect(inputIssues(tool, error!, args).map(({ path }) => path)).toContain(wrong.at);
    }
  });
});

describe('the maxima of values', () => {
  const alternatives = (type: AttributeType) => {
    const { inputSchema } = VALUE_TYPES[type] as { inputSchema: Schema };
    return inputSchema.anyOf ?? [inputSchema];
  };

  it.each(ATTRIBUTE_TYPES.map((type) => [type]))('are said of %s, and held', (type) => {
    const context = sampleContext(type);
    const { parse, serialise, examples } = VALUE_TYPES[type];
    const refuses = (input: unknown) => {
      try {
        parse(input, context);
        return false;
      } catch {
        return true;
      }
    };
    const read = examples.map((each) => serialise(parse(each, context), context, { label: 'Ada', deleted: false }));
    const taken: string[] = [];
    for (const schema of alternatives(type)) {
      expect(faultsIn(type, placesIn(schema, asItIs))).toEqual([]);
      const isFull = (each: unknown) =>
        typeof each === 'object' && each !== null && (schema.required ?? []).every((key) => key in each);
      const base = [...examples, ...read].find(isFull) as object | undefined;
      for (const place of placesIn(schema, asItIs)) {
        const [field] = place.steps;
        const wrong = oversize(place);
        if (!wrong || place.steps.length > 1) continue;
        const put = (value: unknown) => (field === undefined ? value : { ...base, [field]: value });
        // What is passed over may hold anything.
        const isPassedOver = field !== undefined && !refuses(put([[]]));
        if (!isPassedOver && !refuses(put(wrong.value))) taken.push(place.at);
        if (
          base &&
          field === undefined &&
          schema.type === 'object' &&
          !refuses({ ...base, ...(wrong.value as object) })
        )
          taken.push('unknown keys');
      }
    }
    expect(taken).toEqual([]);
  });
});
