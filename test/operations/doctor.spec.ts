import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examine } from '../../apps/cli/src/doctor/examine.js';
import type { Examination } from '../../apps/cli/src/doctor/finding.js';
import { IS_CITUS } from '../growth/support/distant-worker.js';
import { Cli, jsonOf, workDir } from '../support/cli.js';
import { freePort } from '../support/free-port.js';
import { Deployment } from './support/deployment.js';
import { Service } from './support/service.js';

/** What stands between clients and a service, and may spoil what passes. */
class Proxy {
  spoil: (request: IncomingMessage, response: ServerResponse, answer: Response) => boolean = () => false;
  target = '';
  private readonly server: Server = createServer(async (request, response) => {
    // A connection for each request: none is closed at the moment in which the next look begins.
    response.setHeader('connection', 'close');
    const headers = { 'content-type': 'application/json', host: request.headers.host! };
    const body = request.method === 'POST' ? Buffer.concat(await request.toArray()) : undefined;
    const answer = await fetch(`${this.target}${request.url}`, { method: request.method, headers, body });
    if (this.spoil(request, response, answer)) return;
    response
      .writeHead(answer.status, { ...Object.fromEntries(answer.headers), connection: 'close' })
      .end(await answer.text());
  });

  async listen(): Promise<string> {
    await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe('crm doctor', () => {
  const dir = workDir();
  const [front, back] = [new Proxy(), new Proxy()];
  let deployment: Deployment;
  let env: Record<string, string>;
  beforeAll(async () => {
    deployment = await Deployment.make();
    const { env: shared } = deployment;
    env = { ...shared, MCP_URL: await front.listen(), BASE_URL: await back.listen(), NODE_ENV: 'production' };
    const [rest, gateway] = await Promise.all(
      (['rest-api', 'mcp-gateway'] as const).map((app) => deployment.start(app, env)),
    );
    front.target = gateway!.url;
    back.target = rest!.url;
    deployment.idp.metadata = {
      ...deployment.idp.metadata,
      code_challenge_methods_supported: ['S256'],
      registration_endpoint: `${deployment.idp.url}/register`,
    };
  });
  afterEach(() => (front.spoil = back.spoil = () => false));
  afterAll(async () => {
    await deployment.stop();
    front.close();
    back.close();
    rmSync(dir, { recursive: true });
  });

  /** What is wrong with the deployment, by area. */
  const faultsIn = (examinations: Examination[]) =>
    examinations.flatMap(({ area, findings }) =>
      findings.flatMap(({ state, text }) => (state === 'wrong' ? [`${area}: ${text}`] : [])),
    );
  const faults = async (change: Record<string, string> = {}) => faultsIn(await examine({ ...env, ...change }));

  it('finds nothing wrong with a deployment that serves', async () => {
    const run = await new Cli(['doctor', '--json'], { cwd: dir, env }).run;
    const report = jsonOf<{ healthy: boolean; examinations: Examination[] }>(run);
    expect({ faults: faultsIn(report.examinations), code: run.code, stderr: run.stderr }).toEqual({
      faults: [],
      code: 0,
      stderr: '',
    });
    expect(report.healthy).toBe(true);
    expect(report.examinations.map(({ area }) => area)).toEqual([
      ...['Settings', 'Database', 'Identity provider', 'REST API', 'Tool server', 'Optional parts'],
    ]);
    expect(JSON.stringify(report)).toMatch(/PostgreSQL 1[5-9]/);
  });

  it('says it to people with what to do under what is wrong, and no password', async () => {
    const away = `postgres://someone:hunter2-of-tests@127.0.0.1:${await freePort()}/crm`;
    const run = await new Cli(['doctor'], { cwd: dir, env: { ...env, DATABASE_URL: away } }).run;
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(
      /Database\n {2}✗ The database .* cannot be reached: nothing listens there\.\n {6}Start the database/,
    );
    expect(run.stderr).toMatch(/^One problem was found\./);
    expect(run.stdout + run.stderr).not.toContain('hunter2');
  });

  it('names the settings that are missing or unsafe', async () => {
    expect(await faults({ MCP_URL: '' })).toContainEqual(expect.stringContaining('Settings: MCP_URL is missing'));
    const unsafe = await faults({ MCP_AUTH_URL: 'http://idp.example.com', AUTH_ALGORITHMS: 'HS256' });
    expect(unsafe).toEqual([
      expect.stringMatching(/^Settings: MCP_AUTH_URL must be .*https address.* not "http:\/\/idp.example.com"\.$/),
      expect.stringMatching(/^Settings: AUTH_ALGORITHMS must be .* not "HS256"\.$/),
    ]);
  });

  it('names every setting that would keep a service from starting, as the service itself does', async () => {
    const bad: Record<string, string> = {
      CREDENTIALS_KEYS: 'nonsense',
      CONSOLE_CLIENT_SECRET: 'short',
      IDENTITY_WEBHOOK_SECRET: 'short',
      DATABASE_POOL_SIZE: 'many',
      GMAIL_BASE_URL: 'http://gmail.example.com',
      DELIVERY_WORKER: 'perhaps',
      EVENT_RETENTION_DAYS: 'ever',
      SYNC_WORKER: 'perhaps',
      GMAIL_PUBSUB_TOPIC: 'gmail',
      RATE_LIMIT_READS_PER_SECOND: 'some',
      GOOGLE_AUTHORIZE_URL: 'http://accounts.example.com',
      WEBHOOK_PRIVATE_ADDRESSES: 'perhaps',
    };
    const pair = { GMAIL_PUSH_AUDIENCE: 'https://crm.example.com', GMAIL_PUSH_ACCOUNT: 'push@example.com' };
    const found = await faults({ ...pair, ...bad });
    const refusal = await deployment.start('rest-api', { ...env, ...pair, ...bad }).then(
      () => 'It started.',
      (error: Error) => error.message,
    );
    for (const name of Object.keys(bad)) {
      expect(found).toContainEqual(expect.stringMatching(`^Settings: ${name} must be `));
      expect(refusal).toContain(`${name} must be `);
    }
    expect(found).toHaveLength(Object.keys(bad).length);
  });

  it('ends with a line that sums up, in words that agree', async () => {
    const lastOf = async (change: Record<string, string>) => {
      const run = await new Cli(['doctor'], { cwd: dir, env: { ...env, ...change } }).run;
      return (run.stderr || run.stdout).trimEnd().split('\n').at(-1);
    };
    expect(await lastOf({})).toBe(`No problem was found.${warned(0)}`);
    expect(await lastOf({ NODE_ENV: 'development' })).toBe(`No problem was found.${warned(1)}`);
    const nowhere = { MCP_URL: '', BASE_URL: '', NODE_ENV: '' };
    expect(await lastOf(nowhere)).toBe(`2 problems were found.${warned(1)}`);
  });

  it('gives no tick to what it did not look at, and says which parts are off and by what', async () => {
    const { stdout } = await new Cli(['doctor'], {
      cwd: dir,
      env: { ...env, MCP_URL: '', METRICS_PORT: '9464', IDENTITY_WEBHOOK_SECRET: 'a-secret-of-sixteen' },
    }).run;
    expect(stdout).toContain('Tool server\n  - Not checked');
    expect(stdout).toContain('✓ Metrics\n');
    expect(stdout).toContain('- Screens at /console: off without CONSOLE_CLIENT_SECRET\n');
    expect(stdout).toContain('✓ Members by the identity provider’s webhooks\n');
    expect(stdout).toContain(
      '- Webhooks of WhatsApp, Messenger and Instagram: off without META_APP_SECRET and META_VERIFY_TOKEN\n',
    );
  });

  it('finds secrets that are none: those of this repository and those of npm start', async () => {
    mkdirSync(join(dir, '.data'));
    writeFileSync(join(dir, '.data/secrets.json'), JSON.stringify({ meta_app_secret: 'of-this-machine' }));
    const secrets = {
      CONSOLE_CLIENT_SECRET: 'for-development-only',
      META_APP_SECRET: 'of-this-machine',
      META_VERIFY_TOKEN: 'mine',
    };
    const run = await new Cli(['doctor', '--json'], { cwd: dir, env: { ...env, ...secrets } }).run;
    rmSync(join(dir, '.data'), { recursive: true });
    expect(faultsIn(jsonOf<{ examinations: Examination[] }>(run).examinations)).toEqual([
      'Settings: CONSOLE_CLIENT_SECRET is a publicly known value for development',
      'Settings: META_APP_SECRET is the value that npm start generated for development',
    ]);
    expect(run.code).toBe(1);
  });

  it('is agreed with by a service, which does not start with such a secret', async () => {
    const secret = { META_APP_SECRET: 'for-development-only', META_VERIFY_TOKEN: 'mine' };
    await expect(deployment.start('rest-api', { ...env, ...secret })).rejects.toThrow(
      /META_APP_SECRET is a publicly known value for development/,
    );
  });

  it('looks at a running npm start when no database is named', async () => {
    mkdirSync(join(dir, '.data'));
    const { DATABASE_URL: database_url, BASE_URL: rest_url, MCP_URL: mcp_url, MCP_AUTH_URL: auth_url } = env;
    const demo = JSON.stringify({ database_url, rest_url, mcp_url, auth_url });
    writeFileSync(join(dir, '.data/demo.json'), demo);
    const run = await new Cli(['doctor'], { cwd: dir }).run;
    rmSync(join(dir, '.data'), { recursive: true });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(
      /^Settings\n {2}✓ The settings of the running npm start[^\n]+\n\nDatabase\n {2}✓ PostgreSQL/,
    );
    expect(run.stdout).toMatch(new RegExp(`No problem was found\\.${warned(0)}\n$`));
  });

  it('finds a database whose schema is behind', async () => {
    const { source } = deployment.domain;
    const [last] = await source.query<{ name: string }[]>('select * from migration order by id desc limit 1');
    await source.query('delete from migration where name = $1', [last!.name]);
    const found = await faults();
    await source.query('insert into migration select * from jsonb_populate_record(null::migration, $1)', [
      JSON.stringify(last),
    ]);
    const name = last!.name.replace(/-\d{13}$/, '');
    expect(found).toContain(`Database: Not yet applied: ${name}`);
    expect(found).toContainEqual(expect.stringMatching(/^REST API: It is not ready: migrations/));
    expect(found).toContainEqual(expect.stringMatching(/^Tool server: It is not ready: migrations/));
  });

  it('finds a job queue that is behind', async () => {
    const { source } = deployment.domain;
    await source.query('update pgboss.version set version = version - 1');
    const found = await faults();
    await source.query('update pgboss.version set version = version + 1');
    expect(found).toContain('Database: Not yet applied: job-queue');
    expect(found).toContainEqual(expect.stringMatching(/^REST API: It is not ready: migrations/));
    expect(await faults()).toEqual([]);
  });

  it('finds an identity provider that calls itself otherwise, or whose keys are away', async () => {
    const { idp } = deployment;
    const { metadata } = idp;
    idp.metadata = { ...metadata, issuer: `${idp.url}/` };
    expect(await faults()).toContainEqual(expect.stringMatching(/^Identity provider: .*another issuer/));
    idp.metadata = metadata;
    idp.answer = (_request, response) => response.writeHead(500).end();
    expect(await faults()).toContainEqual(expect.stringMatching(/^Identity provider: Its keys cannot be/));
    idp.answer = undefined;
  });

  it.each([
    [
      'takes the challenge away',
      /401 without a challenge/,
      (request: IncomingMessage, response: ServerResponse) => request.url === '/mcp' && !!response.writeHead(401).end(),
    ],
    [
      'keeps the discovery documents',
      /oauth-protected-resource answers 404/,
      (request: IncomingMessage, response: ServerResponse) =>
        request.url!.startsWith('/.well-known/') && !!response.writeHead(404).end(),
    ],
    [
      'asks for a password of its own',
      /\/mcp answers 403 without a token, not 401/,
      (request: IncomingMessage, response: ServerResponse) => request.url === '/mcp' && !!response.writeHead(403).end(),
    ],
  ])('finds a proxy that %s', async (_, text, spoil) => {
    front.spoil = spoil;
    expect((await faults()).join('\n')).toMatch(text);
  });

  it('finds a page that answers in place of the REST API, and an address where nobody is', async () => {
    back.spoil = (_request, response) => !!response.writeHead(200).end('<h1>Welcome</h1>');
    expect(await faults()).toContain('REST API: /v1/self answers 200');
    const nobody = `http://127.0.0.1:${await freePort()}`;
    expect(await faults({ BASE_URL: nobody, MCP_URL: nobody })).toEqual([
      `REST API: ${nobody} does not answer: ECONNREFUSED`,
      `Tool server: ${nobody} does not answer: ECONNREFUSED`,
    ]);
  });

  it.each([
    ['MCP_URL', '/mcp'],
    ['BASE_URL', '/v1'],
    ['MCP_AUTH_URL', '/.well-known/openid-configuration'],
  ])('says that %s must not end with %s, and advises nothing else about it', async (name, ending) => {
    const area = { MCP_URL: 'Tool server', BASE_URL: 'REST API', MCP_AUTH_URL: 'Identity provider' }[name];
    const examinations = await examine({ ...env, [name]: `${env[name]}${ending}` });
    const { findings } = examinations.find((each) => each.area === area)!;
    const fixes = findings.flatMap(({ state, fix }) => (state === 'wrong' ? [fix] : []));
    expect([...new Set(fixes)]).toEqual([`${name} must not end with ${ending}; use ${env[name]}.`]);
  });

  it('warns of what would be unsafe in production', async () => {
    const found = await examine({ ...env, NODE_ENV: 'development', BASE_URL: 'http://crm.example.com:9' });
    const warnings = found[0]!.findings.filter(({ state }) => state === 'warning').map(({ text }) => text);
    expect(warnings).toEqual(['BASE_URL is not https', 'NODE_ENV is not "production"']);
  });
});

it('a service in trouble says at /readyz what it lacks', async () => {
  const deployment = await Deployment.make();
  deployment.idp.answer = (_request, response) => response.writeHead(500).end();
  const env = { ...deployment.env, MCP_URL: 'http://localhost' };
  const gateway = await Service.launch({ app: 'mcp-gateway', env });
  // Before it listens, its port says that it is starting.
  await gateway.until(async () => !(await (await gateway.get('/readyz')).text()).includes('is starting'));
  expect(await (await gateway.get('/readyz')).json()).toEqual({
    status: 'not ready',
    missing: [expect.stringMatching(/^keys: /)],
  });
  deployment.idp.answer = undefined;
  await gateway.until(async () => (await gateway.get('/readyz')).status === 200);
  expect(await gateway.stop()).toBe(0);
  await deployment.stop();
});

/** What stands at the end beside so many warnings; the databases of tests on a Citus have few shards, of which it warns. */
function warned(warnings: number): string {
  const all = warnings + (IS_CITUS ? 1 : 0);
  if (all === 0) return '';
  return all === 1 ? ' There is one warning.' : ` There are ${all} warnings.`;
}
