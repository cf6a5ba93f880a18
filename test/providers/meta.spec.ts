import { createHmac } from 'node:crypto';
import { eventually } from '../support/eventually.js';
import { startListener, startProviders, type Heard, type Listener, type Providers } from './support/providers.js';

interface Status {
  id: string;
  status: string;
  biz_opaque_callback_data?: string;
  errors?: { code: number }[];
}
interface Value {
  metadata: object;
  contacts?: object[];
  messages?: { id: string; text: { body: string }; context?: object }[];
  statuses?: Status[];
}
interface PageEvent {
  sender: { id: string };
  recipient: { id: string };
  message?: Record<string, unknown>;
  delivery?: object;
}
interface Conversations {
  data: {
    id: string;
    messages: { data: { id: string; message: string; created_time: string; from: { id: string } }[]; paging: Page };
  }[];
  paging: Page;
}
interface Page {
  cursors: { after: string };
  next?: string;
}

const NUMBER = '1000000001';
const PAGE = '2000000001';
const ACCOUNT = '3000000001';
const PERSON = '4000000001';
const SENDS: Record<string, string> = {
  facebook: `/meta/v25.0/${PAGE}/messages`,
  instagram: `/instagram/v25.0/${ACCOUNT}/messages`,
};

let providers: Providers;
let listener: Listener;
let tokens: Record<string, string>;

beforeEach(async () => {
  listener = await startListener();
  providers = await startProviders({ metaWebhookUrl: listener.url, metaAppSecret: 'app secret' });
  const token = async (channel: string, id: string, more?: object) =>
    (await providers.account(channel, id, more)).access_token;
  tokens = {
    whatsapp: await token('whatsapp', NUMBER, { address: '+15555550100' }),
    facebook: await token('facebook', PAGE, { name: 'Engines' }),
    instagram: await token('instagram', ACCOUNT, { address: 'engines' }),
  };
});
afterEach(async () => {
  await providers.close();
  await listener.close();
});

const whatsApp = (more: object = {}) =>
  providers.ask<{ messages: { id: string }[] }>('POST', `/meta/v25.0/${NUMBER}/messages`, {
    token: tokens.whatsapp,
    json: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+15555550101',
      type: 'text',
      text: { preview_url: false, body: 'Grüße/' },
      biz_opaque_callback_data: 'mark-1',
      ...more,
    },
  });
const toPerson = (channel: string, message: object = {}, more: object = {}) =>
  providers.ask<{ recipient_id: string; message_id: string }>('POST', SENDS[channel]!, {
    token: tokens[channel],
    json: { recipient: { id: PERSON }, messaging_type: 'RESPONSE', message: { text: 'Hello', ...message }, ...more },
  });
const heardBy = (count: number) => eventually(async () => listener.heard.length >= count);
const valueOf = ({ body }: Heard) => (body as { entry: { changes: { value: Value }[] }[] }).entry[0]!.changes[0]!.value;
const eventOf = ({ body }: Heard) => (body as { entry: { messaging: PageEvent[] }[] }).entry[0]!.messaging[0]!;

describe('WhatsApp', () => {
  it('takes a text and tells of it by our own mark', async () => {
    const answer = await whatsApp();
    const [{ id }] = answer.body.messages as [{ id: string }];
    expect(answer.body).toEqual({
      messaging_product: 'whatsapp',
      contacts: [{ input: '+15555550101', wa_id: '15555550101' }],
      messages: [{ id: expect.stringMatching(/^wamid\./) as string }],
    });
    await heardBy(2);
    const statuses = listener.heard.flatMap((heard) => valueOf(heard).statuses!);
    expect(statuses.map(({ status, biz_opaque_callback_data }) => [status, biz_opaque_callback_data])).toEqual([
      ['sent', 'mark-1'],
      ['delivered', 'mark-1'],
    ]);
    expect(statuses[0]!.id).toBe(id);
    const delivery = { channel: 'whatsapp', account: NUMBER, to: ['15555550101'], text: 'Grüße/', mark: 'mark-1' };
    expect(await providers.delivered('to=%2B15555550101')).toMatchObject([{ ...delivery, provider_message_id: id }]);
  });

  it('tells of a failure after the 200 to somebody who bounces', async () => {
    expect((await whatsApp({ to: '+15555550115' })).status).toBe(200);
    await heardBy(2);
    const last = valueOf(listener.heard[1]!).statuses![0]!;
    expect(last).toMatchObject({ status: 'failed', errors: [{ code: 131026 }], biz_opaque_callback_data: 'mark-1' });
  });

  it.each([
    [100, { messaging_product: 'telegraph' }],
    [131051, { type: 'image' }],
    [131009, { to: 'ann@example.com' }],
    [131009, { to: 'US.13491208655302741918' }],
    [131009, { to: undefined, recipient: '+15555550101' }],
    [131008, { text: {} }],
    [100, { text: { body: 'x'.repeat(4097) } }],
    [100, { biz_opaque_callback_data: 'x'.repeat(513) }],
  ])('refuses with %d what says %j', async (code, more) => {
    const { status, body } = await whatsApp(more);
    expect([status, body]).toMatchObject([400, { error: { code, type: 'OAuthException' } }]);
    expect(await providers.delivered()).toEqual([]);
  });

  it('knows people who show no number by an id', async () => {
    const person = 'US.13491208655302741918';
    const answer = await whatsApp({ to: undefined, recipient: person });
    expect(answer.body).toMatchObject({ contacts: [{ input: person, user_id: person }] });
    await providers.control('inbound', { channel: 'whatsapp', account: NUMBER, from: person, text: 'Hi', name: 'Ann' });
    await heardBy(3);
    const [sent, , said] = listener.heard.map(valueOf);
    expect(sent!.statuses![0]).toMatchObject({ status: 'sent', recipient_user_id: person });
    expect(said).toMatchObject({
      contacts: [{ profile: { name: 'Ann' }, user_id: person }],
      messages: [{ from_user_id: person }],
    });
    for (const news of [sent!.statuses![0], said!.contacts![0], said!.messages![0]])
      for (const number of ['recipient_id', 'wa_id', 'from']) expect(news).not.toHaveProperty(number);
  });

  it('sends to the number where an id is given beside it', async () => {
    const answer = await whatsApp({ recipient: 'US.13491208655302741918' });
    expect(answer.body).toMatchObject({ contacts: [{ wa_id: '15555550101' }] });
  });

  it('lets people write, with whom they answer', async () => {
    const incoming = { channel: 'whatsapp', account: NUMBER, from: '+15555550101', text: 'Hi', name: 'Ann' };
    const { id } = await providers.control('inbound', { ...incoming, reply_to: 'wamid.X' });
    await heardBy(1);
    expect(valueOf(listener.heard[0]!)).toMatchObject({
      metadata: { display_phone_number: '15555550100', phone_number_id: NUMBER },
      contacts: [{ profile: { name: 'Ann' }, wa_id: '15555550101' }],
      messages: [{ id, from: '15555550101', type: 'text', text: { body: 'Hi' }, context: { id: 'wamid.X' } }],
    });
  });

  it('of a strict number goes only to who wrote', async () => {
    await providers.account('whatsapp', NUMBER, { strict: true });
    expect((await whatsApp()).body).toMatchObject({ error: { code: 131047 } });
    await providers.control('inbound', { channel: 'whatsapp', account: NUMBER, from: '+15555550101', text: 'Hi' });
    expect((await whatsApp()).status).toBe(200);
  });
});

describe.each(['facebook', 'instagram'])('the Send API of %s', (channel) => {
  const account = channel === 'facebook' ? PAGE : ACCOUNT;

  it('takes a text, and shows it in the conversation, from us, in whole seconds', async () => {
    const { body } = await toPerson(channel);
    expect(body).toEqual({ recipient_id: PERSON, message_id: expect.any(String) as string });
    const platform = channel === 'facebook' ? 'messenger' : 'instagram';
    const query = `platform=${platform}&user_id=${PERSON}&fields=messages.limit(20){id,created_time,from,message}`;
    const path = SENDS[channel]!.replace('/messages', `/conversations?${query}`);
    const { data } = (await providers.ask<Conversations>('GET', path, { token: tokens[channel] })).body;
    expect(data[0]!.messages.data).toEqual([
      {
        id: body.message_id,
        created_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/) as string,
        from: expect.objectContaining({ id: account }) as object,
        message: 'Hello',
      },
    ]);
  });

  it('echoes what was sent, with our mark only where the provider carries one', async () => {
    const { message_id } = (await toPerson(channel, { metadata: 'mark-1' })).body;
    await heardBy(1);
    const mark = channel === 'facebook' ? { metadata: 'mark-1' } : {};
    expect(listener.heard[0]!.body.object).toBe(channel === 'facebook' ? 'page' : 'instagram');
    expect(eventOf(listener.heard[0]!)).toMatchObject({ sender: { id: account }, recipient: { id: PERSON } });
    expect(eventOf(listener.heard[0]!).message).toEqual({
      mid: message_id,
      text: 'Hello',
      is_echo: true,
      app_id: expect.any(Number) as number,
      ...mark,
    });
    expect(await providers.delivered()).toMatchObject([{ to: [PERSON], mark: mark.metadata ?? null }]);
  });

  it('refuses who never wrote, texts that are too long, and what is no message', async () => {
    const subcode = channel === 'facebook' ? 2018001 : 2534014;
    const stranger = await toPerson(channel, {}, { recipient: { id: 'ann@example.com' } });
    expect(stranger).toMatchObject({ status: 400, body: { error: { code: 100, error_subcode: subcode } } });
    const long = channel === 'facebook' ? 'x'.repeat(2001) : 'ü'.repeat(501);
    for (const refused of [{ message: { text: long } }, { message: {} }, { recipient: {} }]) {
      expect(await toPerson(channel, {}, refused)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
    }
    expect(await providers.delivered()).toEqual([]);
  });

  it('of a strict account reaches only who wrote', async () => {
    await providers.account(channel, account, { strict: true });
    expect((await toPerson(channel)).status).toBe(400);
    await providers.control('inbound', { channel, account, from: PERSON, text: 'Hi' });
    expect((await toPerson(channel)).status).toBe(200);
  });

  it('lets people write and answer', async () => {
    const { id } = await providers.control('inbound', { channel, account, from: PERSON, text: 'Hi', reply_to: 'm_1' });
    await heardBy(1);
    expect(eventOf(listener.heard[0]!)).toMatchObject({
      sender: { id: PERSON },
      recipient: { id: account },
      message: { mid: id, text: 'Hi', reply_to: { mid: 'm_1' } },
    });
  });

  it('is refused to the tokens of others, and to accounts that are not theirs', async () => {
    const path = SENDS[channel]!;
    expect(await providers.ask('POST', path, { token: 'nonsense', json: {} })).toMatchObject({
      status: 401,
      body: { error: { code: 190 } },
    });
    const other = path.replace(account, '9');
    expect(await providers.ask('POST', other, { token: tokens[channel], json: {} })).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 33 } },
    });
  });
});

describe('conversations', () => {
  it('come newest first and in pages, each with everybody of it', async () => {
    for (const from of ['psid-ann', 'psid-bob']) {
      await providers.control('inbound', { channel: 'facebook', account: PAGE, from, text: `I am ${from}` });
    }
    const get = (path: string) => providers.ask<Conversations>('GET', path, { token: tokens.facebook });
    const path = `/meta/v25.0/${PAGE}/conversations?platform=messenger&limit=1&fields=participants,messages{message}`;
    const first = (await get(path)).body;
    const second = (await get(first.paging.next!)).body;
    expect([...first.data, ...second.data]).toMatchObject([
      { participants: { data: [{ id: PAGE, name: 'Engines' }, { id: 'psid-bob' }] } },
      { participants: { data: [{ id: PAGE }, { id: 'psid-ann' }] } },
    ]);
    expect(second.paging).not.toHaveProperty('next');
    const [{ id, messages }] = second.data as [Conversations['data'][0]];
    expect((await get(`/meta/v25.0/${id}?fields=messages{message}`)).body).toMatchObject({ id, messages });
    const message = await get(`/meta/v25.0/${messages.data[0]!.id}?fields=message`);
    expect(message.body).toMatchObject({ message: 'I am psid-ann' });
  });

  const read = async (channel: 'facebook' | 'instagram', path: string, fields: string) => {
    const host = SENDS[channel]!.replace(/\/[^/]+\/messages$/, '');
    const found = await providers.ask<Conversations>('GET', `${host}/${path}fields=${fields}`, {
      token: tokens[channel],
    });
    return found.body;
  };

  it.each([
    ['facebook', PAGE, 'messenger', 'words'],
    ['instagram', ACCOUNT, 'instagram', undefined],
  ] as const)('of %s go further back page by page', async (channel, account, platform, seen) => {
    await providers.control('inbound', { channel, account, from: PERSON, text: 'words' });
    await providers.control('elsewhere', { channel, account, to: PERSON, text: 'newer', times: 25 });
    const fields = 'id,messages.limit(20){id,message}';
    const { data } = await read(channel, `${account}/conversations?platform=${platform}&user_id=${PERSON}&`, fields);
    const [{ id, messages }] = data as [Conversations['data'][0]];
    expect([messages.data.length, messages.paging.next]).toEqual([20, expect.any(String)]);
    const older = await read(channel, `${id}/messages?limit=50&after=${messages.paging.cursors.after}&`, 'id,message');
    expect([older.data.length, older.paging.next]).toEqual([6, undefined]);
    expect(older.data.at(-1)).toMatchObject({ id: expect.any(String) as string });
    expect((older.data.at(-1) as { message?: string }).message).toBe(seen);
  });

  it('have the time of a clock that is not ours, and texts whose whitespace is plain', async () => {
    await providers.control('behaviour', { meta_clock_ms: -50_000, meta_tidies_texts: true });
    await toPerson('facebook', { text: ' Two\n\nlines ' });
    await heardBy(1);
    const path = `${PAGE}/conversations?platform=messenger&`;
    const [{ messages }] = (await read('facebook', path, 'messages{message,created_time}')).data as [
      Conversations['data'][0],
    ];
    expect(messages.data[0]!.message).toBe('Two lines');
    expect(Date.now() - Date.parse(messages.data[0]!.created_time)).toBeGreaterThan(45_000);
    expect(eventOf(listener.heard[0]!).message).toMatchObject({ text: 'Two lines' });
  });

  it('hold what the page’s owner wrote with another app, whose echo says so', async () => {
    const { ids } = await providers.control('elsewhere', {
      channel: 'facebook',
      account: PAGE,
      to: PERSON,
      text: 'By hand',
    });
    await heardBy(1);
    const { message } = eventOf(listener.heard[0]!);
    expect(message).toMatchObject({ mid: (ids as string[])[0], text: 'By hand', is_echo: true });
    expect(message).not.toHaveProperty('metadata');
    expect(await providers.delivered()).toEqual([]);
  });

  it('of another platform are refused', async () => {
    const path = `/meta/v25.0/${PAGE}/conversations?platform=instagram`;
    expect((await providers.ask('GET', path, { token: tokens.facebook })).status).toBe(400);
  });
});

describe("Instagram's token", () => {
  const refresh = (token: string) =>
    providers.ask('GET', `/instagram/refresh_access_token?grant_type=ig_refresh_token&access_token=${token}`);

  it('is exchanged for another while it is good', async () => {
    const { body } = await refresh(tokens.instagram!);
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 });
    const me = await providers.ask('GET', '/instagram/v25.0/me', { token: String(body.access_token) });
    expect(me.body).toMatchObject({ user_id: ACCOUNT, username: 'engines' });
    await providers.control('tokens/expire', { channel: 'instagram', kind: 'access' });
    expect((await refresh(tokens.instagram!)).body).toMatchObject({ error: { code: 190 } });
  });
});

describe('a webhook', () => {
  it('is signed over its bytes, which are not those of its JSON written anew', async () => {
    await whatsApp({ text: { body: 'Grüße/' }, biz_opaque_callback_data: 'ü/' });
    await heardBy(1);
    const { text, body, headers } = listener.heard[0]!;
    const signature = createHmac('sha256', 'app secret').update(text).digest('hex');
    expect(headers['x-hub-signature-256']).toBe(`sha256=${signature}`);
    expect(text).toContain('"\\u00fc\\/"');
    expect(text).not.toBe(JSON.stringify(body));
  });

  it('goes nowhere without an address', async () => {
    await providers.control('behaviour', { meta_webhook_url: null });
    await whatsApp();
    expect(await providers.control('webhooks')).toEqual({ webhooks: [], open: 0, given_up: 0 });
  });

  it('is preceded by a handshake, for those who want to see it', async () => {
    expect(await providers.control('webhooks/verify', {})).toMatchObject({ ok: true, status: 200 });
    expect(await providers.control('webhooks/verify', { verify_token: 'wrong' })).toMatchObject({
      ok: false,
      status: 403,
    });
  });
});
