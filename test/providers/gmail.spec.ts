import { eventually } from '../support/eventually.js';
import { mime, startProviders, type Providers } from './support/providers.js';

interface GmailMessage {
  id: string;
  threadId: string;
  labelIds: string[];
  historyId: string;
  payload: { mimeType: string; headers: { name: string; value: string }[]; body?: { data: string } };
}
type Draft = { id: string; message: GmailMessage };
type Thread = { messages: GmailMessage[] };

const ME = '/gmail/v1/users/me';
const HELLO = { From: 'me@example.com', To: 'Ann <ann@example.com>', Subject: 'Hello', 'Message-ID': '<ours@crm>' };
const MARKED = { ...HELLO, 'X-CRM-Message-Id': 'mark-1' };

let providers: Providers;
let token: string;

beforeEach(async () => {
  providers = await startProviders();
  token = (await providers.account('gmail', 'me@example.com')).access_token;
});
afterEach(() => providers.close());

const get = <Body>(path: string) => providers.ask<Body>('GET', `${ME}/${path}`, { token });
const post = <Body = Record<string, unknown>>(path: string, json: unknown) =>
  providers.ask<Body>('POST', `${ME}/${path}`, { token, json });
const draft = async (headers: Record<string, string> = MARKED, threadId?: string) =>
  (await post<Draft>('drafts', { message: { raw: mime(headers, 'How are you?'), threadId } })).body;
const sent = async (headers?: Record<string, string>, threadId?: string) =>
  (await post<GmailMessage>('drafts/send', { id: (await draft(headers, threadId)).id })).body;
const header = (message: GmailMessage, name: string) =>
  message.payload.headers.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value;
const inbound = (mail: object) =>
  providers.control<{ id: string; thread: string }>('inbound', {
    channel: 'gmail',
    account: 'me@example.com',
    from: 'ann@example.com',
    subject: 'Hello',
    ...mail,
  });

describe('a draft', () => {
  it('leaves once: sending makes a new message and deletes the draft', async () => {
    const { id, message } = await draft();
    const first = await post<GmailMessage>('drafts/send', { id });
    expect(first).toMatchObject({ status: 200, body: { labelIds: ['SENT'], threadId: message.threadId } });
    expect(first.body.id).not.toBe(message.id);
    const second = await post('drafts/send', { id });
    expect(second).toMatchObject({
      status: 404,
      body: { error: { code: 404, status: 'NOT_FOUND', errors: [{ domain: 'global', reason: 'notFound' }] } },
    });
    expect((await get(`drafts/${id}`)).status).toBe(404);
    expect(await providers.delivered()).toMatchObject([
      {
        channel: 'gmail',
        account: 'me@example.com',
        to: ['ann@example.com'],
        subject: 'Hello',
        text: 'How are you?',
        mark: 'mark-1',
        provider_message_id: first.body.id,
      },
    ]);
  });

  it('is found again by its mark before it is sent', async () => {
    const { id } = await draft();
    const { drafts } = (await get<{ drafts: Draft[] }>('drafts?maxResults=10')).body;
    expect(drafts.map((one) => one.id)).toEqual([id]);
    const { message } = (await get<Draft>(`drafts/${id}?format=metadata`)).body;
    expect(header(message, 'X-CRM-Message-Id')).toBe('mark-1');
  });

  it('does not leave without a recipient', async () => {
    const { id } = await draft({ From: 'me@example.com', Subject: 'To nobody' });
    const answer = await post('drafts/send', { id });
    expect(answer).toMatchObject({ status: 400, body: { error: { message: 'Recipient address required' } } });
    expect(await providers.delivered()).toEqual([]);
  });

  it.each([{}, { message: {} }, { message: { raw: 'no+base64url/' } }])('is not made of %j', async (json) => {
    expect(await post('drafts', json)).toMatchObject({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } });
  });
});

describe('what was sent', () => {
  it('has a Message-ID of Gmail and has lost our mark', async () => {
    const { id } = await sent();
    const { body } = await get<GmailMessage>(`messages/${id}?format=metadata`);
    expect(header(body, 'Message-ID')).toMatch(/^<CA.+@mail\.gmail\.com>$/);
    expect(header(body, 'X-CRM-Message-Id')).toBeUndefined();
    const { raw } = (await get<{ raw: string }>(`messages/${id}?format=raw`)).body;
    expect(Buffer.from(raw, 'base64url').toString()).not.toMatch(/ours@crm|mark-1/);
    const search = await get(`messages?q=${encodeURIComponent('rfc822msgid:<ours@crm>')}`);
    expect(search.body).toEqual({ resultSizeEstimate: 0 });
  });

  it('keeps our mark in an account that keeps headers', async () => {
    await providers.account('gmail', 'me@example.com', { keeps_headers: true });
    const { id } = await sent();
    const { body } = await get<GmailMessage>(`messages/${id}?format=metadata&metadataHeaders=x-crm-message-id`);
    expect(body.payload.headers).toEqual([{ name: 'X-CRM-Message-Id', value: 'mark-1' }]);
  });
});

describe('a thread', () => {
  it('takes an answer that names one of its messages under the same subject', async () => {
    const { thread } = await inbound({ text: 'Hi', message_id: '<ann-1@example.com>' });
    const answer = { ...HELLO, Subject: 'Re: Hello', 'In-Reply-To': '<ann-1@example.com>' };
    expect((await sent(answer, thread)).threadId).toBe(thread);
    expect((await sent({ ...answer, Subject: 'Else' }, thread)).threadId).not.toBe(thread);
    expect((await sent({ ...HELLO, Subject: 'Re: Hello' }, thread)).threadId).not.toBe(thread);
  });

  it('of another mailbox is not found', async () => {
    await providers.account('gmail', 'other@example.com');
    const { thread } = await inbound({ account: 'other@example.com', text: 'Hi' });
    const raw = mime(HELLO, 'x');
    expect((await post('drafts', { message: { raw, threadId: thread } })).status).toBe(404);
    expect((await get(`threads/${thread}`)).status).toBe(404);
  });

  it('joins what comes in to what it answers, by the Message-ID that Gmail made', async () => {
    const { id, threadId } = await sent();
    const { body } = await get<GmailMessage>(`messages/${id}?format=metadata`);
    const answer = await inbound({ text: 'Fine', in_reply_to: header(body, 'Message-ID') });
    expect(answer.thread).toBe(threadId);
    const { messages } = (await get<Thread>(`threads/${threadId}?format=metadata&metadataHeaders=Subject`)).body;
    expect(messages.map(({ labelIds }) => labelIds)).toEqual([['SENT'], ['INBOX', 'UNREAD']]);
    expect(messages[0]!.payload.headers).toEqual([{ name: 'Subject', value: 'Hello' }]);
  });
});

describe('a mail in full', () => {
  it('has its texts and the metadata of its files', async () => {
    const attachments = [{ filename: 'plan.pdf', content_type: 'application/pdf', content: 'x'.repeat(10) }];
    const { id } = await inbound({ text: 'Grüße', html: '<p>Grüße</p>', attachments, from: 'Ünal <u@example.com>' });
    const { payload } = (await get<GmailMessage & { payload: { parts: object[] } }>(`messages/${id}?format=full`)).body;
    const data = (text: string) => Buffer.from(text).toString('base64url');
    expect(payload).toMatchObject({
      mimeType: 'multipart/mixed',
      parts: [
        { mimeType: 'text/plain', body: { data: data('Grüße') } },
        { mimeType: 'text/html', body: { data: data('<p>Grüße</p>') } },
        { mimeType: 'application/pdf', filename: 'plan.pdf', body: { size: 10 } },
      ],
    });
    expect(payload.headers).toContainEqual({ name: 'From', value: 'Ünal <u@example.com>' });
  });
});

describe('history', () => {
  const since = (id: string, more = '') =>
    get<{ history?: Record<string, unknown>[]; historyId: string }>(`history?startHistoryId=${id}${more}`);
  const now = async () => (await get<{ historyId: string }>('profile')).body.historyId;

  it('tells what was added since', async () => {
    const start = await now();
    const { id } = await inbound({ text: 'Hi' });
    const { body } = await since(start, '&historyTypes=messageAdded');
    expect(body.history).toMatchObject([{ messagesAdded: [{ message: { id, labelIds: ['INBOX', 'UNREAD'] } }] }]);
    expect((await since(body.historyId)).body).toEqual({ historyId: body.historyId });
  });

  it('shows a send as a draft that went and a message that came', async () => {
    const made = await draft();
    const start = await now();
    const { id } = (await post<GmailMessage>('drafts/send', { id: made.id })).body;
    expect((await since(start)).body.history).toMatchObject([
      { messagesDeleted: [{ message: { id: made.message.id, labelIds: ['DRAFT'] } }] },
      { messagesAdded: [{ message: { id, labelIds: ['SENT'] } }] },
    ]);
  });

  it('shows a draft that a person sent as the same mail with another label', async () => {
    const made = await draft();
    const start = await now();
    await providers.control('drafts/send', { account: 'me@example.com', draft: made.id });
    const message = { id: made.message.id, labelIds: ['SENT'] };
    const changes = {
      labelsAdded: [{ message, labelIds: ['SENT'] }],
      labelsRemoved: [{ message, labelIds: ['DRAFT'] }],
    };
    expect((await since(start)).body.history).toMatchObject([changes]);
    expect((await since(start, '&historyTypes=labelRemoved')).body.history).toMatchObject([changes]);
    expect((await since(start, '&historyTypes=messageAdded')).body).not.toHaveProperty('history');
  });

  it('comes in pages', async () => {
    const start = await now();
    const ids = [(await inbound({ text: '1' })).id, (await inbound({ text: '2' })).id];
    const first = (await since(start, '&maxResults=1')).body as { nextPageToken?: string } & Awaited<
      ReturnType<typeof since>
    >['body'];
    const second = (await since(start, `&maxResults=1&pageToken=${first.nextPageToken}`)).body;
    const found = [first, second].flatMap(({ history = [] }) => history.map(({ messages }) => messages));
    expect(found).toMatchObject(ids.map((id) => [{ id }]));
    expect(second).not.toHaveProperty('nextPageToken');
  });

  it('does not reach back to ids that are too old', async () => {
    const start = await now();
    await providers.control('cursors/expire', { channel: 'gmail', account: 'me@example.com' });
    expect((await since(start)).status).toBe(404);
    expect((await since(await now())).status).toBe(200);
  });
});

describe('access', () => {
  it.each(['nonsense', ''])('is refused to the token "%s"', async (wrong) => {
    const answer = await providers.ask('GET', `${ME}/profile`, { token: wrong });
    expect(answer).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
  });

  it('ends when the tokens expire, and is not that of other providers', async () => {
    const outlook = await providers.account('outlook', 'me@example.com');
    expect((await providers.ask('GET', `${ME}/profile`, { token: outlook.access_token })).status).toBe(401);
    await providers.control('tokens/expire', { channel: 'gmail', kind: 'access' });
    expect((await get('profile')).status).toBe(401);
  });

  it('does not reach the mailboxes of others', async () => {
    expect((await providers.ask('GET', '/gmail/v1/users/other@example.com/profile', { token })).status).toBe(403);
    expect((await providers.ask('GET', '/gmail/v1/users/me@example.com/profile', { token })).status).toBe(200);
  });
});

describe('somebody in the sandbox', () => {
  it('answers, in the thread', async () => {
    const { threadId } = await sent({ ...HELLO, To: 'echo@sandbox.example.com' });
    const thread = async () => (await get<Thread>(`threads/${threadId}`)).body.messages;
    await eventually(async () => (await thread()).length === 2);
    expect(header((await thread())[1]!, 'From')).toBe('echo@sandbox.example.com');
  });

  it('bounces: the mail left, and a notice comes back', async () => {
    const { threadId } = await sent({ ...HELLO, To: 'bounce@sandbox.example.com' });
    expect(await providers.delivered('to=bounce@sandbox.example.com')).toHaveLength(1);
    const thread = async () => (await get<Thread>(`threads/${threadId}`)).body.messages;
    await eventually(async () => (await thread()).length === 2);
    expect(header((await thread())[1]!, 'Subject')).toBe('Delivery Status Notification (Failure)');
  });
});
