import { setImmediate } from 'node:timers/promises';
import { WebhookCaller } from '../../apps/rest-api/src/webhooks/webhook-caller.js';
import { refusedAddress } from '../../apps/rest-api/src/webhooks/public-address.js';
import { pathsOf } from '../support/answers.js';
import { Rest } from '../support/rest.js';
import { Receiver } from './support/receiver.js';

const call = (url: string) => ({ url, headers: {}, body: '{}', signal: new AbortController().signal });

describe('calls to other people’s endpoints', () => {
  let receiver: Receiver;
  beforeEach(async () => (receiver = await Receiver.start()));
  afterEach(() => receiver.stop());

  it.each([
    ...['127.0.0.1', '127.9.9.9', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::a00:1', '2002:7f00:1::', '2001:db8::1'],
    // IPv4 in the first guise that IPv6 had for it, and what is given out to nobody.
    ...['::7f00:1', '::a9fe:a9fe', '1::1', '4000::1', 'fec0::1', '64:ff9b:1::7f00:1'],
  ])('never go to %s', (address) => {
    expect(refusedAddress(address)).toEqual(expect.any(String));
  });

  it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111'])('may go to %s', (address) => {
    expect(refusedAddress(address)).toBeUndefined();
  });

  it('judge a name by the address it has at the moment of the call', async () => {
    const caller = new WebhookCaller({ privateAddresses: false, httpsOnly: false });
    const { port } = new URL(receiver.url);
    expect(caller.refusal(`http://localhost:${port}/`)).toBeUndefined();
    expect(await caller.post(call(`http://localhost:${port}/`))).toEqual({
      http_status: null,
      error: 'The host is not at a public address.',
    });
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '2130706433', '0x7f.1', '127.1'])
      expect((await caller.post(call(`http://${host}:${port}/`))).error).toContain('Only public addresses');
    expect(receiver.received).toEqual([]);
    await caller.close();
  });

  it('look names up without the few threads that all connections of the process share', async () => {
    const caller = new WebhookCaller({ privateAddresses: false, httpsOnly: false });
    const posted = caller.post(call('http://nowhere.invalid/'));
    await setImmediate();
    expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
    expect((await posted).error).toMatch(/host/);
    await caller.close();
  });

  it('give up on an endpoint that never answers', async () => {
    const caller = new WebhookCaller({ privateAddresses: true, httpsOnly: false, timeoutMs: 200 });
    receiver.behaviour = () => undefined;
    expect(await caller.post(call(receiver.url))).toEqual({
      http_status: null,
      error: 'No answer within 0.2 seconds.',
    });
    await caller.close();
  });

  it('take nothing in from an endpoint that never stops answering', async () => {
    const caller = new WebhookCaller({ privateAddresses: true, httpsOnly: false, timeoutMs: 60_000 });
    receiver.behaviour = (_, response) => {
      response.writeHead(200);
      const pour = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.once('close', () => clearInterval(pour));
    };
    expect(await caller.post(call(receiver.url))).toEqual({ http_status: 200, error: null });
    await caller.close();
  });

  it('say what is wrong in their own words', async () => {
    const caller = new WebhookCaller({ privateAddresses: true, httpsOnly: false });
    await receiver.stop();
    const { port } = { port: 9 };
    expect((await caller.post(call(`http://127.0.0.1:${port}/`))).error).toBe('Nothing answers at this address.');
    expect((await caller.post(call('http://nowhere.invalid/'))).error).toMatch(/host/);
    await caller.close();
    receiver = await Receiver.start();
  });

  it('are https alone where that is asked for', () => {
    const caller = new WebhookCaller({ privateAddresses: false, httpsOnly: true });
    expect(caller.refusal('http://example.com')).toBe('Only https addresses are allowed.');
    expect(caller.refusal('https://example.com')).toBeUndefined();
  });
});

describe('a deployment', () => {
  it('refuses webhooks to its own network unless it is told otherwise', async () => {
    const rest = await Rest.start({ CREDENTIALS_KEYS: new Map([['k', Buffer.alloc(32)]]) });
    for (const url of ['http://127.0.0.1:80/', 'http://169.254.169.254/latest/meta-data', 'https://[::1]/'])
      expect(pathsOf(await rest.admin.post('/v1/webhooks', { url }))).toEqual(['url']);
    await rest.stop();
  });

  it('has no webhooks without keys for their secrets, and says what is missing', async () => {
    const rest = await Rest.start();
    const { body } = await rest.admin.post('/v1/webhooks', { url: 'https://example.com' }).expect(503);
    expect(body.message).toContain('CREDENTIALS_KEYS');
    await rest.stop();
  });
});
