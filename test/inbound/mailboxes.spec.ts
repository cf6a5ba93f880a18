import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChannelAccess } from '../../libs/channels/src/contract/channel.js';
import { GmailMailbox } from '../../libs/channels/src/gmail/gmail-mailbox.js';
import { metaTable, OF_ALL_META } from '../../libs/channels/src/meta/meta-answers.js';
import { MetaMailbox } from '../../libs/channels/src/meta/meta-mailbox.js';

const META = metaTable(OF_ALL_META);
const SINCE = new Date('2026-01-01T00:00:00Z');
const MAIL = {
  threadId: 't-1',
  internalDate: '1780000000000',
  labelIds: ['INBOX'],
  payload: { mimeType: 'text/plain', headers: [{ name: 'From', value: 'mara@example.com' }], body: { size: 0 } },
};

let server: Server;
let base: string;
let answer: (url: URL, response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => answer(new URL(request.url!, base), response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((closed) => server.close(closed));
});

const access = (): ChannelAccess => ({
  external_account_id: '4711',
  address: 'ada@example.com',
  display_name: null,
  token: 'token',
  signal: new AbortController().signal,
});
const json = (response: ServerResponse, body: object, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const nameOf = ({ pathname }: URL) => pathname.split('/').at(-1)!;

describe('a mailbox of Gmail', () => {
  it('waits for no connection that the mailboxes beside it have', async () => {
    // As many as a process fetches from at once, each reading four mails at a time.
    const accounts = 4;
    const waiting: (() => void)[] = [];
    answer = (url, response) => {
      if (nameOf(url) === 'profile') return json(response, { historyId: '1' });
      if (nameOf(url) === 'messages') return json(response, { messages: ['a', 'b', 'c', 'd'].map((id) => ({ id })) });
      waiting.push(() => json(response, { id: nameOf(url), ...MAIL }));
      if (waiting.length === accounts * 4) for (const each of waiting) each();
    };
    const mailbox = new GmailMailbox({ GMAIL_BASE_URL: base });
    const pages = await Promise.all(Array.from({ length: accounts }, () => mailbox.page(access(), null, SINCE)));
    expect(pages.map(({ messages }) => messages.length)).toEqual([4, 4, 4, 4]);
  });

  it('is listed from the beginning when the token of a page is refused', async () => {
    const asked: (string | null)[] = [];
    answer = (url, response) => {
      if (nameOf(url) !== 'messages') return json(response, { id: nameOf(url), ...MAIL });
      asked.push(url.searchParams.get('pageToken'));
      if (asked.at(-1)) return json(response, { error: { code: 400, message: 'Invalid pageToken' } }, 400);
      json(response, { messages: [{ id: 'a' }], nextPageToken: 'new' });
    };
    const cursor = { history_id: '1', full: { after: 1, page_token: 'old' } };
    const page = await new GmailMailbox({ GMAIL_BASE_URL: base }).page(access(), cursor, SINCE);
    expect([asked, page.messages.length]).toEqual([['old', null], 1]);
    expect(page.cursor).toEqual({ history_id: '1', full: { after: 1, page_token: 'new' } });
  });
});

describe('the conversations of a page', () => {
  const mailbox = () => new MetaMailbox({ platform: 'messenger', base, table: META });

  it('are read from the newest when the place between two pages is refused', async () => {
    const asked: (string | null)[] = [];
    answer = (url, response) => {
      asked.push(url.searchParams.get('after'));
      if (asked.at(-1)) return json(response, { error: { code: 100, message: 'Invalid cursor' } }, 400);
      json(response, { data: [] });
    };
    const cursor = { until: 1000, newest: 5000, after: 'old', before: 500 };
    const page = await mailbox().page(access(), cursor, SINCE);
    expect([asked, page.cursor]).toEqual([['old', null], { until: 5000 }]);
  });

  it('are not asked for without end when they are refused from the newest on', async () => {
    answer = (_url, response) => json(response, { error: { code: 100, message: 'Invalid' } }, 400);
    await expect(mailbox().page(access(), { until: 1000, after: 'old' }, SINCE)).rejects.toThrow('100');
  });
});
