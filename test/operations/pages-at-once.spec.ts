import { z } from 'zod';
import { defineTool, type PagedRows } from '../../apps/mcp-gateway/src/tools/define-tool.js';
import { TOOLS } from '../../apps/mcp-gateway/src/tools/registry.js';
import { WEBHOOKS_HERE, removeConsumers } from '../events/support/automations.js';
import { Receiver } from '../events/support/receiver.js';
import { startGateway } from '../mcp/support/gateway.js';
import { legacy, rpc, send } from '../mcp/support/wire.js';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest, withLongWaits } from '../support/rest.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

const alone = 'each counts the pages it works on';

describe('a REST API that is asked by one workspace for many pages at once', () => {
  let rest: Rest;
  beforeAll(
    async () =>
      (rest = await Rest.start({ ...WEBHOOKS_HERE, MAX_REQUESTS_AT_ONCE: 128 }, { alone, route: withLongWaits })),
  );
  afterAll(() => rest.stop());

  it('waits for four answers of endpoints at a time, and serves others meanwhile', async () => {
    const receiver = await Receiver.start();
    const answers: (() => void)[] = [];
    receiver.behaviour = (_, response) => void answers.push(() => void response.writeHead(204).end());
    const { body } = await rest.admin
      .post('/v1/webhooks', { url: receiver.url, kinds: ['object.deleted'] })
      .expect(200);
    const path = `/v1/webhooks/${body.data.id.webhook_id}/test`;
    const asked = Array.from({ length: 12 }, () => rest.admin.post(path).then(({ status }) => status));
    await eventually(() => answers.length === 4);
    for (let time = 0; time < 5; time++) await rest.stranger.admin.get('/v1/records/companies').expect(200);
    expect(answers).toHaveLength(4);
    for (let at = 0; at < 12; at++) {
      await eventually(() => answers.length > at);
      answers[at]!();
    }
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
    await receiver.stop();
    // Else it would read the events that other tests hold.
    await removeConsumers(rest);
  });

  it('works on one large record at a time, in the line of the pages, and on small ones meanwhile', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    const texts = Array.from({ length: 5 }, (_, n) => `${n}`.padEnd(20_000, 'long '));
    const large = [await aRecord(rest, object, { texts }), await aRecord(rest, object, { texts })] as const;
    const small = await aRecord(rest, object, { name: 'Kept' });
    const free = await holdEvents(rest);
    const writes = large.map((record) => rest.writer.patch(pathTo(object, record), { data: { name: 'New' } }).then());
    await eventually(async () => (await waiting(rest)) === 1);
    const read = rest.reader.get(pathTo(object, large[0])).then();
    for (let time = 0; time < 20; time++) await rest.reader.get(pathTo(object, small)).expect(200);
    expect(await waiting(rest)).toBe(1);
    await free();
    expect((await Promise.all([...writes, read])).map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await rest.writer.post(`${pathTo(object, large[1])}/trash`, {}).expect(200);
    expect(body.data.values.texts).toHaveLength(5);
    await rest.writer.delete(pathTo(object, large[0])).expect(200);
  });

  it('answers fifty of them, four at a time and though a caller leaves, and meanwhile whatever another asks for', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'Kept' });
    const free = await holdEvents(rest);
    const left = new AbortController();
    const gone = asks(rest, '/v1/events', { signal: left.signal }).catch(() => undefined);
    await eventually(async () => (await waiting(rest)) === 1);
    left.abort();
    await gone;
    let answered = 0;
    const asked = Array.from({ length: 50 }, () => asks(rest, '/v1/events').finally(() => answered++));
    await eventually(async () => (await waiting(rest)) === 4);
    for (let time = 0; time < 40; time++) {
      await rest.reader.get(pathTo(object, record)).expect(200);
      await rest.stranger.admin.get('/v1/records/companies').expect(200);
      await rest.stranger.admin.get('/v1/self').expect(200);
    }
    expect([answered, await waiting(rest)]).toEqual([0, 4]);
    const another = rest.stranger.admin.get('/v1/events').then((response) => response);
    await eventually(async () => (await waiting(rest)) === 5);
    await free();
    expect((await another).status).toBe(200);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
  });

  it('lets 64 of them wait and refuses more, of whatever kind and with whatever key', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'Kept' });
    const free = await holdEvents(rest);
    const asked = Array.from({ length: 4 + 64 + 1 }, () => asks(rest, '/v1/events'));
    expect((await Promise.race(asked)).status).toBe(429);
    const list = `/v1/records/${object.slug}`;
    const one = pathTo(object, record);
    for (const path of ['/v1/events', list, `${one}/timeline`, `${one}?show_historic=true`])
      expect([(await asks(rest, path)).status, path]).toEqual([429, path]);
    const refused = expectError(await rest.reader.post(`${list}/query`, {}), 429);
    expect(refused.message).toContain('Too many pages at once');
    expectError(await rest.writer.get('/v1/events'), 429);
    for (const query of ['', '?show_historic=false']) expect((await asks(rest, one + query)).status).toBe(200);
    await free();
    const answers = (await Promise.all(asked)).map(({ status }) => status);
    expect(answers.filter((status) => status === 200)).toHaveLength(4 + 64);
    await rest.reader.get(list).expect(200);
  });

  it('serves the pages of others, though two keys of that workspace ask for five hundred', async () => {
    const free = await holdEvents(rest);
    const asked = [rest.reader, rest.writer].flatMap(({ authorization }) =>
      Array.from({ length: 250 }, () => asks(rest, '/v1/events', { method: 'HEAD', authorization })),
    );
    let answered = 0;
    for (const each of asked) void each.then(() => answered++);
    await eventually(async () => (await waiting(rest)) === 4);
    // All that are refused have been, before any place becomes free.
    await eventually(() => answered >= 500 - 4 - 64);
    for (let time = 0; time < 8; time++) await rest.stranger.admin.get('/v1/records/companies').expect(200);
    await free();
    const answers = (await Promise.all(asked)).map(({ status }) => status);
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(4 + 64);
  });
});

/** By the reader, if not said otherwise, on a connection of its own. */
async function asks(rest: Rest, path: string, { authorization = rest.reader.authorization, ...init }: Asking = {}) {
  return fetch(rest.url + path, { ...init, headers: { Authorization: authorization! } });
}

interface Asking {
  authorization?: string | undefined;
  method?: string;
  signal?: AbortSignal;
}

/** Has whatever reads events wait until it is let go. */
function holdEvents(rest: Rest): Promise<() => Promise<void>> {
  return holdTables(rest.pool, ['event']);
}

/** Statements that wait for a lock. */
async function waiting(rest: Rest): Promise<number> {
  const rows = await rest.sql(LOCK_WAITS);
  return rows.length;
}

/** A tool whose calls each wait until they are let go. */
function heldTool(rows?: PagedRows) {
  const free: (() => void)[] = [];
  const tool = defineTool({
    name: 'held',
    title: 'Held',
    description: 'Rows that are there when they are let go.',
    needs: 'read:data',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(z.object({})), total: z.int(), has_more: z.boolean() }),
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    cost: rows ? 'page' : 'record',
    ...(rows && { rows }),
    run: async () => {
      await new Promise<void>((resolve) => free.push(resolve));
      return { rows: [], total: 0, has_more: false };
    },
  });
  return { tool, free };
}

describe('a tool server that is asked by one workspace for many pages at once', () => {
  it('works on four of them, lets 64 requests wait, however many calls they make, and refuses more', async () => {
    const { tool, free } = heldTool({ key: 'rows' });
    const gateway = await startGateway({ tools: [tool], alone });
    const call = () => legacy(gateway, 'tools/call', { name: 'held', arguments: {} });
    const asked = Array.from({ length: 4 }, call);
    await eventually(async () => free.length === 4);
    const batch = Array.from({ length: 20 }, (_, id) => rpc('tools/call', { name: 'held', arguments: {} }, id));
    const together = send(gateway, { body: batch });
    asked.push(...Array.from({ length: 64 }, call));
    const refused = await Promise.race(asked);
    expect(JSON.parse(refused.json.result.content[0].text)).toMatchObject({ error: { code: 'rate_limited' } });
    expect(free).toHaveLength(4);
    for (let n = 0; n < 87; n++) {
      await eventually(async () => free.length > n);
      free[n]!();
    }
    const answers = (await Promise.all(asked)).map(({ json }) => json);
    const called = [...answers, ...(await together).json] as { result: { isError?: boolean } }[];
    expect(called.filter(({ result }) => !result.isError)).toHaveLength(87);
    await gateway.close();
  });

  it('counts a page whose caller has left, since it was worked on all the same, and begins none for one who left before', async () => {
    const { tool, free } = heldTool({ key: 'rows' });
    const gateway = await startGateway({ tools: [tool], alone });
    const left = new AbortController();
    const body = JSON.stringify(rpc('tools/call', { name: 'held', arguments: {} }));
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const asked = Array.from({ length: 6 }, () =>
      fetch(`${gateway.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, Authorization: 'Bearer reader' },
        body,
        signal: left.signal,
      }).catch(() => undefined),
    );
    await eventually(async () => free.length === 4);
    left.abort();
    await Promise.all(asked);
    const hungUp = () => gateway.lines.filter(({ message }) => message.startsWith('the client hung up')).length;
    await eventually(() => hungUp() === 6);
    expect(gateway.gatekeeper.weighed).toEqual([]);
    for (const letGo of free) letGo();
    const characters = JSON.stringify({ rows: [], total: 0, has_more: false }).length;
    await eventually(() => gateway.gatekeeper.weighed.length === 4);
    expect(gateway.gatekeeper.weighed).toEqual([characters, characters, characters, characters]);
    expect(free).toHaveLength(4);
    await gateway.close();
  });

  it('takes lists of the schema and conversations for pages as well', () => {
    const pages = TOOLS.filter(({ cost }) => cost === 'page').map(({ name }) => name);
    expect(pages).toEqual([
      ...['list_objects', 'list_attributes', 'list_options', 'list_stages', 'list_views', 'list_members'],
      ...['get_records', 'search_records', 'aggregate_records', 'search', 'fetch', 'get_timeline'],
      ...['list_conversations', 'get_conversation', 'list_record_conversations'],
      ...['batch_records', 'find_duplicates', 'merge_records', 'undo_changes'],
    ]);
  });

  it('works on four calls of a batch at once, whatever they ask for: all of them would stop it for long', async () => {
    const { tool, free } = heldTool();
    const gateway = await startGateway({ tools: [tool], alone });
    const body = Array.from({ length: 20 }, (_, id) => rpc('tools/call', { name: 'held', arguments: {} }, id));
    const answered = send(gateway, { body });
    for (let n = 0; n < 20; n++) {
      await eventually(async () => free.length > n);
      expect(free.length).toBeLessThanOrEqual(n + 4);
      free[n]!();
    }
    const answers = (await answered).json as { result: { isError?: boolean } }[];
    expect(answers.filter(({ result }) => !result.isError)).toHaveLength(20);
    await gateway.close();
  });
});
