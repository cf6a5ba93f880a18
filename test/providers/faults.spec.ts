import { eventually } from '../support/eventually.js';
import { mime, startProviders, type Providers } from './support/providers.js';

type Channel = 'gmail' | 'outlook' | 'whatsapp' | 'facebook' | 'instagram';

const CHANNELS: Channel[] = ['gmail', 'outlook', 'whatsapp', 'facebook', 'instagram'];
const ACCOUNTS = { gmail: 'me@example.com', outlook: 'me@example.com', whatsapp: '1', facebook: '2', instagram: '3' };
const PEOPLE = {
  gmail: (magic?: string) => (magic ? `${magic}@sandbox.example.com` : 'ann@example.com'),
  outlook: (magic?: string) => (magic ? `${magic}@sandbox.example.com` : 'ann@example.com'),
  whatsapp: (magic?: string) => `+15555550${PHONES[magic ?? ''] ?? 100}`,
  facebook: (magic?: string) => (magic ? `psid-${magic}` : '4000000001'),
  instagram: (magic?: string) => (magic ? `igsid-${magic}` : '4000000001'),
};
const PHONES: Record<string, number> = {
  reject: 111,
  ratelimit: 112,
  timeout: 113,
  lost: 114,
  bounce: 115,
  echo: 116,
  window: 117,
  falsealarm: 118,
};

let providers: Providers;
const tokens = new Map<Channel, string>();

beforeEach(async () => {
  providers = await startProviders({ graphMoveMs: 0 });
  for (const channel of CHANNELS) {
    tokens.set(channel, (await providers.account(channel, ACCOUNTS[channel])).access_token);
  }
});
afterEach(() => providers.close());

const script = (fault: object) => providers.control<{ id: number }>('faults', fault);

/** What can be called once to send a text; mail has its draft then. */
async function ready(channel: Channel, to = PEOPLE[channel](), text = 'Hello'): Promise<[path: string, json?: object]> {
  const token = tokens.get(channel);
  if (channel === 'gmail') {
    const raw = mime({ To: to, Subject: 'x', 'X-CRM-Message-Id': text }, text);
    const draft = await providers.ask('POST', '/gmail/v1/users/me/drafts', { token, json: { message: { raw } } });
    return ['/gmail/v1/users/me/drafts/send', { id: draft.body.id }];
  }
  if (channel === 'outlook') {
    const json = { subject: 'x', body: { content: text }, toRecipients: [{ emailAddress: { address: to } }] };
    const headers = { prefer: 'IdType="ImmutableId"' };
    const draft = await providers.ask('POST', '/graph/v1.0/me/messages', { token, json, headers });
    return [`/graph/v1.0/me/messages/${draft.body.id}/send`];
  }
  if (channel === 'whatsapp') {
    return ['/meta/v25.0/1/messages', { messaging_product: 'whatsapp', to, type: 'text', text: { body: text } }];
  }
  const host = channel === 'facebook' ? '/meta/v25.0/2' : '/instagram/v25.0/3';
  return [`${host}/messages`, { recipient: { id: to }, messaging_type: 'RESPONSE', message: { text } }];
}

/** The answer, or `broken` when there was none within a second of waiting in vain. */
async function call(channel: Channel, [path, json]: [string, object?]) {
  const token = tokens.get(channel);
  return providers
    .ask('POST', path, { token, json })
    .catch((error: Error) => ({ status: error.name, headers: undefined }));
}

const send = async (channel: Channel, to?: string, text?: string) => call(channel, await ready(channel, to, text));
const delivered = async (channel: Channel) => (await providers.delivered(`channel=${channel}`)).length;
const accepted = (channel: Channel) => (channel === 'outlook' ? 202 : 200);

describe.each(CHANNELS)('a send on %s', (channel) => {
  it('meets a scripted answer once, and is not accepted', async () => {
    await script({ channel, action: 'answer', status: 429, headers: { 'retry-after': '7' } });
    const { status, headers } = await send(channel);
    expect([status, headers!.get('retry-after')]).toEqual([429, '7']);
    expect(await delivered(channel)).toBe(0);
    expect((await send(channel)).status).toBe(accepted(channel));
  });

  it('can be accepted and answered with an error', async () => {
    await script({ channel, action: 'accept_then_answer', status: 503, body: { error: 'later' } });
    expect(await send(channel)).toMatchObject({ status: 503, body: { error: 'later' } });
    expect(await delivered(channel)).toBe(1);
  });

  it.each([
    ['reset_before', 0],
    ['reset_after', 1],
  ])('can end with %s, which delivers %d', async (action, count) => {
    await script({ channel, action });
    expect((await send(channel)).status).toBe('TypeError');
    expect(await delivered(channel)).toBe(count);
  });

  it.each([
    ['hang_before', 0],
    ['hang_after', 1],
  ])('can %s: nobody answers, which delivers %d', async (action, count) => {
    await script({ channel, action });
    const [path, json] = await ready(channel);
    const patience = new AbortController();
    const headers = { authorization: `Bearer ${tokens.get(channel)}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, signal: patience.signal, ...(json && { body: JSON.stringify(json) }) };
    const answer = fetch(providers.url + path, request).catch((error: Error) => error.name);
    await eventually(async () => (await outcomes('send')).includes('hang'));
    patience.abort();
    expect(await answer).toBe('AbortError');
    expect(await delivered(channel)).toBe(count);
  });

  it.each([
    ['reject', 0],
    ['ratelimit', 0],
    ['lost', 1],
    ['falsealarm', 1],
  ])('to %s does not succeed, and delivers %d', async (magic, count) => {
    expect((await send(channel, PEOPLE[channel](magic))).status).not.toBe(accepted(channel));
    expect(await delivered(channel)).toBe(count);
  });

  it('to ratelimit succeeds with the second try', async () => {
    const message = await ready(channel, PEOPLE[channel]('ratelimit'));
    const first = await call(channel, message);
    expect(first.status).toBe(channel === 'gmail' || channel === 'outlook' ? 429 : 400);
    expect((await call(channel, message)).status).toBe(accepted(channel));
    expect(await delivered(channel)).toBe(1);
  });
});

it('takes the second try on WhatsApp for the same message where the sender numbers its tries', async () => {
  const [path, json] = await ready('whatsapp', PEOPLE.whatsapp('ratelimit'));
  const attempt = (mark: string) => call('whatsapp', [path, { ...json, biz_opaque_callback_data: mark }]);
  expect((await attempt('message-1')).status).toBe(400);
  expect((await attempt('message-1/2')).status).toBe(200);
  expect((await attempt('message-2')).status).toBe(400);
});

const outcomes = async (name: string) => {
  const { calls } = await providers.control<{ calls: { outcome: unknown }[] }>(`calls?call=${name}`);
  return calls.map(({ outcome }) => outcome);
};

describe.each(['whatsapp', 'facebook', 'instagram'] as const)('on %s', (channel) => {
  it('window is refused because of the time', async () => {
    const code = channel === 'whatsapp' ? 131047 : 10;
    expect(await send(channel, PEOPLE[channel]('window'))).toMatchObject({ status: 400, body: { error: { code } } });
  });
});

describe('a script', () => {
  it('meets only the calls it was written for', async () => {
    await script({ channel: 'whatsapp', text: 'this', action: 'answer', status: 500 });
    expect((await send('whatsapp', undefined, 'that')).status).toBe(200);
    expect((await send('facebook', undefined, 'this')).status).toBe(200);
    expect((await send('whatsapp', undefined, 'this')).status).toBe(500);
  });

  it('is found by recipient and by mark, and a number with and without its plus', async () => {
    await script({ to: '15555550100', action: 'answer', status: 500 });
    await script({ mark: 'marked', action: 'answer', status: 503 });
    expect((await send('whatsapp')).status).toBe(500);
    expect((await send('gmail', undefined, 'marked')).status).toBe(503);
  });

  it('can be about another call than the send', async () => {
    await script({ channel: 'gmail', call: 'draft', action: 'answer', status: 503 });
    const [, json] = await ready('gmail');
    expect(json).toEqual({ id: undefined });
    await script({ channel: 'gmail', call: 'token', action: 'answer', status: 400, body: { error: 'invalid_grant' } });
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'crm' };
    expect((await providers.ask('POST', '/gmail/token', { form })).body).toEqual({ error: 'invalid_grant' });
  });

  it('lasts as often as it says, or until it is taken away', async () => {
    await script({ channel: 'whatsapp', action: 'answer', status: 500, times: 2 });
    const statuses = async () => [
      (await send('whatsapp')).status,
      (await send('whatsapp')).status,
      (await send('whatsapp')).status,
    ];
    expect(await statuses()).toEqual([500, 500, 200]);
    await script({ channel: 'whatsapp', action: 'answer', status: 500, times: 0 });
    expect(await statuses()).toEqual([500, 500, 500]);
    await providers.ask('DELETE', '/__control/faults');
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('of a share meets the same calls each time chance begins anew', async () => {
    const round = async () => {
      await providers.ask('DELETE', '/__control/faults?seed=7');
      await script({ channel: 'whatsapp', action: 'answer', status: 500, times: 0, share: 0.3 });
      const statuses = [];
      for (let n = 0; n < 40; n++) statuses.push((await send('whatsapp')).status);
      return statuses;
    };
    const first = await round();
    const met = first.filter((status) => status === 500).length;
    expect(met).toBeGreaterThan(4);
    expect(met).toBeLessThan(20);
    expect(await round()).toEqual(first);
  });

  it('can make a call slow, which changes nothing else', async () => {
    await script({ channel: 'whatsapp', action: 'slow', ms: 50 });
    expect((await send('whatsapp')).status).toBe(200);
    expect(await providers.control('faults')).toMatchObject({ faults: [{ action: 'slow', met: 1 }] });
  });

  it.each([{}, { action: 'explode' }, { action: 'answer', chanel: 'gmail' }])('cannot be %j', async (fault) => {
    await expect(script(fault)).rejects.toThrow('400');
  });
});

it('forgets everything when told', async () => {
  await send('whatsapp');
  await script({ action: 'answer', times: 0 });
  await providers.control('clear', {});
  expect(await providers.delivered()).toEqual([]);
  expect(await providers.control('calls')).toEqual({ count: 0, calls: [] });
  expect((await send('whatsapp')).status).toBe(401);
  tokens.set('whatsapp', (await providers.account('whatsapp', '1')).access_token);
  expect((await send('whatsapp')).status).toBe(200);
});
