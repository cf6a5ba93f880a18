import { networkInterfaces } from 'node:os';
import { eventually } from '../support/eventually.js';
import { Deployment, call, toolCall } from './support/deployment.js';
import type { Service } from './support/service.js';
import { samplesOf, type Sample } from './support/prometheus.js';

describe('what the services measure', () => {
  let deployment: Deployment;
  let rest: Service & { metricsUrl: string };
  let gateway: Service & { metricsUrl: string };
  beforeAll(async () => {
    deployment = await Deployment.make();
    rest = await deployment.start('rest-api');
    gateway = await deployment.start('mcp-gateway');
  });
  afterAll(() => deployment.stop());

  const samples = async (service: { metricsUrl: string }) => samplesOf((await call(service.metricsUrl)).text);
  const valueOf = async (service: { metricsUrl: string }, name: string, labels: Record<string, string>) =>
    find(await samples(service), name, labels)?.value ?? 0;

  it('counts requests by method, route template and class of status', async () => {
    const { api_key: token } = deployment;
    const count = (labels: object) => valueOf(rest, 'crm_http_request_duration_seconds_count', { ...labels });
    const objects = { method: 'GET', route: '/v1/:target/:identifier/attributes' };
    await call(`${rest.url}/v1/objects/people/attributes`, { token });
    await call(`${rest.url}/v1/objects/companies/attributes`, { token });
    await call(`${rest.url}/v1/objects/no-such-object/attributes`, { token });
    await call(`${rest.url}/v1/objects/people/attributes`, { token: 'nobody' });
    await eventually(async () => (await count({ ...objects, status_class: '4xx' })) === 2);
    expect(await count({ ...objects, status_class: '2xx' })).toBe(2);
    await call(`${rest.url}/wp-login.php?user=ada`, {});
    await eventually(async () => (await count({ method: 'GET', route: 'none', status_class: '4xx' })) === 1);
  });

  it('counts tool calls by tool and outcome', async () => {
    const token = deployment.token();
    const count = (tool: string, outcome: string) =>
      valueOf(gateway, 'crm_tool_call_duration_seconds_count', { tool, outcome });
    await call(`${gateway.url}/mcp`, { token, body: toolCall('list_objects') });
    await call(`${gateway.url}/mcp`, { token, body: toolCall('get_record', { object: 'people', record: 'nobody' }) });
    await call(`${gateway.url}/mcp`, { token, body: toolCall('get_record', { nonsense: true }) });
    expect(await count('list_objects', 'ok')).toBe(1);
    const refused = (await samples(gateway)).filter(({ labels }) => labels.tool === 'get_record');
    expect(new Set(refused.map(({ labels }) => labels.outcome))).not.toContain('ok');
    expect(await count('get_record', 'validation')).toBeGreaterThan(0);
  });

  it('counts the characters of results by tool and format', async () => {
    const token = deployment.token();
    const count = (tool: string, format: string) =>
      valueOf(gateway, 'crm_tool_result_characters_total', { tool, format });
    const lengthOf = async (tool: string, args: object) => {
      const { text } = await call(`${gateway.url}/mcp`, { token, body: toolCall(tool, args) });
      return JSON.parse(text).result.content[0].text.length as number;
    };
    const before = await count('list_objects', 'none');
    const [listed, table] = [await lengthOf('list_objects', {}), { object: 'people', format: 'table' }];
    expect(await count('list_objects', 'none')).toBe(before + listed);
    const rows = await lengthOf('search_records', table);
    expect(await count('search_records', 'table')).toBe(rows);
    const detailed = await lengthOf('search_records', { object: 'people' });
    expect(await count('search_records', 'detailed')).toBe(detailed);
  });

  it('shows the pools of connections and how long one was waited for', async () => {
    for (const service of [rest, gateway]) {
      const seen = await samples(service);
      for (const pool of ['main', 'search']) {
        for (const state of ['busy', 'idle'])
          expect(find(seen, 'crm_db_pool_connections', { pool, state })?.value).toBeGreaterThanOrEqual(0);
        expect(find(seen, 'crm_db_pool_waiting', { pool })?.value).toBe(0);
      }
      expect(find(seen, 'crm_db_pool_connections', { pool: 'main', state: 'idle' })!.value).toBeGreaterThan(0);
      expect(find(seen, 'crm_db_pool_wait_seconds_count', { pool: 'main' })!.value).toBeGreaterThan(0);
    }
  });

  it('shows the delay of the event loop, memory, and requests under way', async () => {
    for (const service of [rest, gateway]) {
      const names = new Set((await samples(service)).map(({ name }) => name));
      for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
        expect(names).toContain(name);
      expect(names).toContain('crm_http_requests_in_flight');
      expect(names).toContain('crm_http_requests_shed_total');
    }
  });

  it('shows depth and age of every queue, and deliveries that have not ended', async () => {
    const seen = await samples(rest);
    for (const queue of ['message_delivery', 'event_pending', 'provider_event', 'webhook', 'automation']) {
      expect(find(seen, 'crm_queue_depth', { queue })?.value).toBeGreaterThanOrEqual(0);
      expect(find(seen, 'crm_queue_oldest_seconds', { queue })?.value).toBeGreaterThanOrEqual(0);
    }
  });

  it('names no workspace, no credential and no value in a label', async () => {
    const { api_key: token } = deployment;
    const { text } = await call(`${rest.url}/v1/records/companies`, {
      token,
      body: { data: { name: 'Zanzibar Ltd' } },
    });
    const { record_id } = (JSON.parse(text) as { data: { id: { record_id: string } } }).data.id;
    await call(`${rest.url}/v1/records/companies/${record_id}`, { token });
    for (const service of [rest, gateway]) {
      const { text: shown } = await call(service.metricsUrl);
      expect(shown).toContain('crm_http_request_duration_seconds');
      for (const hidden of [deployment.workspace_id, record_id, token, 'Zanzibar', 'wp-login', 'ada@example.com'])
        expect(shown).not.toContain(hidden);
      expect(shown).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    }
  });

  it('is measured only where there is a port to show it at', async () => {
    const unmeasured = await deployment.start('rest-api', { METRICS_PORT: '' });
    expect(rest.output).toContain('metrics are shown');
    expect(unmeasured.output).not.toContain('metrics are shown');
  });

  it('is shown at this machine alone, unless told otherwise', async () => {
    // Linux answers for all of 127.0.0.0/8; elsewhere an outer address has to serve.
    const outer = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const other = outer.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';
    const at = (url: string) => call(url.replace('127.0.0.1', other)).then(({ status }) => status);
    await expect(at(rest.metricsUrl)).rejects.toThrow('fetch failed');
    const open = await deployment.start('mcp-gateway', { METRICS_HOST: '0.0.0.0' });
    expect(await at(open.metricsUrl)).toBe(200);
  });

  it('shows nothing else on that port, and no metrics on the port of the callers', async () => {
    expect((await call(rest.metricsUrl.replace('/metrics', '/v1/objects'))).status).toBe(404);
    for (const service of [rest, gateway]) expect((await call(`${service.url}/metrics`)).status).toBe(404);
  });
});

function find(samples: readonly Sample[], name: string, labels: Record<string, string>): Sample | undefined {
  return samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
}
