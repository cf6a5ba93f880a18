import { z } from 'zod';
import { defineTool, type PagedRows } from '../../apps/mcp-gateway/src/tools/define-tool.js';
import { startGateway } from '../mcp/support/gateway.js';
import { legacy, rpc, send } from '../mcp/support/wire.js';
import { expectError } from '../support/answers.js';
import { aRecord, anObject, pathTo } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';

const alone = 'each counts the pages it works on';

describe('a REST API that is asked by one workspace for many pages at once', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start({ MAX_REQUESTS_AT_ONCE: 64 }, { alone })));
  afterAll(() => rest.stop());

  it('works on four of them, though their callers leave, lets four wait and refuses more, and serves all else', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'Kept' });
    const blocker = await rest.pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table event in access exclusive mode');
    const Authorization = rest.reader.authorization!;
    const left = new AbortController();
    const asks = (path: string, signal?: AbortSignal) => fetch(rest.url + path, { headers: { Authorization }, signal });
    const gone = asks('/v1/events', left.signal).catch(() => undefined);
    await eventually(async () => (await waiting(rest)) === 1);
    left.abort();
    await gone;
    const asked = Array.from({ length: 8 }, () => asks('/v1/events'));
    expect((await Promise.race(asked)).status).toBe(429);
    await eventually(async () => (await waiting(rest)) === 4);
    const list = `/v1/records/${object.slug}`;
    for (const path of ['/v1/events', list, `${list}/${record.id.record_id}/timeline`])
      expect([(await asks(path)).status, path]).toEqual([429, path]);
    const refused = expectError(await rest.reader.post(`${list}/query`, {}), 429);
    expect(refused.message).toContain('Too many pages at once');
    expectError(await rest.writer.get('/v1/events'), 429);
    const another = rest.stranger.admin.get('/v1/events').then((response) => response);
    await eventually(async () => (await waiting(rest)) === 5);
    await rest.reader.get(pathTo(object, record)).expect(200);
    await blocker.query('rollback');
    blocker.release();
    expect((await another).status).toBe(200);
    const answers = (await Promise.all(asked)).map(({ status }) => status);
    expect(answers.filter((status) => status === 200)).toHaveLength(7);
    await rest.reader.get(list).expect(200);
  });

  it('serves the pages of others, whatever two keys of that workspace ask for', async () => {
    const blocker = await rest.pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table event in access exclusive mode');
    const asked = [rest.reader, rest.writer].flatMap(({ authorization }) =>
      Array.from({ length: 40 }, () =>
        fetch(`${rest.url}/v1/events`, { method: 'HEAD', headers: { Authorization: authorization! } }),
      ),
    );
    await eventually(async () => (await waiting(rest)) === 4);
    await Promise.race(asked);
    for (let time = 0; time < 8; time++) await rest.stranger.admin.get('/v1/records/companies').expect(200);
    await blocker.query('rollback');
    blocker.release();
    const answers = (await Promise.all(asked)).map(({ status }) => status);
    expect(answers.filter((status) => status === 200)).toHaveLength(8);
  });
});

/** Statements that wait for a lock. */
async function waiting(rest: Rest): Promise<number> {
  const rows = await rest.sql(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** A tool whose calls each wait until they are let go. */
function heldTool(rows: PagedRows) {
  const free: (() => void)[] = [];
  const tool = defineTool({
    name: 'held',
    title: 'Held',
    description: 'Rows that are there when they are let go.',
    needs: 'read:data',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(z.object({})), total: z.int(), has_more: z.boolean() }),
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    rows,
    run: async () => {
      await new Promise<void>((resolve) => free.push(resolve));
      return { rows: [], total: 0, has_more: false };
    },
  });
  return { tool, free };
}

describe('a tool server that is asked by one workspace for many pages at once', () => {
  it('works on four of them, lets four requests wait, however many calls they make, and refuses more', async () => {
    const { tool, free } = heldTool({ key: 'rows' });
    const gateway = await startGateway({ tools: [tool], alone });
    const call = () => legacy(gateway, 'tools/call', { name: 'held', arguments: {} });
    const asked = Array.from({ length: 4 }, call);
    await eventually(async () => free.length === 4);
    const batch = Array.from({ length: 20 }, (_, id) => rpc('tools/call', { name: 'held', arguments: {} }, id));
    const together = send(gateway, { body: batch });
    asked.push(...Array.from({ length: 4 }, call));
    const refused = await Promise.race(asked);
    expect(JSON.parse(refused.json.result.content[0].text)).toMatchObject({ error: { code: 'rate_limited' } });
    expect(free).toHaveLength(4);
    for (let n = 0; n < 27; n++) {
      await eventually(async () => free.length > n);
      free[n]!();
    }
    const answers = (await Promise.all(asked)).map(({ json }) => json);
    const called = [...answers, ...(await together).json] as { result: { isError?: boolean } }[];
    expect(called.filter(({ result }) => !result.isError)).toHaveLength(27);
    await gateway.close();
  });

  it('counts lists of the schema, which is in memory, as no pages', async () => {
    const { tool, free } = heldTool({ key: 'rows', areOfSchema: true });
    const gateway = await startGateway({ tools: [tool], alone });
    const asked = Array.from({ length: 20 }, () => legacy(gateway, 'tools/call', { name: 'held', arguments: {} }));
    await eventually(async () => free.length === 20);
    for (const letGo of free) letGo();
    expect((await Promise.all(asked)).filter(({ json }) => json.result.isError)).toEqual([]);
    await gateway.close();
  });
});
