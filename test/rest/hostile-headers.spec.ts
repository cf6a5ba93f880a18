import { connect } from 'node:net';
import { World } from '../support/world.js';
import { Visitor } from '../console/support/visitor.js';

let world: World;
let key: string;
let visitor: Visitor;
beforeAll(async () => {
  world = await World.start();
  const all = { name: 'All', capabilities: ['read:data', 'write:data'] };
  key = (await world.domain.apiKeys.create({ workspace_id: world.north.workspace_id, ...all })).api_key;
  visitor = await Visitor.signedIn(world, world.ada);
});
afterAll(() => world.stop());

const HOSTILE = [
  '',
  ' ',
  '\u00ff\u00fe',
  '\u00ed\u00a0\u0080',
  "' or 1=1 --",
  '%00',
  '%ED%A0%80',
  '"\\u0000"',
  '[::1',
  'http://[',
  'null',
  '__proto__',
  '@:/?#',
  'a'.repeat(7000),
];

/** One request as written, byte for byte; gives the status, 0 when the connection was closed without one. */
function statusOf(url: string, text: string): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
  });
}

function written(line: string, headers: Record<string, string>, body = ''): string {
  const all = { Host: 'localhost', Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

const HTML = 'text/html; charset=utf-8';

const NAMES = [
  ...['Host', 'Origin', 'Referer', 'User-Agent', 'Authorization', 'Cookie', 'Idempotency-Key', 'X-Request-Id'],
  ...['X-Forwarded-For', 'Forwarded', 'traceparent', 'baggage', 'Accept', 'Accept-Encoding', 'Accept-Language'],
  ...['Content-Type', 'Sec-Fetch-Site', 'If-None-Match', 'Range', 'MCP-Protocol-Version', 'Mcp-Name', 'Mcp-Method'],
];

describe.each(NAMES)('a hostile %s', (name) => {
  it('makes no service fail', async () => {
    const record = JSON.stringify({ data: { name: 'Hostile Ltd' } });
    const token = world.token();
    const asked: [string, string, Record<string, string>, string?][] = [
      [world.places.baseUrl, 'GET /v1/self', { Authorization: `Bearer ${key}` }],
      [world.places.baseUrl, 'POST /v1/records/companies', { Authorization: `Bearer ${key}` }, record],
      [world.places.baseUrl, 'GET /console/sign-in', {}],
      [world.places.baseUrl, 'GET /console/callback?state=a&code=b', { Cookie: 'crm-login=a' }],
      [world.places.baseUrl, 'GET /console/api-keys', { Cookie: `crm-session=${visitor.cookies.get('crm-session')}` }],
      [world.places.mcpUrl, 'POST /mcp', { Authorization: `Bearer ${token}` }, '{"jsonrpc":"2.0","id":1}'],
      [world.places.mcpUrl, 'GET /.well-known/oauth-protected-resource', {}],
    ];
    for (const [url, line, headers, body] of asked)
      for (const value of HOSTILE) {
        const sent = { 'Content-Type': 'application/json', ...headers, [name]: value };
        const status = await statusOf(url, written(line, sent, body));
        expect([line, value, status < 500]).toEqual([line, value, true]);
      }
  });
});

it.each([
  ['Accept', '/console/nothing', 'application/json', 'content-type', ['application/json; charset=utf-8', HTML]],
  ['Accept-Encoding', '/docs/any/reference.js', 'gzip', 'content-encoding', ['gzip', null]],
])('an %s of more than 1,000 characters is taken for absent', async (name, path, chosen, header, answers) => {
  const answer = async (length: number) => {
    const headers = { [name]: `${chosen},${'x,'.repeat(length)}`.slice(0, length - 1) + 'x' };
    const response = await fetch(world.places.baseUrl + path, { headers });
    await response.arrayBuffer();
    return response.headers.get(header);
  };
  expect([await answer(1000), await answer(1001)]).toEqual(answers);
});

it('an API key with any bytes in it is unknown and nothing worse', async () => {
  const keys = HOSTILE.flatMap((text) => [
    `crm_${text}`,
    `crm_live_${text}`,
    `${key}${text}`,
    `${key.slice(0, -1)}${text}`,
  ]);
  for (const each of keys.filter((one) => one.trim() !== key)) {
    const status = await statusOf(world.places.baseUrl, written('GET /v1/self', { Authorization: `Bearer ${each}` }));
    expect([each, status]).toEqual([each, 401]);
  }
});

it.each(['crm-session', 'crm-login', 'crm-connect', 'crm-made'])(
  'any %s cookie is a wrong one and nothing worse',
  async (name) => {
    const session = name === 'crm-session' ? '' : `; crm-session=${visitor.cookies.get('crm-session')}`;
    for (const value of [...HOSTILE, 'v1.session.AAAA.AAAA.AAAA', 'v1.session...', 'a.b.c'])
      for (const path of [
        '/console/api-keys',
        '/console/callback?state=a',
        '/console/channels/callback/gmail?state=a',
      ]) {
        const headers = { Cookie: `${name}=${value}${session}` };
        const status = await statusOf(world.places.baseUrl, written(`GET ${path}`, headers));
        expect([path, value, status < 500]).toEqual([path, value, true]);
      }
  },
);
