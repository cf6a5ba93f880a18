import { createServer, type AddressInfo } from 'node:net';
import { Service, type ServiceOptions } from './support/service.js';

const APPS = ['rest-api', 'mcp-gateway'] as const;
type App = ServiceOptions['app'];

/** Wrong by themselves: what both services read, then what only one does. */
const WRONG_IN_BOTH = {
  NODE_ENV: 'prod',
  LOG_LEVEL: 'loud',
  SERVICE_NAME: 'x'.repeat(201),
  METRICS_PORT: '0',
  METRICS_HOST: 'everywhere',
  MAX_REQUESTS_AT_ONCE: '0',
  DATABASE_WAIT_SECONDS: '-1',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
  OTEL_TRACES_SAMPLER_ARG: '2',
  OTEL_BSP_SCHEDULE_DELAY: 'soon',
  BASE_URL: 'crm',
  DATABASE_POOL_SIZE: 'many',
  RATE_LIMIT_READS_PER_SECOND: 'some',
  RATE_LIMIT_WRITES_PER_SECOND: '-1',
  MCP_URL: 'tools',
  MCP_AUTH_URL: 'http://idp.example.com',
  AUTH_JWKS_URL: 'http://idp.example.com/keys',
  AUTH_ALGORITHMS: 'HS256',
  AUTH_TOKEN_TYPES: ',',
  AUTH_ORG_CLAIMS: ',',
  AUTH_CLIENT_CLAIMS: ',',
  AUTH_SCOPE_CLAIMS: ',',
  AUTH_SCOPE_CLAIM_OPTIONAL: 'perhaps',
  AUTH_CLOCK_TOLERANCE_SECONDS: '61',
  AUTH_MAX_LIFETIME_SECONDS: '0',
  CREDENTIALS_KEYS: 'nonsense',
  GMAIL_BASE_URL: 'http://gmail.example.com',
  GOOGLE_AUTHORIZE_URL: 'accounts',
  GOOGLE_TOKEN_URL: 'http://accounts.example.com',
  GRAPH_BASE_URL: 'http://graph.example.com',
  MICROSOFT_AUTHORIZE_URL: 'login',
  MICROSOFT_TOKEN_URL: 'ftp://login.example.com',
  META_GRAPH_BASE_URL: 'http://meta.example.com',
  INSTAGRAM_BASE_URL: 'http://instagram.example.com',
  DELIVERY_WORKER: 'perhaps',
};
const WRONG: Record<App, Record<string, string>> = {
  'rest-api': {
    ...WRONG_IN_BOTH,
    REST_PORT: '65536',
    WEBHOOK_PRIVATE_ADDRESSES: 'perhaps',
    EVENT_RETENTION_DAYS: 'ever',
    TRUSTED_PROXIES: 'true',
    SYNC_WORKER: 'perhaps',
    META_APP_SECRET: ',',
    GMAIL_PUBSUB_TOPIC: 'gmail',
    GMAIL_PUSH_ACCOUNT: 'nobody',
    GMAIL_PUSH_KEYS_URL: 'keys',
    CONSOLE_CLIENT_SECRET: 'short',
    IDENTITY_WEBHOOK_SECRET: 'short',
  },
  'mcp-gateway': {
    ...WRONG_IN_BOTH,
    MCP_PORT: 'none',
    MCP_AUDIENCES: ',',
    MCP_ALLOWED_ORIGINS: 'https://client.example.com/path',
    MCP_ALLOWED_HOSTS: 'client.example.com:443',
    MCP_STRICT_VERSION_HEADER: 'perhaps',
  },
};

/** The other half of what is wrong above. */
const RIGHT = { META_VERIFY_TOKEN: 'mine', GMAIL_PUSH_AUDIENCE: 'https://crm.example.com' };

/** What the REST API says of half of what Meta's webhooks and Gmail's pushes need; the tool server takes neither. */
const HALVES_OF_REST = [
  'META_VERIFY_TOKEN is missing: it is needed as well where META_APP_SECRET is set.',
  'GMAIL_PUBSUB_TOPIC is missing: it is needed as well where GMAIL_PUSH_AUDIENCE is set.',
  'GMAIL_PUSH_ACCOUNT is missing: it is needed as well where GMAIL_PUSH_AUDIENCE is set.',
];

const NEEDED = { MCP_AUTH_URL: 'https://idp.example.com', BASE_URL: 'http://localhost', MCP_URL: 'http://localhost' };

describe.each(APPS)('%s with settings that are wrong', (app) => {
  // In place of a database: whoever connects is counted.
  let opened = 0;
  const database = createServer((socket) => (opened++, socket.destroy()));
  let DATABASE_URL: string;
  beforeAll(async () => {
    await new Promise<void>((ready) => database.listen(0, '127.0.0.1', ready));
    DATABASE_URL = `postgres://somebody:hunter2@127.0.0.1:${(database.address() as AddressInfo).port}/crm`;
  });
  afterAll(() => void database.close());

  /** What it wrote until it ended, which has to be one list alone; nothing may have been opened. */
  async function refusalOf(env: Record<string, string>): Promise<string[]> {
    const service = await Service.launch({ app, env: { ...NEEDED, DATABASE_URL, ...env } });
    expect({ code: await service.ended, opened }).toEqual({ code: 1, opened: 0 });
    const [title, ...lines] = service.output.trimEnd().split('\n');
    expect(title).toBe('The settings are not right:');
    expect(service.output).not.toContain('hunter2');
    return lines.map((line) => line.replace(/^ {2}- /, ''));
  }

  it('does not start, opens nothing, and names each of them once in one list', async () => {
    const list = await refusalOf({ ...RIGHT, ...WRONG[app] });
    const named = list.map((sentence) => /^[A-Z][A-Z_]+/.exec(sentence)?.[0]);
    expect(named.sort()).toEqual(Object.keys(WRONG[app]).sort());
    for (const sentence of list) expect(sentence).toMatch(/^[A-Z][A-Z_]+ must be .+\.$/);
  });

  it('says what is expected and what was found, but for secrets and addresses that may hold one', async () => {
    const list = await refusalOf({
      LOG_LEVEL: 'loud',
      DATABASE_POOL_SIZE: 'many',
      CREDENTIALS_KEYS: 'k:swordfish',
      BASE_URL: 'me:swordfish@crm',
      DATABASE_URL: 'mysql://me:swordfish@db',
    });
    expect(list.sort()).toEqual([
      'BASE_URL must be an address such as https://crm.example.com.',
      expect.stringMatching(/^CREDENTIALS_KEYS must be id:key, .*[^"]\.$/),
      'DATABASE_POOL_SIZE must be a whole number, 1 to 1000000, not "many".',
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/crm.',
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not "loud".',
    ]);
    expect(list.join()).not.toContain('swordfish');
  });

  it('does not start with half of a client of a provider, nor with one port for callers and for metrics', async () => {
    const own = app === 'rest-api' ? 'REST_PORT' : 'MCP_PORT';
    const halves = { GOOGLE_CLIENT_ID: 'crm', MICROSOFT_CLIENT_SECRET: 'mine' };
    const env = { ...halves, META_APP_SECRET: 'mine', GMAIL_PUSH_AUDIENCE: 'https://crm.example.com' };
    expect(await refusalOf({ ...env, [own]: '9464', METRICS_PORT: '9464' })).toEqual([
      'GOOGLE_CLIENT_SECRET is missing: it is needed as well where GOOGLE_CLIENT_ID is set.',
      'MICROSOFT_CLIENT_ID is missing: it is needed as well where MICROSOFT_CLIENT_SECRET is set.',
      ...(app === 'rest-api' ? HALVES_OF_REST : []),
      `METRICS_PORT must be another port than ${own}, not 9464 as well.`,
    ]);
  });
});

it('the REST API does not start where webhooks could reach its own network in production', async () => {
  const env = { NODE_ENV: 'production', WEBHOOK_PRIVATE_ADDRESSES: 'true', DATABASE_URL: 'postgres://localhost:9/crm' };
  const service = await Service.launch({ app: 'rest-api', env });
  expect(await service.ended).toBe(1);
  expect(service.output).toMatch(/^ {2}- WEBHOOK_PRIVATE_ADDRESSES must be false where NODE_ENV is production: .+\n$/m);
});
