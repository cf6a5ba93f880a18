import type { Chance } from '../../faults/support/chance.js';
import type { OpenApi, Operation, Schema } from '../../support/open-api.js';
import { operationsOf } from '../../support/open-api.js';
import { bodyText } from './mutate.js';
import { sample, type KnownNames } from './sample.js';

/** One request as it is sent, to the REST API or the tool server. */
export interface FuzzRequest {
  /** The operation or tool, as the report names it. */
  target: string;
  method: string;
  path: string;
  body?: string;
  headers: Record<string, string>;
}

/** Makes requests of one kind, each another one. */
export type RequestSource = (known: KnownNames, chance: Chance) => FuzzRequest;

export interface ToolSpec {
  name: string;
  inputSchema: Schema;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** A source for each operation of the REST API. */
export function operationSources(document: OpenApi): RequestSource[] {
  // A stream has no end.
  const ending = [...operationsOf(document.paths)].filter(([target]) => !target.endsWith('/stream'));
  return ending.map(([target, operation]) => {
    const [method, path] = target.split(' ') as [string, string];
    return (known, chance) => {
      const content = operation.requestBody?.content['application/json']?.schema;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathPart(name, known, chance));
      return {
        target,
        method,
        path: `${filled}${queryOf(operation, known, chance)}`,
        ...(content && { body: bodyText(sample(content, known, chance), chance) }),
        headers: { ...JSON_TYPE, ...keyOf(operation, chance) },
      };
    };
  });
}

const PARTS = [
  'people',
  '%00',
  '%ED%A0%80',
  '..%2f',
  'a'.repeat(3000),
  '%',
  '-',
  '0',
  '__proto__',
  'x%2Fy',
  "'",
  '%F0%9F%92%A9',
];

function pathPart(name: string, { values }: KnownNames, chance: Chance): string {
  const named = values[name] ?? [];
  return named.length > 0 && chance.happens(0.92) ? encodeURIComponent(String(chance.of(named))) : chance.of(PARTS);
}

const QUERY_VALUES = [
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'true',
  '',
  '%00',
  'x'.repeat(4000),
  '[]',
  'NaN',
  '1.5',
  '%ED%A0%80',
];

function queryOf({ parameters = [] }: Operation, known: KnownNames, chance: Chance): string {
  const query = parameters.filter((each) => each.in === 'query' && chance.happens(0.5));
  const given = query.map(({ name, schema }) => {
    const value = chance.happens(0.5)
      ? encodeURIComponent(text(sample(schema, known, chance, name)))
      : chance.of(QUERY_VALUES);
    return `${name}=${value}`;
  });
  if (chance.happens(0.1)) given.push(`unknown=${chance.of(QUERY_VALUES)}`);
  if (chance.happens(0.02)) given.push(...Array.from({ length: 500 }, (_, n) => `limit=${n}`));
  return given.length > 0 ? `?${given.join('&')}` : '';
}

function text(value: unknown): string {
  const made = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return made.toWellFormed();
}

function keyOf({ parameters = [] }: Operation, chance: Chance): Record<string, string> {
  if (!parameters.some(({ name }) => name === 'Idempotency-Key') || chance.happens(0.8)) return {};
  return {
    'idempotency-key': chance.of([
      'a',
      'b',
      'k'.repeat(255),
      'k'.repeat(2000),
      ' ',
      '€'.repeat(3).replaceAll('€', '\u00e9'),
    ]),
  };
}

/** A source for each tool. */
export function toolSources(tools: readonly ToolSpec[]): RequestSource[] {
  return tools.map(({ name, inputSchema }) => (known, chance) => {
    const args = bodyText(sample(inputSchema, known, chance), chance);
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
    return {
      target: name,
      method: 'POST',
      path: '/mcp',
      body: body.length <= 1_048_576 ? body : '{}',
      headers: JSON_TYPE,
    };
  });
}

/** What has no schema: inbound webhooks, forms, the tool server's other methods. */
export function otherSources(): { rest: RequestSource[]; tools: RequestSource[] } {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: { progressToken: 1 } } };
  const event = {
    object: 'page',
    entry: [{ id: '1', time: 1, messaging: [{ sender: { id: '2' }, message: { text: 'a' } }] }],
  };
  const notice = { value: [{ subscriptionId: 's', clientState: 'c', resource: 'r', resourceData: { id: 'i' } }] };
  const push = { message: { data: 'e30=', messageId: '1' }, subscription: 's' };
  const posts = {
    '/webhooks/meta': event,
    '/webhooks/graph': notice,
    '/webhooks/gmail': push,
    '/webhooks/identity': { type: 'x', data: {} },
  };
  const rest = Object.entries(posts).map(([path, value]) => post(path, value));
  const form: RequestSource = (_known, chance) => ({
    target: 'a console form',
    method: 'POST',
    path: chance.of(['/console/sign-out', '/console/connections/x/revoke', '/console/api-keys']),
    body: bodyText({ token: 'x', name: 'y' }, chance),
    headers: {
      'content-type': chance.of([
        'application/x-www-form-urlencoded',
        'application/json',
        'multipart/form-data; boundary=x',
        'text/plain',
      ]),
    },
  });
  return { rest: [...rest, form], tools: [post('/mcp', message)] };
}

function post(path: string, value: unknown): RequestSource {
  return (_known, chance) => ({
    target: `POST ${path}`,
    method: 'POST',
    path,
    body: bodyText(value, chance),
    headers: JSON_TYPE,
  });
}
