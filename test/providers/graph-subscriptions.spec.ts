import { eventually } from '../support/eventually.js';
import { startListener, startProviders, type Listener, type Providers } from './support/providers.js';

interface Notification {
  subscriptionId: string;
  clientState: string;
  changeType?: string;
  lifecycleEvent?: string;
  resourceData?: { id: string };
}

const HOUR = 3_600_000;

let providers: Providers;
let listener: Listener;
let token: string;

beforeEach(async () => {
  providers = await startProviders({ graphMoveMs: 0 });
  listener = await startListener();
  token = (await providers.account('outlook', 'me@example.com')).access_token;
});
afterEach(async () => {
  await providers.close();
  await listener.close();
});

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const subscribe = (wish: object = {}, headers: Record<string, string> = { prefer: 'IdType="ImmutableId"' }) =>
  providers.ask<{ id: string; expirationDateTime: string }>('POST', '/graph/v1.0/subscriptions', {
    token,
    headers,
    json: {
      changeType: 'created,updated',
      resource: '/me/messages',
      clientState: 'our secret',
      notificationUrl: listener.url,
      lifecycleNotificationUrl: `${listener.url}/life`,
      expirationDateTime: inHours(1),
      ...wish,
    },
  });
const inbound = () => {
  const mail = { channel: 'outlook', account: 'me@example.com', from: 'ann@example.com', subject: 'Hi', text: 'Hi' };
  return providers.control<{ id: string }>('inbound', mail);
};
const heard = () => listener.heard.flatMap(({ body }) => body.value as Notification[]);

it('tells of a mail that came, with the secret of the subscription', async () => {
  const { body, status } = await subscribe();
  expect(status).toBe(201);
  const { id } = await inbound();
  await eventually(async () => listener.heard.length === 1);
  expect(heard()).toMatchObject([
    { subscriptionId: body.id, clientState: 'our secret', changeType: 'created', resourceData: { id } },
  ]);
});

it('names mails by the id that dies when the subscription was made without asking for the other', async () => {
  await subscribe({}, {});
  const { id } = await inbound();
  await eventually(async () => listener.heard.length === 1);
  expect(heard()[0]!.resourceData!.id).not.toBe(id);
});

it('tells of one folder only, when that was wished for', async () => {
  await subscribe({ resource: "/me/mailFolders('Inbox')/messages" });
  await providers.ask('POST', '/graph/v1.0/me/messages', { token, json: { subject: 'A draft' } });
  const { id } = await inbound();
  await eventually(async () => listener.heard.length > 0);
  expect(heard().map(({ resourceData }) => resourceData!.id)).toEqual([id]);
});

it('tells when what was sent has moved', async () => {
  await subscribe({ changeType: 'updated' });
  const json = { subject: 'Hi', toRecipients: [{ emailAddress: { address: 'ann@example.com' } }] };
  const headers = { prefer: 'IdType="ImmutableId"' };
  const { body } = await providers.ask('POST', '/graph/v1.0/me/messages', { token, json, headers });
  await providers.ask('POST', `/graph/v1.0/me/messages/${body.id}/send`, { token });
  await eventually(async () => listener.heard.length === 1);
  expect(heard()).toMatchObject([{ changeType: 'updated', resourceData: { id: body.id } }]);
});

it('is renewed, and tells nothing once it is deleted', async () => {
  const { id } = (await subscribe()).body;
  const path = `/graph/v1.0/subscriptions/${id}`;
  const expirationDateTime = inHours(100);
  const renewed = await providers.ask('PATCH', path, { token, json: { expirationDateTime } });
  expect(renewed).toMatchObject({ status: 200, body: { id, expirationDateTime } });
  expect((await providers.ask('DELETE', path, { token })).status).toBe(204);
  expect((await providers.ask('GET', path, { token })).status).toBe(404);
  await inbound();
  const { webhooks } = await providers.control<{ webhooks: unknown[] }>('webhooks');
  expect(webhooks).toEqual([]);
});

it.each([
  ['lives too long', () => ({ expirationDateTime: inHours(169) })],
  ['is over already', () => ({ expirationDateTime: inHours(-1) })],
  ['names no address', () => ({ notificationUrl: undefined })],
  ['has too long a secret', () => ({ clientState: 'x'.repeat(129) })],
  ['goes where nobody is', () => ({ notificationUrl: 'http://127.0.0.1:9/hook' })],
  ['goes to who does not do the handshake', () => ({ notificationUrl: `${providers.url}/healthz` })],
])('is refused when it %s', async (_what, wish) => {
  expect((await subscribe(wish())).status).toBe(400);
});

it('is refused when the handshake gives the token back as it stood in the address', async () => {
  const encoding = await startListener(encodeURIComponent);
  expect((await subscribe({ notificationUrl: encoding.url })).status).toBe(400);
  await encoding.close();
});

it('hears of its own life on command, and ends when it is removed', async () => {
  const { id } = (await subscribe()).body;
  for (const event of ['missed', 'reauthorizationRequired', 'subscriptionRemoved']) {
    expect(await providers.control('lifecycle', { account: 'me@example.com', event })).toEqual({ sent: 1 });
  }
  await eventually(async () => listener.heard.length === 3);
  expect(heard().map(({ lifecycleEvent, subscriptionId }) => [lifecycleEvent, subscriptionId])).toEqual([
    ['missed', id],
    ['reauthorizationRequired', id],
    ['subscriptionRemoved', id],
  ]);
  expect(listener.heard.map(({ url, body }) => [url.pathname, (body.value as Notification[])[0]!.clientState])).toEqual(
    Array.from({ length: 3 }, () => ['/hook/life', 'our secret']),
  );
  expect((await providers.ask('GET', `/graph/v1.0/subscriptions/${id}`, { token })).status).toBe(404);
});
