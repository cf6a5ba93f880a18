import request from 'supertest';
import { expectError } from '../support/answers.js';
import { Rest } from '../support/rest.js';

const CONSOLE = {
  ...{ BASE_URL: 'http://localhost:3000', MCP_AUTH_URL: 'http://localhost:9' },
  ...{ CONSOLE_CLIENT_ID: 'console', CONSOLE_CLIENT_SECRET: 'a-secret-of-some-length' },
};

describe('an address', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it.each([
    ['put', '/v1/objects/people', 'DELETE, GET, PATCH'],
    ['put', '/v1/records/people', 'GET, POST'],
    ['delete', '/v1/self', 'GET'],
    ['post', '/healthz', 'GET'],
    ['options', '/v1/self', 'GET'],
  ] as const)('that knows other methods answers 405 and names them: %s %s', async (method, path, allow) => {
    const response = await request(rest.url)[method](path).set('Authorization', rest.admin.authorization!);
    expect(expectError(response, 405).message).toContain(`but ${allow}.`);
    expect(response.headers.allow).toBe(allow);
  });

  it.each(['/v1/nowhere', '/nowhere', '/v1'])('that is none answers 404 to every method: %s', async (path) => {
    for (const method of ['get', 'put', 'post'] as const) expectError(await request(rest.url)[method](path), 404);
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
    return { text, links: [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href) };
  };

  it('finds at / where to go', async () => {
    expect((await open('/', 200)).links).toEqual(places);
  });

  it('is told in words that there is no such screen', async () => {
    for (const path of state === 'on' ? ['/console/nothing'] : ['/console', '/console/', '/console/nothing']) {
      const { text, links } = await open(path, 404);
      expect(text).toContain(state === 'on' ? 'There is no such page' : 'CONSOLE_CLIENT_SECRET');
      expect(links).toEqual([state === 'on' ? '/console' : '/']);
    }
  });

  it('is told so under /console alone', async () => {
    expectError(await request(rest.url).get('/consoles'), 404);
  });
});
