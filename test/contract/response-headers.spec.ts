import type { Response } from 'supertest';
import { headerProblems, operationsOf, type OpenApi } from '../support/open-api.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const READS = 50;

let rest: Rest;
let proxy: TcpProxy;
let document: OpenApi;
beforeAll(async () => {
  let behind = '';
  const route = async (url: string) => {
    ({ proxy, url: behind } = await TcpProxy.before(url));
    return behind;
  };
  const limits = { RATE_LIMIT_READS_PER_SECOND: READS, RATE_LIMIT_WRITES_PER_SECOND: READS };
  rest = await Rest.start(limits, { route, alone: 'it cuts the connections of one process' });
  document = (await rest.callerWith().get('/v1/openapi.json').expect(200)).body as OpenApi;
});
afterAll(async () => {
  await proxy.restore();
  await rest.stop();
  await proxy.cut();
});

const createOnce = async () => {
  const send = () =>
    rest.admin.post('/v1/records/companies', { data: { name: 'Once' } }).set('Idempotency-Key', 'the-same-each-time');
  await send().expect(200);
  return send();
};

const tooMany = async () => {
  let refused: Response | undefined;
  await eventually(async () => {
    const answers = await Promise.all(Array.from({ length: 2 * READS }, () => rest.reader.get('/v1/self')));
    return (refused = answers.find(({ status }) => status === 429)) !== undefined;
  });
  return refused!;
};

const databaseAway = async () => {
  await proxy.cut();
  return rest.writer.get('/v1/self').then((answer) => answer);
};

it('the OpenAPI document declares the headers that answers carry, and each of them is sent', async () => {
  const answers: [string, number, () => PromiseLike<Response>][] = [
    ['GET /v1/self', 200, () => rest.admin.get('/v1/self')],
    ['GET /v1/self', 401, () => rest.callerWith().get('/v1/self')],
    ['GET /v1/objects', 403, () => rest.unpaid.get('/v1/objects')],
    ['GET /v1/objects/{identifier}', 404, () => rest.admin.get('/v1/objects/nowhere')],
    ['POST /v1/records/{object}', 200, createOnce],
    ['POST /v1/records/{object}', 400, () => rest.admin.post('/v1/records/companies', {})],
    ['GET /v1/self', 429, tooMany],
    ['GET /v1/self', 503, databaseAway],
  ];
  const sent = new Set<string>();
  for (const [name, status, send] of answers) {
    const answer = await send();
    expect([name, answer.status]).toEqual([name, status]);
    const described = operationsOf(document.paths).get(name)!.responses[status]!;
    expect([name, status, headerProblems(document, described, answer.headers)]).toEqual([name, status, []]);
    for (const header of Object.keys(answer.headers)) sent.add(header);
  }
  const declared = Object.keys(document.components.headers);
  expect(declared.filter((name) => !sent.has(name.toLowerCase()))).toEqual([]);
});

it('every answer of every operation declares where its request can be found and how much is left', () => {
  const all = [...operationsOf(document.paths).values()].flatMap(({ responses }) => Object.entries(responses));
  for (const [status, { headers }] of all) {
    const expected = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'];
    if (status === '429' || status === '503') expected.push('Retry-After');
    if (status === '401') expected.push('WWW-Authenticate');
    expect(Object.keys(headers ?? {})).toEqual(expect.arrayContaining(expected));
  }
});
