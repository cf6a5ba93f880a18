import { startGateway, type Gateway } from './support/gateway.js';
import { legacy, modern, rpc, send, type Answer } from './support/wire.js';

const WORDS = 'plain, "quoted" \\ back, ä, Žluťoučký, 日本語, 🙂, \u2028';

describe('characters of every alphabet', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.close());

  const echo = { name: 'echo', arguments: { text: WORDS } };
  const echoed = { text: WORDS, by: 'Ada' };
  const expectEchoed = ({ json, headers, text }: Answer, result = json.result) => {
    expect(result.structuredContent).toEqual(echoed);
    expect(JSON.parse(result.content[0].text)).toEqual(echoed);
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
  };

  it('come back as they went, on either wire', async () => {
    expectEchoed(await legacy(gateway, 'tools/call', echo));
    expectEchoed(await modern(gateway, 'tools/call', echo));
  });

  it('come back in each answer of a batch', async () => {
    const body = [rpc('tools/call', echo, 'Ž'), rpc('nothing', {}, '語'), rpc('tools/call', echo, 3)];
    const answer = await send(gateway, { body, headers: { 'mcp-protocol-version': '2025-03-26' } });
    expect(answer.json.map(({ id }: { id: unknown }) => id)).toEqual(['Ž', '語', 3]);
    for (const { result } of [answer.json[0], answer.json[2]]) expectEchoed(answer, result);
  });

  it('come back in ids and in errors', async () => {
    const unknown = await send(gateway, { body: rpc('tools/call', { name: 'Ž語🙂' }, '語🙂') });
    expect(unknown.json).toMatchObject({
      id: '語🙂',
      error: { message: 'Unknown tool: Ž語🙂. tools/list names all tools.' },
    });
    const refused = await legacy(gateway, 'tools/call', { name: 'echo', arguments: { text: 1, 'Ž語🙂': 1 } });
    expect(refused.json.result.isError).toBe(true);
    expect(refused.json.result.content[0].text).toContain('Ž語🙂');
    const name = `=?base64?${Buffer.from('Ž語🙂').toString('base64')}?=`;
    const { json } = await modern(gateway, 'tools/call', { name: 'Ž語🙂' }, { 'mcp-name': name });
    expect(json.error.message).toBe('Unknown tool: Ž語🙂. tools/list names all tools.');
  });
});
