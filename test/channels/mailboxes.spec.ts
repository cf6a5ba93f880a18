import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GmailMailbox } from '../../libs/channels/src/gmail/gmail-mailbox.js';
import { MESSENGER_ANSWERS } from '../../libs/channels/src/messenger/messenger-answers.js';
import { MetaMailbox } from '../../libs/channels/src/meta/meta-mailbox.js';
import { OutlookMailbox } from '../../libs/channels/src/outlook/outlook-mailbox.js';

const HOUR = 3_600_000;
/** The depth at which an answer is no longer read. */
const TOO_DEEP = 65;
const end = new AbortController();
const access = { external_account_id: 'me', address: 'me', display_name: null, token: 't', signal: end.signal };
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

type Told = object | number;

/** A provider. What is told of a path is the body of its answer, or the status alone. */
async function provider(tell: (url: URL, base: string) => Told): Promise<{ base: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, base);
    asked.push(url.pathname + url.search);
    const told = tell(url, base);
    response.writeHead(typeof told === 'number' ? told : 200, { 'content-type': 'application/json' });
    response.end(typeof told === 'number' ? '{}' : JSON.stringify(told));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stops.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return { base, asked };
}

const encoded = (text: string) => Buffer.from(text).toString('base64url');
const nested = () => JSON.parse('['.repeat(TOO_DEEP) + ']'.repeat(TOO_DEEP)) as object;

describe('the history of a mailbox of Gmail', () => {
  const mail = (id: string, payload: object = {}) => ({
    id,
    threadId: `t-${id}`,
    internalDate: '1780000000000',
    labelIds: ['INBOX'],
    payload: {
      mimeType: 'text/plain',
      headers: [{ name: 'From', value: 'mara@example.com' }],
      body: { size: 2, data: encoded('Hi') },
      ...payload,
    },
  });
  const added = (...ids: string[]) => ({
    history: [{ id: '90', messagesAdded: ids.map((id) => ({ message: { id } })) }],
    historyId: '100',
  });
  const idOf = ({ pathname }: URL) => pathname.split('/').at(-1)!;
  const isHistory = ({ pathname }: URL) => pathname.endsWith('/history');
  /** What a fetch from here gives, page by page. */
  async function fetched(base: string, cursor: object = { history_id: '5' }) {
    const mailbox = new GmailMailbox({ GMAIL_BASE_URL: base });
    const messages = [];
    for (let pages = 0; pages < 10; pages++) {
      const page = await mailbox.page(access, cursor, new Date());
      messages.push(...page.messages);
      ({ cursor } = page as { cursor: object });
      if (page.isLast) break;
    }
    return { messages, ids: messages.map(({ provider_message_id }) => provider_message_id), cursor };
  }

  it('goes on behind a page without any record', async () => {
    const pages: Record<string, Told> = {
      first: { nextPageToken: 'second', historyId: '100' },
      second: { nextPageToken: 'third', historyId: '100' },
      third: added('m1'),
    };
    const { base } = await provider((url) =>
      isHistory(url) ? pages[url.searchParams.get('pageToken') ?? 'first']! : mail(idOf(url)),
    );
    const { ids, cursor } = await fetched(base);
    expect({ ids, cursor }).toEqual({ ids: ['m1'], cursor: { history_id: '100' } });
  });

  it('is read from its place when a page token is refused', async () => {
    const { base } = await provider((url) => {
      if (!isHistory(url)) return mail(idOf(url));
      return url.searchParams.has('pageToken') ? 400 : added('m1');
    });
    const { ids, cursor } = await fetched(base, { history_id: '5', page_token: 'old' });
    expect({ ids, cursor }).toEqual({ ids: ['m1'], cursor: { history_id: '100' } });
  });

  it('has the mails that a person takes out of spam or trash or sends from a draft, and no others whose labels change', async () => {
    const removed = (id: string, label: string) => ({
      id: '90',
      labelsRemoved: [{ message: { id, labelIds: ['INBOX'] }, labelIds: [label] }],
    });
    const { base } = await provider((url) => {
      if (!isHistory(url)) return mail(idOf(url));
      const isAsked = url.searchParams.getAll('historyTypes').includes('labelRemoved');
      const history = ['SPAM', 'TRASH', 'UNREAD', 'DRAFT'].map((label, n) => removed(`m${n + 1}`, label));
      return { history: isAsked ? history : [], historyId: '100' };
    });
    expect((await fetched(base)).ids).toEqual(['m1', 'm2', 'm4']);
  });

  it('is not passed over with a mail whose answer is empty', async () => {
    const { base } = await provider((url) => {
      if (isHistory(url)) return added('m1', 'm2');
      return idOf(url) === 'm1' ? {} : mail('m2');
    });
    await expect(fetched(base)).rejects.toMatchObject({ name: 'FetchDeclined' });
  });

  it('has a mail of 11,000 headers as it is', async () => {
    const headers = Array.from({ length: 11_000 }, () => ({ name: 'X', value: '1' }));
    const { base } = await provider((url) => {
      if (isHistory(url)) return added('m1', 'm2');
      return mail(idOf(url), idOf(url) === 'm1' ? { headers } : {});
    });
    const { messages } = await fetched(base);
    expect(messages.map(({ provider_message_id, body }) => [provider_message_id, body])).toEqual([
      ['m1', 'Hi'],
      ['m2', 'Hi'],
    ]);
  });

  it('has only the headers that are needed of a mail whose other headers are too much', async () => {
    const { base } = await provider((url) => {
      if (isHistory(url)) return added('m1', 'm2');
      const isFew = url.searchParams.getAll('metadataHeaders').includes('From');
      return idOf(url) === 'm1' && !isFew ? nested() : mail(idOf(url));
    });
    expect((await fetched(base)).messages).toMatchObject([
      { provider_message_id: 'm1', from: { address: 'mara@example.com' }, body: expect.stringContaining('too large') },
      { provider_message_id: 'm2' },
    ]);
  });

  it.each([
    ['more parts than any program makes', { parts: Array.from({ length: 1001 }, () => ({ filename: 'a.txt' })) }],
    ['more headers than are read', { headers: Array.from({ length: 20_001 }, () => ({ name: 'X', value: '1' })) }],
  ])('has only the headers that are needed of a mail of %s', async (_of, payload) => {
    const { base } = await provider((url) => {
      if (isHistory(url)) return added('m1', 'm2');
      const isFew = url.searchParams.getAll('metadataHeaders').includes('From');
      return mail(idOf(url), idOf(url) === 'm1' && !isFew ? payload : {});
    });
    expect((await fetched(base)).messages).toMatchObject([
      { provider_message_id: 'm1', body: expect.stringContaining('too large'), attachments: [] },
      { provider_message_id: 'm2', body: 'Hi' },
    ]);
  });

  it('has large mails read one after the other, of whichever mailbox, since several together take too much memory', async () => {
    const pages = [added('m1'), added('m2')];
    const { base, asked } = await provider((url) => (isHistory(url) ? pages.shift()! : nested()));
    const mailbox = new GmailMailbox({ GMAIL_BASE_URL: base });
    await Promise.all([1, 2].map(() => mailbox.page(access, { history_id: '5' }, new Date())));
    const mails = asked.flatMap((path) => /messages\/(m\d)/.exec(path)?.[1] ?? []);
    // Each is first asked for together with others, then alone, then its headers.
    const [first, ...others] = mails.slice(2);
    expect(mails.slice(0, 2).sort()).toEqual(['m1', 'm2']);
    expect(others).toEqual([first, ...Array<string>(2).fill(first === 'm1' ? 'm2' : 'm1')]);
  });

  it('is read on behind a mail of which nothing can be read', async () => {
    const { base } = await provider((url) => {
      if (isHistory(url)) return added('m1', 'm2');
      return idOf(url) === 'm1' ? nested() : mail('m2');
    });
    const { ids, cursor } = await fetched(base);
    expect({ ids, cursor }).toEqual({ ids: ['m2'], cursor: { history_id: '100' } });
  });

  it('gives no more of a text than is stored', async () => {
    const long = { body: { size: 3_000_000, data: encoded('a'.repeat(3_000_000)) } };
    const { base } = await provider((url) => {
      if (isHistory(url)) return added('m1', 'm2');
      return mail(idOf(url), { ...long, mimeType: idOf(url) === 'm1' ? 'text/plain' : 'text/html' });
    });
    const { messages } = await fetched(base);
    expect(messages.map(({ body, body_html }) => [body.length, body_html?.length])).toEqual([
      [500_000, undefined],
      [500_000, 1_000_000],
    ]);
  });

  it('gives a text of which only the beginning is decoded in the letters that it has', async () => {
    const data = encoded(`a${'é'.repeat(2_500_000)}`);
    const { base } = await provider((url) => (isHistory(url) ? added('m1') : mail('m1', { body: { size: 5, data } })));
    expect((await fetched(base)).messages[0]!.body.slice(-3)).toBe('ééé');
  });
});

describe('a folder of Outlook', () => {
  const mail = (id: string, more: object = {}) => ({
    id,
    isDraft: false,
    conversationId: `c-${id}`,
    from: { emailAddress: { address: 'mara@example.com' } },
    toRecipients: [{ emailAddress: { address: 'ada@example.com' } }],
    receivedDateTime: '2026-01-01T00:00:00Z',
    body: { contentType: 'text', content: 'Hi' },
    ...more,
  });
  const page = (base: string, ...value: object[]) => ({ value, '@odata.deltaLink': `${base}/later` });
  const isPage = ({ pathname }: URL) => pathname.endsWith('/delta');
  const fetched = async (base: string) =>
    (await new OutlookMailbox({ GRAPH_BASE_URL: base }).page(access, null, new Date())).messages;

  it('is not passed over with a mail whose attachments are not told for now', async () => {
    const { base } = await provider((url, base) =>
      isPage(url) ? page(base, mail('m1', { hasAttachments: true })) : 429,
    );
    await expect(fetched(base)).rejects.toMatchObject({ name: 'FetchDeclined', verdict: { http_status: 429 } });
  });

  it('has a mail whose attachments are gone without them', async () => {
    const { base } = await provider((url, base) =>
      isPage(url) ? page(base, mail('m1', { hasAttachments: true })) : 404,
    );
    expect(await fetched(base)).toMatchObject([{ provider_message_id: 'm1', attachments: [] }]);
  });

  it.each(['@odata.deltaLink', '@odata.nextLink'])('is begun anew where its %s is no link', async (name) => {
    const { base } = await provider(() => ({ value: [mail('m1')], [name]: 'nowhere' }));
    const { cursor } = await new OutlookMailbox({ GRAPH_BASE_URL: base }).page(access, null, new Date());
    expect(Object.values(cursor)).not.toContain('nowhere');
    await new OutlookMailbox({ GRAPH_BASE_URL: base }).page(access, { ...cursor, at: 'inbox' }, new Date());
  });

  it('is read mail by mail where a page cannot be read, and behind a mail of which nothing can be read', async () => {
    const gone = { id: 'm0', '@removed': { reason: 'deleted' } };
    const { base } = await provider((url, base) => {
      const wanted = url.searchParams.get('$select')!.split(',');
      if (isPage(url))
        return wanted.length > 1 ? nested() : page(base, gone, ...['m1', 'm2', 'm3', 'm4'].map((id) => ({ id })));
      if (url.pathname.endsWith('m1')) return nested();
      if (url.pathname.endsWith('m2') && wanted.includes('toRecipients')) return nested();
      if (url.pathname.endsWith('m3') && wanted.includes('body')) return nested();
      const { toRecipients, body, ...rest } = mail(url.pathname.split('/').at(-1)!);
      return {
        ...rest,
        ...(wanted.includes('toRecipients') && { toRecipients }),
        ...(wanted.includes('body') && { body }),
      };
    });
    const ada = [{ address: 'ada@example.com', display_name: null }];
    expect(await fetched(base)).toMatchObject([
      { provider_message_id: 'm2', to: [], body: 'Hi' },
      { provider_message_id: 'm3', to: [], body: expect.stringContaining('too large') },
      { provider_message_id: 'm4', to: ada, body: 'Hi' },
    ]);
  });

  it('is begun anew once where a link is refused, and waits where the next one is refused as well', async () => {
    const { base, asked } = await provider((url, base) =>
      isPage(url) ? { value: [mail('m1')], '@odata.nextLink': `${base}/next` } : 410,
    );
    const outlook = new OutlookMailbox({ GRAPH_BASE_URL: base });
    const begun = await outlook.page(access, null, new Date());
    const anew = await outlook.page(access, begun.cursor, new Date());
    expect(anew.messages).toMatchObject([{ provider_message_id: 'm1' }]);
    for (let time = 0; time < 3; time++)
      await expect(outlook.page(access, anew.cursor, new Date())).rejects.toMatchObject({
        name: 'FetchDeclined',
        verdict: { http_status: 410 },
      });
    expect(asked.filter((path) => path.includes('/delta'))).toHaveLength(2);
  });

  it('gives no more of a text than is stored', async () => {
    const content = 'a'.repeat(3_000_000);
    const { base } = await provider((_url, base) =>
      page(base, ...['text', 'html'].map((contentType) => mail(contentType, { body: { contentType, content } }))),
    );
    expect((await fetched(base)).map(({ body, body_html }) => [body.length, body_html?.length])).toEqual([
      [500_000, undefined],
      [500_000, 1_000_000],
    ]);
  });
});

describe('the conversations of a page', () => {
  it('that move up while they are read are read whole the next time, however old their messages are', async () => {
    const now = Date.now();
    const said = (id: string, at: number) => ({
      id,
      created_time: new Date(at).toISOString(),
      from: { id: `of-${id[0]}` },
      to: { data: [{ id: 'me' }] },
      message: id,
    });
    const conversation = (at: number, ...messages: object[]) => ({
      updated_time: new Date(at).toISOString(),
      messages: { data: messages },
    });
    const above = conversation(now - HOUR, said('a1', now - HOUR));
    const moved = conversation(now, said('b2', now), said('b1', now - 50 * HOUR));
    let rounds = 0;
    const { base } = await provider((url) => {
      if (url.searchParams.has('after')) return { data: [] };
      if (rounds++ > 0) return { data: [moved, above] };
      return { data: [above], paging: { cursors: { after: 'x' }, next: 'more' } };
    });
    const mailbox = new MetaMailbox({ platform: 'messenger', base, table: MESSENGER_ANSWERS });
    const ids: string[] = [];
    let cursor: object = { until: now - 72 * HOUR };
    // After three days; and once those are read, from a day before.
    for (const since of [96, 96, 24]) {
      const page = await mailbox.page(access, cursor, new Date(now - since * HOUR));
      ids.push(...page.messages.map(({ provider_message_id }) => provider_message_id));
      ({ cursor } = page);
    }
    expect(new Set(ids)).toEqual(new Set(['a1', 'b1', 'b2']));
  });
});

describe('a mail that its provider refuses', () => {
  const PATIENCE = { tries: 3, besideOthersMs: 0, aloneMs: 86_400_000 };
  const GMAIL = { threadId: 't', internalDate: '1780000000000', labelIds: ['INBOX'], payload: { headers: [] } };
  const OUTLOOK = { isDraft: false, conversationId: 'c', receivedDateTime: '2026-01-01T00:00:00Z' };
  const BODY = { contentType: 'text', content: 'Hi' };

  /** A mailbox with these mails, of which `bad` is answered with a status. */
  const mailbox = async (channel: string, status: number, ids: string[]) => {
    const idOf = ({ pathname }: URL) => pathname.split('/').find((part) => ids.includes(part));
    const { base } = await provider((url, base) => {
      if (url.pathname.endsWith('/profile')) return { historyId: '1' };
      if (url.pathname.endsWith('/delta')) {
        const value = ids.map((id) => ({ id, ...OUTLOOK, body: BODY, hasAttachments: true }));
        return { value, '@odata.deltaLink': `${base}/later` };
      }
      const id = idOf(url);
      if (id === undefined) return { messages: ids.map((each) => ({ id: each })) };
      if (id === 'bad') return status;
      return channel === 'gmail' ? { id, ...GMAIL } : { value: [] };
    });
    const held =
      channel === 'gmail'
        ? new GmailMailbox({ GMAIL_BASE_URL: base }, PATIENCE)
        : new OutlookMailbox({ GRAPH_BASE_URL: base }, PATIENCE);
    return async () => (await held.page(access, null, new Date())).messages.map((each) => each.provider_message_id);
  };

  it.each([500, 403, 400])('is passed over after some tries, and those beside it are kept: %d', async (status) => {
    const fetch = await mailbox('gmail', status, ['a', 'bad', 'b']);
    for (const _try of [1, 2]) await expect(fetch()).rejects.toMatchObject({ verdict: { kind: 'transient' } });
    expect(await fetch()).toEqual(['a', 'b']);
  });

  it.each([500, 403, 400])('is kept without its attachments where those alone are refused: %d', async (status) => {
    const fetch = await mailbox('outlook', status, ['a', 'bad', 'b']);
    for (const _try of [1, 2]) await expect(fetch()).rejects.toMatchObject({ verdict: { kind: 'transient' } });
    expect(await fetch()).toEqual(['a', 'bad', 'b']);
  });

  it.each([401, 429, 503])('is waited for where the answer is not about it: %d', async (status) => {
    for (const channel of ['gmail', 'outlook']) {
      const fetch = await mailbox(channel, status, ['a', 'bad']);
      for (const _try of [1, 2, 3, 4]) await expect(fetch()).rejects.toMatchObject({ name: 'FetchDeclined' });
    }
  });

  it('is waited for while no other mail is given', async () => {
    const fetch = await mailbox('gmail', 500, ['bad']);
    for (const _try of [1, 2, 3, 4]) await expect(fetch()).rejects.toMatchObject({ name: 'FetchDeclined' });
  });
});
