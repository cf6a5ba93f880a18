import { eventually } from '../support/eventually.js';
import { startProviders, type Asking, type Providers } from './support/providers.js';

interface Message {
  id: string;
  isDraft: boolean;
  conversationId: string;
  internetMessageId: string;
  subject: string;
  toRecipients: { emailAddress: { address: string } }[];
}
interface List {
  value: (Message & { '@removed'?: object })[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
}

const ME = '/graph/v1.0/me';
const IMMUTABLE = { prefer: 'IdType="ImmutableId"' };
const MARK_ID = 'String {6ba7b810-9dad-11d1-80b4-00c04fd430c8} Name crm-message-id';
const to = (...addresses: string[]) => addresses.map((address) => ({ emailAddress: { address } }));
const HELLO = {
  subject: 'Hello',
  body: { contentType: 'Text', content: 'How are you?' },
  toRecipients: to('ann@example.com'),
  singleValueExtendedProperties: [{ id: MARK_ID, value: 'mark-1' }],
};

let providers: Providers;
let token: string;

beforeEach(async () => {
  providers = await startProviders({ graphMoveMs: 0 });
  token = (await providers.account('outlook', 'me@example.com')).access_token;
});
afterEach(() => providers.close());

const ask = <Body = Message>(method: string, path: string, asking: Asking = {}) =>
  providers.ask<Body>(method, path.startsWith('http') ? path : ME + path, { token, headers: IMMUTABLE, ...asking });
const draft = async (message: object = HELLO) => (await ask('POST', '/messages', { json: message })).body;
const isSent = (id: string) => async () => !(await ask('GET', `/messages/${id}`)).body.isDraft;
const inbound = (mail: object = {}) =>
  providers.control<{ id: string; thread: string }>('inbound', {
    channel: 'outlook',
    account: 'me@example.com',
    from: 'ann@example.com',
    subject: 'Hello',
    text: 'Hi',
    ...mail,
  });

describe('a message with an immutable id', () => {
  it('is found by it before and after it was sent', async () => {
    const { id, isDraft, conversationId } = await draft();
    expect(isDraft).toBe(true);
    expect(await ask('POST', `/messages/${id}/send`)).toMatchObject({ status: 202, body: '' });
    await eventually(isSent(id));
    const fields = '$select=isDraft,conversationId,internetMessageId,sentDateTime,parentFolderId';
    const { body } = await ask('GET', `/messages/${id}?${fields}`);
    expect(body).toMatchObject({ id, isDraft: false, conversationId });
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['@odata.etag', 'conversationId', 'id', 'internetMessageId', 'isDraft'],
        'parentFolderId',
        'sentDateTime',
      ].sort(),
    );
    expect(await providers.delivered()).toMatchObject([
      {
        channel: 'outlook',
        to: ['ann@example.com'],
        subject: 'Hello',
        text: 'How are you?',
        mark: 'mark-1',
        provider_message_id: id,
      },
    ]);
  });

  it('has another id for those who do not ask for it, and that dies with the move', async () => {
    const { id } = await draft();
    const { value } = (await ask<List>('GET', '/messages', { headers: {} })).body;
    const mutable = value[0]!.id;
    expect(mutable).not.toBe(id);
    await ask('POST', `/messages/${mutable}/send`, { headers: {} });
    await eventually(isSent(id));
    expect(await ask('GET', `/messages/${mutable}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'ErrorItemNotFound' } },
    });
  });
});

describe('a message that was sent', () => {
  it('looks like a draft for a while, in which it can be sent again, as a second mail', async () => {
    await providers.control('behaviour', { graph_move_ms: 60_000 });
    const { id } = await draft();
    for (let n = 0; n < 2; n++) expect((await ask('POST', `/messages/${id}/send`)).status).toBe(202);
    expect((await ask('GET', `/messages/${id}`)).body.isDraft).toBe(true);
    const { by_mark } = await providers.control<{ by_mark: object }>('deliveries/counts');
    expect(by_mark).toEqual({ 'mark-1': 2 });
  });

  it('cannot be sent again afterwards', async () => {
    const { id } = await draft();
    await ask('POST', `/messages/${id}/send`);
    await eventually(isSent(id));
    expect((await ask('POST', `/messages/${id}/send`)).status).toBe(404);
    expect(await providers.delivered()).toHaveLength(1);
  });

  it.each([[[]], [to('nobody')]])('had recipients, which %j are not', async (toRecipients) => {
    const { id } = await draft({ ...HELLO, toRecipients });
    expect(await ask('POST', `/messages/${id}/send`)).toMatchObject({
      status: 400,
      body: { error: { code: 'ErrorInvalidRecipients' } },
    });
  });
});

describe('an answer', () => {
  it('joins the conversation and goes to who wrote', async () => {
    const { id, thread } = await inbound();
    const answer = await ask('POST', `/messages/${id}/createReply`, { json: { message: { body: HELLO.body } } });
    expect(answer).toMatchObject({
      status: 201,
      body: { conversationId: thread, subject: 'RE: Hello', isDraft: true, toRecipients: to('ann@example.com') },
    });
  });

  it('takes a comment or a body, not both', async () => {
    const { id } = await inbound();
    const json = { comment: 'x', message: { body: HELLO.body } };
    expect((await ask('POST', `/messages/${id}/createReply`, { json })).status).toBe(400);
  });

  it('needs a message of this mailbox', async () => {
    await providers.account('outlook', 'other@example.com');
    const { id } = await inbound({ account: 'other@example.com' });
    expect((await ask('POST', `/messages/${id}/createReply`, { json: {} })).status).toBe(404);
    const malformed = await ask('POST', '/messages/18c1/createReply', { json: {} });
    expect(malformed).toMatchObject({ status: 400, body: { error: { code: 'ErrorInvalidIdMalformed' } } });
  });

  it('can be a whole message in base64', async () => {
    const raw = Buffer.from('To: bob@example.com\r\nSubject: Whole\r\nX-CRM-Message-Id: mark-2\r\n\r\nText').toString(
      'base64',
    );
    const response = await fetch(`${providers.url}${ME}/messages`, {
      method: 'POST',
      body: raw,
      headers: { ...IMMUTABLE, authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    });
    const { id } = (await response.json()) as Message;
    await ask('POST', `/messages/${id}/send`);
    expect(await providers.delivered('mark=mark-2')).toMatchObject([{ to: ['bob@example.com'], text: 'Text' }]);
  });
});

describe('a search', () => {
  const search = (filter: string) => ask<List>('GET', `/messages?$filter=${encodeURIComponent(filter)}`);

  it('finds an orphan by the property it was marked with', async () => {
    const { id } = await draft();
    await draft({ ...HELLO, singleValueExtendedProperties: [{ id: MARK_ID, value: 'mark-2' }] });
    const marked = (value: string) =>
      `singleValueExtendedProperties/Any(ep: ep/id eq '${MARK_ID}' and ep/value eq '${value}')`;
    const found = (await search(marked('mark-1'))).body.value;
    expect(found.map((message) => message.id)).toEqual([id]);
    expect((await search(`isDraft eq false and ${marked('mark-1')}`)).body.value).toEqual([]);
    expect((await search(marked("it''s"))).body.value).toEqual([]);
  });

  it('for something that it does not know is refused', async () => {
    await draft();
    expect((await search("importance eq 'high'")).status).toBe(400);
  });
});

describe('the inbox', () => {
  it('tells what came since, in pages', async () => {
    const ids = [(await inbound()).id, (await inbound()).id, (await inbound()).id];
    const headers = { prefer: 'IdType="ImmutableId", odata.maxpagesize=2' };
    const first = (await ask<List>('GET', '/mailFolders/inbox/messages/delta?$select=subject', { headers })).body;
    const second = (await ask<List>('GET', first['@odata.nextLink']!, { headers })).body;
    expect([...first.value, ...second.value].map(({ id }) => id)).toEqual(ids);
    expect(Object.keys(second.value[0]!).sort()).toEqual(['@odata.etag', 'id', 'subject']);
    const { id } = await inbound();
    await draft();
    const third = (await ask<List>('GET', second['@odata.deltaLink']!)).body;
    expect(third.value.map((message) => message.id)).toEqual([id]);
    await ask('DELETE', `/messages/${id}`);
    expect((await ask<List>('GET', third['@odata.deltaLink']!)).body.value).toEqual([
      { id, '@removed': { reason: 'deleted' } },
    ]);
  });

  it('begins with what a filter says', async () => {
    await inbound();
    const since = (at: Date) => `/mailFolders/inbox/messages/delta?$filter=receivedDateTime ge ${at.toISOString()}`;
    const count = async (at: Date) => (await ask<List>('GET', since(at))).body.value.length;
    expect([await count(new Date(0)), await count(new Date(Date.now() + 60_000))]).toEqual([1, 0]);
  });

  it('forgets what is too old', async () => {
    const { body } = await ask<List>('GET', '/mailFolders/inbox/messages/delta');
    await providers.control('cursors/expire', { channel: 'outlook', account: 'me@example.com' });
    expect((await ask('GET', body['@odata.deltaLink']!)).status).toBe(410);
    const fresh = (await ask<List>('GET', '/mailFolders/inbox/messages/delta')).body;
    expect((await ask('GET', fresh['@odata.deltaLink']!)).status).toBe(200);
  });

  it('is not the sent items, which tell of what was sent once it was moved', async () => {
    const { id } = await draft();
    await ask('POST', `/messages/${id}/send`);
    await eventually(isSent(id));
    const delta = async (folder: string) =>
      (await ask<List>('GET', `/mailFolders/${folder}/messages/delta`)).body.value.map((message) => message.id);
    expect([await delta('inbox'), await delta('sentitems')]).toEqual([[], [id]]);
  });
});

describe('access', () => {
  it('is refused to tokens that nobody gave, or that expired', async () => {
    const refused = { status: 401, body: { error: { code: 'InvalidAuthenticationToken' } } };
    expect(await ask('GET', '', { token: 'nonsense' })).toMatchObject(refused);
    await providers.control('tokens/expire', { channel: 'outlook', kind: 'access', account: 'me@example.com' });
    expect(await ask('GET', '')).toMatchObject(refused);
  });

  it('is for four at a time', async () => {
    await providers.control('faults', { channel: 'outlook', call: 'read', action: 'hang_before', times: 4 });
    const patience = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const hanging = () => fetch(`${providers.url}${ME}`, { headers, signal: patience.signal }).catch(() => undefined);
    const four = Array.from({ length: 4 }, hanging);
    const { control } = providers;
    await eventually(async () => (await control<{ count: number }>('calls?call=read')).count === 4);
    const crowded = await ask('GET', '');
    expect([crowded.status, crowded.headers.get('retry-after')]).toEqual([429, '1']);
    patience.abort();
    await Promise.all(four);
    await eventually(async () => (await ask('GET', '')).status === 200);
  });

  it('tells whose it is', async () => {
    const whose = { mail: 'me@example.com', userPrincipalName: 'me@example.com' };
    expect((await ask('GET', '')).body).toMatchObject(whose);
  });
});

it('answers from the sandbox in the conversation', async () => {
  const { id, conversationId } = await draft({ ...HELLO, toRecipients: to('echo@sandbox.example.com') });
  await ask('POST', `/messages/${id}/send`);
  const inbox = async () => (await ask<List>('GET', '/mailFolders/inbox/messages')).body.value;
  await eventually(async () => (await inbox()).length === 1);
  expect(await inbox()).toMatchObject([{ conversationId, subject: 'Re: Hello' }]);
});
