import type { Pool } from 'pg';
import { Deployment, call, toolCall } from './support/deployment.js';
import type { Service } from './support/service.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

const SECRETS = {
  value: 'Planted-Value-Zanzibar',
  email: 'planted.person@planted-host.example.com',
  phone: '+32460224965',
  query: 'planted-query-word',
  key: 'planted-api-key-0123456789abcdef',
  body: 'planted-malformed-body',
  header: 'planted-header-value',
  cookie: 'planted-session-cookie',
};

describe('what the services log', () => {
  let deployment: Deployment;
  let rest: Service;
  let gateway: Service;
  beforeAll(async () => {
    deployment = await Deployment.make();
    const idp = {
      IDENTITY_WEBHOOK_SECRET: 'whsec_cGxhbnRlZC13ZWJob29rLXNlY3JldC0wMTIz',
      CONSOLE_CLIENT_SECRET: SECRETS.key,
    };
    // Everything that can be said.
    rest = await deployment.start('rest-api', { LOG_LEVEL: 'trace', ...idp });
    gateway = await deployment.start('mcp-gateway', { LOG_LEVEL: 'trace' });
  });
  afterAll(() => deployment.stop());

  const lineOf = async (service: Service, requestId: string | null) => {
    await service.until(async () => service.requests.some(({ request_id }) => request_id === requestId));
    return service.requests.filter(({ request_id }) => request_id === requestId);
  };

  it('is one line for each REST request, found by the id in the answer', async () => {
    const { api_key: token, workspace_id } = deployment;
    const { headers } = await call(`${rest.url}/v1/records/people?limit=3`, { token });
    const id = headers.get('x-request-id');
    expect(await lineOf(rest, id)).toEqual([
      {
        level: 30,
        service: 'crm-service',
        time: expect.stringMatching(/Z$/),
        msg: 'request',
        request_id: id,
        method: 'GET',
        route: '/v1/records/:object',
        status: 200,
        duration_ms: expect.any(Number),
        workspace_id,
        credential: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });

  it('is one line for each message to the tool server, with the tool', async () => {
    const token = deployment.token();
    const { headers } = await call(`${gateway.url}/mcp`, { token, body: toolCall('list_objects') });
    const id = headers.get('x-request-id');
    expect(await lineOf(gateway, id)).toEqual([
      expect.objectContaining({
        method: 'POST',
        route: '/mcp',
        status: 200,
        tool: 'list_objects',
        workspace_id: deployment.workspace_id,
        credential: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    ]);
  });

  it('tells of callers who were turned away, and of those who went away', async () => {
    const turned = await call(`${rest.url}/v1/self`, { token: SECRETS.key });
    const [line] = await lineOf(rest, turned.headers.get('x-request-id'));
    expect(line).toMatchObject({ status: 401, route: '/v1/self' });
    expect(line).not.toHaveProperty('workspace_id');
    const { master } = deployment.domain.source.driver as unknown as { master: Pool };
    const free = await holdTables(master, ['record']);
    const gone = new AbortController();
    const headers = { Authorization: `Bearer ${deployment.api_key}` };
    const waiting = fetch(`${rest.url}/v1/records/people`, { headers, signal: gone.signal }).catch(() => undefined);
    await rest.until(async () => (await deployment.domain.source.query<object[]>(LOCK_WAITS)).length > 0);
    gone.abort();
    await waiting;
    await rest.until(async () => rest.requests.some(({ status }) => status === 499));
    await free();
  });

  it('has the id of the answer in the provenance of what was written', async () => {
    const { api_key: token } = deployment;
    const body = { data: { name: 'Example Ltd' } };
    const { headers, text } = await call(`${rest.url}/v1/records/companies`, { token, body });
    const { record_id } = (JSON.parse(text) as { data: { id: { record_id: string } } }).data.id;
    const { text: read } = await call(`${rest.url}/v1/records/companies/${record_id}?show_historic=true`, { token });
    const events = await deployment.domain.source.query<{ via: { request_id: string } }[]>(
      'select via from event where subject_id = $1',
      [record_id],
    );
    const id = headers.get('x-request-id');
    expect(events.map(({ via }) => via.request_id)).toEqual([id]);
    expect(read).toContain(id);
  });

  it('never shows a secret, a value or an address, whatever goes wrong', async () => {
    await everythingWith(SECRETS);
    await rest.until(async () => rest.requests.some(({ status }) => status === 500));
    await gateway.until(async () => gateway.requests.length > 5);
    const hidden = [...Object.values(SECRETS), deployment.api_key, deployment.token().slice(0, 60), 'eyJ', 'whsec_'];
    hidden.push('ada@example.com', 'postgres://', 'cGxhbnRlZC13');
    for (const service of [rest, gateway]) {
      expect(service.requests.length).toBeGreaterThan(5);
      for (const text of hidden) expect(occurrences(service.output, text)).toEqual([]);
    }
    expect(rest.lines.some(({ level }) => level === 50)).toBe(true);
  });

  /**
   * Sends what should never be seen again by every way there is, good requests and bad ones, and makes the service
   * fail.
   */
  async function everythingWith({
    value,
    email,
    phone,
    query,
    key,
    body,
    header,
    cookie,
  }: typeof SECRETS): Promise<void> {
    const { api_key: token } = deployment;
    const headers = { 'x-api-key': header, cookie: `session=${cookie}`, 'user-agent': header };
    const records = `${rest.url}/v1/records`;
    const person = { name: { first_name: value, last_name: value }, email_addresses: [email] };
    const send = (url: string, data: unknown, by: string = token) => call(url, { token: by, body: data, headers });
    await send(`${records}/people`, { data: person });
    // Refused by its unique address, then for its shape, then for what it is.
    await send(`${records}/people`, { data: person });
    await send(`${records}/people`, { data: { ...person, email_addresses: [value], phone_numbers: [phone, value] } });
    await send(`${records}/people`, `{"data": {"name": ${body}`);
    await send(`${records}/${value}?${query}=${email}`, { data: {} });
    await send(`${records}/people/query`, { query, filter: [{ attribute: value, operator: 'eq', value: email }] });
    await send(`${records}/people`, { data: person }, key);
    await send(`${rest.url}/webhooks/identity`, { [value]: email });
    await call(`${rest.url}/console/sign-in?return_to=/${query}&code=${key}`, { headers });
    await call(`${rest.url}/console/callback?code=${key}&state=${value}`, { headers });
    await failing(() => send(`${records}/people`, { data: { ...person, email_addresses: [`second.${email}`] } }));
    const bearer = deployment.token();
    const ask = (message: unknown, by = bearer) => call(`${gateway.url}/mcp`, { token: by, body: message, headers });
    await ask(toolCall('create_record', { object: 'people', values: person }));
    await ask(toolCall('search_records', { object: 'people', query }));
    await ask(toolCall('search_records', { object: value, [value]: email }));
    await ask(toolCall(value, { email }));
    await ask(`{"jsonrpc": ${body}`);
    await ask(toolCall('list_objects'), key);
    await ask(toolCall('list_objects'), `eyJhbGciOiJSUzI1NiJ9.${key}.${key}`);
    await failing(() => ask(toolCall('create_record', { object: 'people', values: { name: person.name } })));
  }

  /** Postgres itself refuses, with values in its words. */
  async function failing(work: () => Promise<unknown>): Promise<void> {
    const { source } = deployment.domain;
    await source.query(`alter table record add constraint never check (now() < '2000-01-01') not valid`);
    await work();
    await source.query('alter table record drop constraint never');
  }
});

/** Where a text stands in the output, with a little around it. */
function occurrences(output: string, text: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => line.slice(0, 600));
}
