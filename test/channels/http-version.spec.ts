import { WebhookCaller } from '../../apps/rest-api/src/webhooks/webhook-caller.js';
import { callProvider } from '../../libs/channels/src/provider/provider-call.js';
import { readProvider } from '../../libs/channels/src/provider/provider-reader.js';
import { RawServer } from './support/raw-server.js';

/**
 * The extension of a TLS ClientHello that names the protocols on offer (RFC 7301 section 3.1): HTTP/1.1 and nothing
 * else.
 */
const HTTP_1_ALONE = '\0\u0010\0\u000b\0\t\bhttp/1.1';

async function callsAnEndpoint(url: string): Promise<void> {
  const caller = new WebhookCaller({ privateAddresses: true, httpsOnly: true });
  await caller.post({ url, headers: {}, body: '{}', signal: new AbortController().signal });
  await caller.close();
}

// Over HTTP/2, a request that the server says it did not process may be sent a second time by itself.
it.each<[string, (url: string) => Promise<unknown>]>([
  ['a call that sends', (url) => callProvider({ method: 'POST', url, json: {} })],
  ['a call that reads', (url) => readProvider({ url, token: 'secret' })],
  ['a call of a webhook', callsAnEndpoint],
])('%s offers HTTP/1.1 alone', async (_what, call) => {
  const server = await RawServer.start((socket) => socket.destroy());
  await call(server.url.replace('http:', 'https:'));
  await server.stop();
  expect(server.received).toContain(HTTP_1_ALONE);
});
