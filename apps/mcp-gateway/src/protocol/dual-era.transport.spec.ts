import { DualEraTransport } from './dual-era.transport.js';
import { freeze } from './frozen.js';
import type { Call } from './json-rpc.js';

const ping = (id: number): Call => ({ jsonrpc: '2.0', id, method: 'ping' });

function transportOf(batch: boolean, ...calls: Call[]) {
  const replies: string[] = [];
  const transport = new DualEraTransport({ era: 'legacy', batch, calls }, freeze([]), (json) => replies.push(json));
  return { transport, read: () => replies.map((json) => JSON.parse(json)) };
}

describe('the transport of one POST', () => {
  it('answers what a failing server leaves open, and nothing twice', async () => {
    const { transport, read } = transportOf(true, ping(1), ping(2));
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    expect(read()).toEqual([]);
    transport.giveUp();
    transport.giveUp();
    const data = { reason: 'server_failure' };
    await transport.send({ jsonrpc: '2.0', id: 2, result: {} });
    expect(read()).toEqual([
      [
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 2, error: { code: -32603, message: 'Internal error.', data } },
      ],
    ]);
  });

  it('sends nothing but answers', async () => {
    const { transport, read } = transportOf(false, ping(1));
    await transport.send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 1, progress: 1 },
    });
    await transport.send({ jsonrpc: '2.0', id: 9, method: 'roots/list' });
    expect(read()).toEqual([]);
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    expect(read()).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });
});
