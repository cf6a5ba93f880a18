import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { OAuth2Client } from 'google-auth-library';
import { eventually } from '../support/eventually.js';
import { mime, startListener, startProviders, type Listener, type Providers } from './support/providers.js';

const MAIL = { channel: 'gmail', account: 'me@example.com', from: 'ann@example.com', subject: 'Hi', text: 'Hi' };
const TOPIC = 'projects/crm/topics/gmail';

let providers: Providers;
let listener: Listener;

beforeEach(async () => {
  listener = await startListener();
  providers = await startProviders({ gmailPushUrl: listener.url, metaWebhookUrl: listener.url });
});
afterEach(async () => {
  await providers.close();
  await listener.close();
});

describe('how webhooks travel', () => {
  beforeEach(() => providers.account('facebook', '2000000001'));

  const write = (text: string) =>
    providers.control('inbound', { channel: 'facebook', account: '2000000001', from: 'psid-ann', text });
  const behave = (change: object) => providers.control('behaviour', change);
  const texts = () =>
    listener.heard.map(({ body }) => {
      const { entry } = body as { entry: { messaging: { message: { text: string } }[] }[] };
      return entry[0]!.messaging[0]!.message.text;
    });
  const heard = async (count: number) => {
    await eventually(async () => listener.heard.length >= count);
    return texts();
  };

  it('is once and in order', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await write(text);
    expect(await heard(5)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('can be twice, held back, and the other way round', async () => {
    await behave({ paused: true, copies: 2, order: 'reversed' });
    for (const text of ['1', '2']) await write(text);
    expect(texts()).toEqual([]);
    await behave({ paused: false });
    expect(await heard(4)).toEqual(['2', '2', '1', '1']);
  });

  it('can be in any order, and then nothing is lost', async () => {
    await behave({ paused: true, order: 'shuffled' });
    const all = Array.from({ length: 20 }, (_, n) => String(n));
    for (const text of all) await write(text);
    await behave({ paused: false });
    expect((await heard(20)).sort()).toEqual(all.sort());
  });

  it('is again when it was not taken', async () => {
    listener.answers.push(500);
    await write('1');
    expect(await heard(2)).toEqual(['1', '1']);
    await eventually(async () => (await log()).length === 2);
    expect(await log()).toMatchObject([
      { about: 'meta', status: 500, attempt: 1 },
      { about: 'meta', status: 200, attempt: 2 },
    ]);
  });

  it('is not again when that is not wanted', async () => {
    await behave({ retries: 0 });
    listener.answers.push(500);
    await write('1');
    await write('2');
    expect(await heard(2)).toEqual(['1', '2']);
  });

  it('counts as open until it is taken or given up', async () => {
    await behave({ paused: true });
    await write('1');
    expect(await progress()).toMatchObject({ open: 1, given_up: 0 });
    listener.answers.push(500, 500, 500);
    await behave({ paused: false });
    await heard(1);
    // Not taken: to be posted again.
    expect(await progress()).toMatchObject({ open: 1, given_up: 0 });
    listener.answers.splice(0);
    await heard(2);
    await eventually(async () => (await progress()).open === 0);
    await behave({ retries: 0 });
    listener.answers.push(500);
    await write('2');
    await eventually(async () => (await progress()).given_up === 1);
    expect(await progress()).toMatchObject({ open: 0 });
  });

  const progress = () => providers.control<{ open: number; given_up: number }>('webhooks');
  const log = async () => (await providers.control<{ webhooks: object[] }>('webhooks')).webhooks;
});

describe("Gmail's push", () => {
  let token: string;

  beforeEach(async () => {
    token = (await providers.account('gmail', 'me@example.com')).access_token;
  });

  const watch = (json: object = { topicName: TOPIC, labelIds: ['INBOX'] }) =>
    providers.ask('POST', '/gmail/v1/users/me/watch', { token, json });
  const pushed = () =>
    listener.heard.map(({ body }) => {
      const { message } = body as { message: { data: string } };
      return JSON.parse(Buffer.from(message.data, 'base64').toString()) as { emailAddress: string; historyId: number };
    });

  it('tells of a mail in a watched mailbox, by a history id that leads to it', async () => {
    const { historyId, expiration } = (await watch()).body;
    expect(Number(expiration)).toBeGreaterThan(Date.now());
    const { id } = await providers.control<{ id: string }>('inbound', MAIL);
    await eventually(async () => listener.heard.length === 1);
    expect(listener.heard[0]!.body).toMatchObject({ subscription: 'projects/crm/subscriptions/gmail' });
    expect(pushed()).toEqual([{ emailAddress: 'me@example.com', historyId: expect.any(Number) as number }]);
    const history = await providers.ask('GET', `/gmail/v1/users/me/history?startHistoryId=${historyId}`, { token });
    expect(history.body).toMatchObject({
      history: [{ id: String(pushed()[0]!.historyId), messagesAdded: [{ message: { id } }] }],
    });
  });

  it('carries a token that Google’s own library accepts with our keys', async () => {
    await watch();
    await providers.control('inbound', MAIL);
    await eventually(async () => listener.heard.length === 1);
    const idToken = listener.heard[0]!.headers.authorization!.replace('Bearer ', '');
    const pems = `${providers.url}/gmail/oauth2/v1/certs`;
    const client = new OAuth2Client({ endpoints: { oauth2FederatedSignonPemCertsUrl: pems } });
    const ticket = await client.verifyIdToken({ idToken, audience: listener.url });
    expect(ticket.getPayload()).toMatchObject({ email: 'gmail-push@example.com', email_verified: true });
    await expect(client.verifyIdToken({ idToken, audience: 'https://another.example.com' })).rejects.toThrow(
      'audience',
    );

    const { body } = await providers.ask<{ keys: JsonWebKey[] }>('GET', '/gmail/oauth2/v3/certs');
    const [header, claims, signature] = idToken.split('.') as [string, string, string];
    const key = createPublicKey({ key: body.keys[0]!, format: 'jwk' });
    expect(verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
  });

  it('is about watched labels only, and ends with stop', async () => {
    await watch();
    const raw = mime({ To: 'ann@example.com', Subject: 'x' }, 'x');
    await providers.ask('POST', '/gmail/v1/users/me/drafts', { token, json: { message: { raw } } });
    await providers.control('inbound', MAIL);
    await eventually(async () => listener.heard.length === 1);
    expect((await providers.ask('POST', '/gmail/v1/users/me/stop', { token })).status).toBe(204);
    await providers.control('inbound', MAIL);
    expect(await providers.control('webhooks')).toMatchObject({ webhooks: [{ about: 'gmail' }] });
  });

  it('needs a topic', async () => {
    expect((await watch({ topicName: 'gmail' })).status).toBe(400);
  });
});
