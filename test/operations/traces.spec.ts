import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { eventually } from '../support/eventually.js';
import { Deployment, call, toolCall } from './support/deployment.js';
import type { Service } from './support/service.js';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: object }[];
  status: { code?: number; message?: string };
}

/** A collector: takes OTLP over HTTP in JSON, as the specification of the protocol has it. */
class Collector {
  spans: Span[] = [];
  paths = new Set<string>();
  text = '';
  private readonly server: Server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    this.text += body;
    this.paths.add(request.url ?? '');
    for (const resource of (JSON.parse(body) as Otlp).resourceSpans)
      for (const scope of resource.scopeSpans) this.spans.push(...scope.spans);
    response.setHeader('content-type', 'application/json').end('{}');
  });

  async listen(): Promise<void> {
    await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The spans of a trace, once there is one of this kind among them. */
  async trace(traceId: string, root: (span: Span) => boolean): Promise<Span[]> {
    const found = () => this.spans.filter((span) => span.traceId === traceId);
    await eventually(async () => found().some(root));
    return found();
  }
}

interface Otlp {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const SERVER = 2;
const ERROR = 2;
const PARENT = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };

describe('traces', () => {
  const collector = new Collector();
  let deployment: Deployment;
  let rest: Service;
  let gateway: Service;
  beforeAll(async () => {
    deployment = await Deployment.make();
    // Sent as they end, not every five seconds.
    await collector.listen();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' };
    rest = await deployment.start('rest-api', env);
    gateway = await deployment.start('mcp-gateway', env);
  });
  afterAll(async () => {
    await deployment.stop();
    collector.stop();
  });

  const traceparent = (trace: string, flags = '01') => ({ traceparent: `00-${trace}-${PARENT.span}-${flags}` });
  const attribute = (span: Span, key: string) => span.attributes.find((each) => each.key === key)?.value;

  it('go on from that of the caller: the request, and each statement under it', async () => {
    const { api_key: token } = deployment;
    const body = { data: { name: 'Zanzibar Ltd' } };
    const headers = traceparent(PARENT.trace);
    expect((await call(`${rest.url}/v1/records/companies`, { token, body, headers })).status).toBe(200);
    const spans = await collector.trace(PARENT.trace, ({ kind }) => kind === SERVER);
    const request = spans.find(({ kind }) => kind === SERVER)!;
    expect(request).toMatchObject({ name: 'POST /v1/records/:object', parentSpanId: PARENT.span });
    expect(attribute(request, 'http.response.status_code')).toEqual({ intValue: 200 });
    const statements = spans.filter(({ name }) => name.startsWith('sql '));
    expect(statements.length).toBeGreaterThan(0);
    for (const { parentSpanId } of statements) expect(parentSpanId).toBe(request.spanId);
    await rest.until(async () => rest.requests.some(({ trace_id }) => trace_id === PARENT.trace));
  });

  it('show a tool call between its request and its statements', async () => {
    const trace = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    const body = toolCall('list_objects');
    await call(`${gateway.url}/mcp`, { token: deployment.token(), body, headers: traceparent(trace) });
    const spans = await collector.trace(trace, ({ kind }) => kind === SERVER);
    const [request, tool] = ['POST /mcp', 'tool list_objects'].map((name) => spans.find((span) => span.name === name)!);
    expect(tool!.parentSpanId).toBe(request!.spanId);
    expect(spans.some(({ name, parentSpanId }) => name.startsWith('sql ') && parentSpanId === tool!.spanId)).toBe(true);
  });

  it('are not sent when the caller decided so, and begin anew after a parent that is none', async () => {
    const unsent = 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
    const { api_key: token } = deployment;
    await call(`${rest.url}/v1/self`, { token, headers: traceparent(unsent, '00') });
    const before = collector.spans.length;
    await call(`${rest.url}/v1/self`, { token, headers: { traceparent: `00-${'0'.repeat(32)}-${PARENT.span}-01` } });
    await eventually(async () => collector.spans.slice(before).some(({ name }) => name === 'GET /v1/self'));
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(unsent);
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain('0'.repeat(32));
  });

  it('tell of a failure that it was one', async () => {
    const trace = 'cccccccccccccccccccccccccccccccc';
    const pool = { sql: (text: string) => deployment.domain.source.query(text) };
    await pool.sql('alter table record rename to mislaid');
    await call(`${rest.url}/v1/records/companies`, { token: deployment.api_key, headers: traceparent(trace) });
    await pool.sql('alter table mislaid rename to record');
    const spans = await collector.trace(trace, ({ kind }) => kind === SERVER);
    expect(spans.find(({ kind }) => kind === SERVER)!.status).toEqual({ code: ERROR });
    expect(spans.filter(({ name }) => name.startsWith('sql ')).map(({ status }) => status)).toContainEqual({
      code: ERROR,
    });
  });

  it('hold names only: no value, path, credential or workspace', async () => {
    const { api_key: token } = deployment;
    const search = { query: 'Zanzibar', filter: [{ attribute: 'name', operator: 'eq', value: 'Zanzibar Ltd' }] };
    await call(`${rest.url}/v1/records/companies/query?limit=7`, { token, body: search });
    await eventually(async () => collector.spans.some(({ name }) => name === 'POST /v1/records/:object/query'));
    expect([...collector.paths]).toEqual(['/v1/traces']);
    for (const hidden of ['Zanzibar', token, deployment.workspace_id, 'ada@example.com', 'select ', 'limit=7'])
      expect(collector.text).not.toContain(hidden);
  });

  it('are sent before the service ends', async () => {
    const late = await deployment.start('rest-api', {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    });
    const trace = 'dddddddddddddddddddddddddddddddd';
    await call(`${late.url}/v1/self`, { token: deployment.api_key, headers: traceparent(trace) });
    expect(await late.stop()).toBe(0);
    expect(collector.spans.map(({ traceId }) => traceId)).toContain(trace);
  });

  it.each([
    ['never answers', () => undefined],
    ['refuses', (socket: Socket) => socket.destroy()],
  ])('keep no service from ending as it should when the collector %s', async (_, take) => {
    const deaf = createSocketServer(take).listen(0, '127.0.0.1');
    await once(deaf, 'listening');
    const { port } = deaf.address() as AddressInfo;
    const service = await deployment.start('rest-api', { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    await call(`${service.url}/v1/self`, { token: deployment.api_key });
    expect(await service.stop()).toBe(0);
    expect(service.output).toContain('The last traces could not be sent.');
    deaf.close();
  });

  it('need nothing that is loaded without an address to send them to', async () => {
    const program = `import { registerHooks } from 'node:module';
      registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });`;
    const telling = `--import=data:text/javascript,${encodeURIComponent(program)}`;
    const service = await deployment.start('rest-api', { NODE_OPTIONS: telling });
    expect(service.output).toContain('tracing/tracing.js');
    const loaded = service.output.split('\n').filter((line) => line.includes('@opentelemetry'));
    // Its bare interface is what the metrics are made with.
    expect(loaded.filter((line) => !line.includes('@opentelemetry/api/'))).toEqual([]);
  });
});
