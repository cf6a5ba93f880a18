import { toolErrorOf, legacy, rpc, send } from './support/wire.js';
import { startGateway, type Gateway } from './support/gateway.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
  gateway.gatekeeper.recalls = true;
});
beforeEach(() => (gateway.gatekeeper.admitted = 0));
afterAll(() => gateway.close());

const asked = () => gateway.gatekeeper.admitted;
const call = (name: string, args: unknown, bearer = 'reader') =>
  legacy(gateway, 'tools/call', { name, arguments: args }, { authorization: `Bearer ${bearer}` });

describe('a connection that was seen before', () => {
  it('is not looked up for a tool whose own statement proves it', async () => {
    const { status, json } = await call('look', { at: 'it' });
    expect([status, json.result.structuredContent, asked()]).toEqual([200, { seen: true }, 0]);
  });

  it('is looked up once for everything else', async () => {
    expect((await legacy(gateway, 'tools/list')).status).toBe(200);
    expect((await call('echo', { text: 'a' })).json.result.structuredContent).toEqual({ text: 'a', by: 'Ada' });
    expect(asked()).toBe(2);
    const batch = [1, 2].map((id) => ({ ...rpc('tools/call', { name: 'look', arguments: { at: 'it' } }), id }));
    expect((await send(gateway, { body: JSON.stringify(batch) })).status).toBe(200);
    expect(asked()).toBe(3);
  });

  it('is looked up before it hears that anything is wrong', async () => {
    expect(toolErrorOf(await call('look', { at: 'missing' }))).toMatchObject({ code: 'not_found' });
    expect(toolErrorOf(await call('look', { at: 'elsewhere' }))).toMatchObject({ code: 'validation_type' });
    expect((await call('look', 'no object')).json.error.code).toBe(-32602);
    expect((await call('unknown', {})).json.error.code).toBe(-32602);
    expect((await send(gateway, { body: '{' })).status).toBe(400);
    expect(asked()).toBe(5);
  });

  it.each([
    ['whatever its statement finds', 'look', { at: 'gone' }],
    ['whatever is missing', 'look', { at: 'missing' }],
    ['whatever its input is', 'look', { at: 'elsewhere' }],
    ['whatever shape it has', 'look', 'no object'],
    ['whatever tool it names', 'unknown', {}],
  ])('is turned away once it was revoked, %s', async (_what, tool, args) => {
    const { status, headers, json } = await call(tool, args, 'revoked');
    expect([status, json.error]).toEqual([401, 'invalid_token']);
    expect(headers['www-authenticate']).toContain('error="invalid_token"');
    expect((await call(tool, args, 'lapsed')).status).toBe(403);
  });

  it.each(['{', '[]', 'null', JSON.stringify(rpc('nope'))])(
    'is turned away once it was revoked, with %s',
    async (body) => {
      expect((await send(gateway, { headers: { authorization: 'Bearer revoked' }, body })).status).toBe(401);
    },
  );

  it('is not looked up when time is up, which leaves no time for it', async () => {
    const slow = await startGateway({ deadlineMs: 60 });
    slow.gatekeeper.recalls = true;
    const body = rpc('tools/call', { name: 'look', arguments: { at: 'length' } });
    const answer = await send(slow, { headers: { authorization: 'Bearer reader' }, body: JSON.stringify(body) });
    expect(toolErrorOf(answer).message).toMatch(/did not finish/);
    expect(slow.gatekeeper.admitted).toBe(0);
    await slow.close();
  });

  it('is told by 503 when nothing can be said of it', async () => {
    expect((await call('look', { at: 'missing' }, 'early')).status).toBe(503);
    expect((await call('look', { at: 'missing' }, 'broken')).status).toBe(500);
  });
});
