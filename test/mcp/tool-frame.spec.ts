import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { StubGatekeeper } from './support/actors.js';
import { seen } from './support/fake-tools.js';
import { SCREEN, startGateway, type Gateway } from './support/gateway.js';
import { legacy, modern, rpc, toolErrorOf, type Answer } from './support/wire.js';

describe('the frame around a tool', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.close());

  const call = (name: string, args?: object, token = 'writer'): Promise<Answer> =>
    legacy(gateway, 'tools/call', { name, ...(args && { arguments: args }) }, { authorization: `Bearer ${token}` });

  it('fills in defaults and gives the tool the actor, with the tool named in its provenance', async () => {
    const { json } = await call('echo', { text: 'x' });
    expect(json.result.structuredContent).toEqual({ text: 'x', by: 'Ada' });
    expect(seen.actor?.via.tool).toBe('echo');
  });

  it('counts the schemas that a tool uses until it has answered', async () => {
    await call('echo', { text: 'x' });
    expect(seen.use?.isOver).toBe(true);
  });

  it('refuses bad arguments as a tool error that says what to mend', async () => {
    const { status, json, headers } = await call('echo', { txt: 'x', times: 0 });
    expect([status, json.result.isError, 'structuredContent' in json.result]).toEqual([200, true, false]);
    expect(toolErrorOf({ json } as Answer)).toEqual({
      type: 'invalid_request_error',
      code: 'validation_type',
      reason: 'invalid_input',
      message: 'text: is required and must be of type string. (and 2 more)',
      issues: [
        { path: 'text', message: 'is required and must be of type string.', expected: 'string' },
        { path: 'times', message: 'must be at least 1.' },
        { path: 'txt', message: 'is not an argument of this tool.', allowed: ['text', 'times'] },
      ],
      requestId: headers['x-request-id'],
    });
  });

  it('says of what is no number that an integer is expected, where one is', async () => {
    const { issues } = toolErrorOf(await call('echo', { text: 'x', times: 'three' }));
    expect(issues).toEqual([{ path: 'times', message: 'must be of type integer.', expected: 'integer' }]);
  });

  it('takes a call without arguments for one with none', async () => {
    expect(toolErrorOf(await call('echo')).issues[0].path).toBe('text');
  });

  it('refuses a tool whose capability the connection lacks, naming the screen, never as an HTTP challenge', async () => {
    const answer = await call('change', { fate: 'fine' }, 'reader');
    expect([answer.status, answer.headers['www-authenticate'], answer.json.result.isError]).toEqual([
      200,
      undefined,
      true,
    ]);
    expect(toolErrorOf(answer)).toMatchObject({ type: 'forbidden_error', code: 'forbidden' });
    expect(toolErrorOf(answer).message).toContain('write:data');
    expect(toolErrorOf(answer).message).toContain(SCREEN);
    expect((await call('change', { fate: 'fine' })).json.result.structuredContent).toEqual({ changed: true });
  });

  it('refuses for the capability before it says anything about the arguments', async () => {
    expect(toolErrorOf(await call('change', { nonsense: 1 }, 'reader')).type).toBe('forbidden_error');
  });

  it.each([
    [
      'missing',
      {
        type: 'invalid_request_error',
        code: 'not_found',
        reason: 'record_not_found',
        message: expect.stringMatching(/^Record not found\./),
      },
    ],
    [
      'conflict',
      { type: 'invalid_request_error', code: '', reason: 'not_a_draft', message: 'The message is not a draft.' },
    ],
    ['forbidden', { type: 'forbidden_error', code: 'forbidden', reason: 'not_allowed', message: 'Not yours.' }],
  ])('maps the domain error %s through the table that REST uses', async (fate, error) => {
    const answer = await call('change', { fate });
    expect(toolErrorOf(answer)).toEqual({ ...error, requestId: answer.headers['x-request-id'] });
    expect(answer.json.result.structuredContent).toBeUndefined();
  });

  it('names the screen, too, when the domain finds a capability missing while the tool is at work', async () => {
    const answer = await call('change', { fate: 'lacking' });
    const message = `This connection does not have the capability send:messages ("Read, write and send"). Its owner can grant it at ${SCREEN}`;
    expect(toolErrorOf(answer)).toMatchObject({ type: 'forbidden_error', code: 'forbidden', message });
  });

  it('says that a result is too long for clients where nothing of it can be left out', async () => {
    gateway.lines.length = 0;
    const fits = await call('echo', { text: 'x'.repeat(1000), times: 149 });
    expect(fits.json.result.isError).toBeUndefined();
    const answer = await call('echo', { text: 'x'.repeat(1000), times: 150 });
    expect(answer.text.length).toBeLessThan(1000);
    const message = expect.stringMatching(/^The result has 150\d\d\d characters; .* at most 150000/);
    expect(toolErrorOf(answer)).toMatchObject({ type: 'invalid_error', code: '', message });
    expect(gateway.lines).toEqual([]);
  });

  it.each(['crash', 'away', 'deep'])('masks the fault %s and keeps its text to the log', async (fate) => {
    gateway.lines.length = 0;
    const answer = await call('change', { fate });
    expect(answer.json.result.isError).toBe(true);
    expect(toolErrorOf(answer)).toMatchObject({ type: 'invalid_error', code: '' });
    expect(answer.text).not.toMatch(/secret|10\.0\.0\.7|duplicate/);
    const fields = { tool: 'change', request_id: answer.headers['x-request-id'], err: expect.any(Error) };
    expect(gateway.lines).toEqual([{ level: 'error', fields, message: expect.any(String) }]);
  });

  it('cuts a page that is too long for clients, and the next offset goes on where it was cut', async () => {
    let offset: number | undefined = 0;
    const ids: number[] = [];
    while (offset !== undefined) {
      const { json } = await call('pages', { width: 5000, offset });
      const { text } = json.result.content[0];
      expect(text.length).toBeLessThanOrEqual(150_000);
      expect(JSON.parse(text)).toEqual(json.result.structuredContent);
      const page = json.result.structuredContent;
      expect(page.has_more).toBe(page.next_offset !== undefined);
      ids.push(...page.rows.map(({ id }: { id: number }) => id));
      offset = page.next_offset;
    }
    expect(ids).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  it('leaves a page that fits alone', async () => {
    const { json } = await call('pages', { width: 10 });
    expect(json.result.structuredContent).toMatchObject({ total: 100, has_more: false });
  });
});

describe('time', () => {
  it('is up after the deadline: a tool error in words, and the work is told to stop', async () => {
    const gateway = await startGateway({ deadlineMs: 60 });
    const began = performance.now();
    const answer = await modern(gateway, 'tools/call', { name: 'slow', arguments: { ms: 60_000 } });
    expect(performance.now() - began).toBeLessThan(60_000);
    expect([answer.status, answer.json.result.isError]).toEqual([200, true]);
    expect(toolErrorOf(answer)).toMatchObject({ type: 'invalid_error', code: '' });
    expect(toolErrorOf(answer).message).toMatch(/did not finish within 0.06 seconds/);
    expect(seen.signal?.aborted).toBe(true);
    await gateway.close();
  });

  it('is not up for a tool that is quick enough', async () => {
    const gateway = await startGateway({ deadlineMs: 29_000 });
    const { json } = await legacy(gateway, 'tools/call', { name: 'slow', arguments: { ms: 20 } });
    expect(json.result.structuredContent).toEqual({ waited: 20 });
    expect(seen.signal?.aborted).toBe(false);
    await gateway.close();
  });

  it('runs from the arrival of the request, admission included', async () => {
    const stub = new StubGatekeeper();
    const admit = stub.admit.bind(stub);
    stub.admit = (bearer) => wait(300).then(() => admit(bearer));
    const gateway = await startGateway({ deadlineMs: 400, gatekeeper: stub });
    const answer = await legacy(gateway, 'tools/call', { name: 'slow', arguments: { ms: 250 } });
    expect(toolErrorOf(answer).message).toMatch(/did not finish/);
    await gateway.close();
  });

  it('stops the work when the client hangs up', async () => {
    const gateway = await startGateway();
    seen.signal = undefined;
    const body = JSON.stringify(rpc('tools/call', { name: 'slow', arguments: { ms: 30_000 } }));
    const outgoing = request(`${gateway.url}/mcp`, { method: 'POST', headers: { authorization: 'Bearer writer' } });
    outgoing.on('error', () => {});
    outgoing.end(body);
    await eventually(() => seen.signal !== undefined);
    outgoing.destroy();
    await eventually(() => seen.signal!.aborted);
    await eventually(() => gateway.lines.some(({ message }) => message.startsWith('the client hung up')));
    expect(gateway.lines.filter(({ level }) => level === 'error')).toEqual([]);
    await gateway.close();
  });
});

describe('a gateway whose clients take less', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway({ resultCharacters: 30_000 })));
  afterAll(() => gateway.close());

  it('cuts its pages shorter, and refuses what cannot be cut', async () => {
    const call = (name: string, args: object) =>
      legacy(gateway, 'tools/call', { name, arguments: args }, { authorization: 'Bearer writer' });
    const { json } = await call('pages', { width: 5000 });
    expect(json.result.content[0].text.length).toBeLessThanOrEqual(30_000);
    expect(json.result.structuredContent).toMatchObject({ has_more: true, next_offset: 5 });
    const failure = toolErrorOf(await call('echo', { text: 'x'.repeat(1000), times: 30 }));
    expect(failure.message).toMatch(/^The result has 30\d\d\d characters; .* at most 30000/);
  });
});
