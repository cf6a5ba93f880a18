import request from 'supertest';
import { expectError } from '../support/answers.js';
import { Rest } from '../support/rest.js';

const CONSOLE = {
  BASE_URL: 'http://localhost:3000',
  MCP_AUTH_URL: 'http://localhost:9',
  CONSOLE_CLIENT_ID: 'console',
  CONSOLE_CLIENT_SECRET: 'a-secret-of-some-length',
};

describe('an address', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it.each([
    ['put', '/v1/objects/people', 'DELETE, GET, HEAD, PATCH'],
    ['delete', '/v1/records/people', 'GET, HEAD, POST, PUT'],
    ['delete', '/v1/self', 'GET, HEAD'],
    ['post', '/healthz', 'GET, HEAD'],
    ['options', '/v1/self', 'GET, HEAD'],
    ['get', '/v1/records/people/query', 'POST'],
    ['get', '/v1/records/people/get', 'POST'],
    ['delete', '/v1/records/people/aggregate', 'POST'],
    ['patch', '/v1/records/people/query', 'POST'],
  ] as const)('that knows other methods answers 405 and names them: %s %s', async (method, path, allow) => {
    const response = await request(rest.url)[method](path).set('Authorization', rest.admin.authorization!);
    const message = `${method.toUpperCase()} is not allowed; use ${allow.replace('GET, HEAD', 'GET').replaceAll(', ', ' or ')}.`;
    expect(expectError(response, 405).message).toBe(message);
    expect(response.headers.allow).toBe(allow);
  });

  it('of a record that is none stays one', async () => {
    for (const method of ['get', 'head', 'delete'] as const) {
      const path = '/v1/records/people/nobody';
      const answer = await request(rest.url)[method](path).set('Authorization', rest.admin.authorization!);
      expect(answer.status).toBe(404);
    }
  });

  it.each(['/v1/nowhere', '/nowhere', '/v1'])('that is none answers 404 to every method: %s', async (path) => {
    const authorization = rest.admin.authorization!;
    for (const method of ['get', 'put', 'post'] as const)
      expectError(await request(rest.url)[method](path).set('Authorization', authorization), 404);
  });
});

describe.each([
  ['off', {}, ['/docs']],
  ['on', CONSOLE, ['/console', '/docs']],
])('a browser, with the screens %s,', (state, settings, places) => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start(settings)));
  afterAll(() => rest.stop());

  const open = async (path: string, status: number) => {
    const { text, headers } = await request(rest.url).get(path).set('Accept', 'text/html').expect(status);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    return { text, links: [...text.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href) };
  };

  it('finds at / where to go', async () => {
    const { text, links } = await open('/', 200);
    expect(links).toEqual(places);
    expect(text.includes('>Console</a>')).toBe(state === 'on');
  });

  it('finds at / what to give to an assistant, where that is known', async () => {
    expect((await open('/', 200)).text).not.toContain('/mcp');
    const other = await Rest.start({ ...settings, MCP_URL: 'https://tools.example.com/' });
    const { text } = await request(other.url).get('/').expect(200);
    await other.stop();
    expect(text).toContain('<code>https://tools.example.com/mcp</code>');
  });

  it('is told in words that there is no such screen', async () => {
    for (const path of state === 'on' ? ['/console/nothing'] : ['/console', '/console/', '/console/nothing']) {
      const { text, links } = await open(path, 404);
      expect(text).toContain(state === 'on' ? 'There is no such page' : 'CONSOLE_CLIENT_SECRET');
      expect(links).toEqual([...(state === 'on' ? ['/console'] : []), '/', '/docs']);
    }
  });

  it('is told in words that an address cannot be read, and that a form cannot be opened as a page', async () => {
    if (state === 'on') {
      const { text } = await open('/console/channels/%/connect/gmail', 400);
      expect(text).toContain('The request cannot be read.');
    }
    const form = await open('/console/sign-out', state === 'on' ? 405 : 404);
    expect(form.links).toEqual([...(state === 'on' ? ['/console'] : []), '/', '/docs']);
  });

  it('alone gets a page: a program that takes JSON gets that', async () => {
    const { body, headers } = await request(rest.url).get('/console/nothing').set('Accept', 'application/json');
    expect([headers['content-type'], body.statusCode]).toEqual(['application/json; charset=utf-8', 404]);
  });

  it('is told so under /console alone', async () => {
    expectError(await request(rest.url).get('/consoles'), 404);
  });
});
