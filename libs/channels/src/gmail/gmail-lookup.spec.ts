import type { ProviderAnswer } from '../provider/provider-call.js';
import type { GmailApi } from './gmail-api.js';
import { findSent, isSentDraft, isStillDraft, wentTo } from './gmail-lookup.js';
import { findOrphan } from './gmail-orphan.js';

const ID = '01890000-0000-7000-8000-000000000001';
const SINCE = new Date('2026-03-01T10:00:00Z');
const MESSAGE = {
  message_id: ID,
  channel: 'gmail' as const,
  subject: 'The engine',
  body: 'It weaves.',
  to: ['bob@example.com', 'cleo@example.com'],
  cc: [] as string[],
  reply: null,
};

interface Told {
  labels?: string[];
  at?: Date;
  headers?: Record<string, string>;
}

function mail(id: string, { labels = ['SENT'], at = SINCE, headers = {} }: Told = {}) {
  const told = { To: 'Bob <Bob@example.com>, cleo@example.com', Subject: 'The engine', ...headers };
  return {
    id,
    labelIds: labels,
    internalDate: String(at.getTime()),
    payload: { headers: Object.entries(told).map(([name, value]) => ({ name, value })) },
  };
}

const found = (...mails: ReturnType<typeof mail>[]) => {
  const { marked, alike } = findSent(mails, MESSAGE, SINCE);
  return marked?.id ?? alike[0]?.found.id;
};

it.each<[string[], boolean, boolean]>([
  [['DRAFT'], true, false],
  [['DRAFT', 'SENT'], false, false],
  [['DRAFT', 'TRASH'], false, false],
  [['TRASH'], false, false],
  [['SENT'], false, true],
  [['SENT', 'TRASH'], false, true],
  [['SENT', 'INBOX'], false, true],
  [[], false, false],
])("a draft's mail with the labels %j is still to be sent: %s; was sent: %s", (labels, isDraft, wasSent) => {
  expect(isStillDraft(mail('one', { labels }))).toBe(isDraft);
  expect(isSentDraft(mail('one', { labels }))).toBe(wasSent);
});

it.each<[string, string]>([
  ['bob@example.com', 'to:"bob@example.com"'],
  ["o'brien+{crm}|x@example.com", `to:"o'brien+{crm}|x@example.com"`],
  ['Bob@Example.com', 'to:"Bob@example.com"'],
  ...['bob@bücher.example', 'bob@xn--bcher-kva.example'].map((address): [string, string] => [
    address,
    '{to:"bob@xn--bcher-kva.example" to:"bob@bücher.example"}',
  ]),
  ['bob" OR to:"eve@example.com', ''],
  ['"bob lovelace"@example.com', ''],
  ['bob@example.com" in:anywhere', ''],
  ['bob@example.com in:anywhere', ''],
  ['bob\\@example.com', ''],
  ['', ''],
])('what went to %j is searched for as %j', (address, terms) => {
  expect(wentTo(address)).toBe(terms);
});

describe('finding a sent message in its thread', () => {
  it('goes by our own mark first, however it is spelled', () => {
    expect(found(mail('like'), mail('marked', { headers: { 'x-crm-message-id': ID, Subject: 'Changed' } }))).toBe(
      'marked',
    );
  });

  it('goes by people, subject and time where Gmail has taken the mark away', () => {
    expect(found(mail('like'))).toBe('like');
    expect(found(mail('like', { at: new Date(SINCE.getTime() - 59_000) }))).toBe('like');
  });

  it.each<[string, Partial<typeof MESSAGE>, Record<string, string>]>([
    [
      'an international domain in the form of name servers',
      { to: ['bob@bücher.example'] },
      { To: 'bob@xn--bcher-kva.example' },
    ],
    [
      'an international domain as it is read',
      { to: ['bob@xn--bcher-kva.example'] },
      { To: '"Bob" <bob@BÜCHER.example>' },
    ],
    [
      'who gets a copy',
      { to: ['bob@example.com'], cc: ['cleo@example.com'] },
      { To: 'bob@example.com', Cc: 'cleo@example.com' },
    ],
    ['all people in one field', { to: ['bob@example.com'], cc: ['cleo@example.com'] }, {}],
    ['a subject in encoded words', { subject: 'Grüße' }, { Subject: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=' }],
    ['a subject that was folded', { subject: 'The analytical engine' }, { Subject: 'The analytical\r\n engine' }],
  ])('knows it with %s', (_what, change, headers) => {
    const { alike } = findSent(
      [mail('like', { headers: { To: MESSAGE.to.join(', '), ...headers } })],
      { ...MESSAGE, ...change },
      SINCE,
    );
    expect(alike.map(({ found }) => found.id)).toEqual(['like']);
  });

  it.each<[string, Told]>([
    ['is no sent mail', { labels: ['INBOX'], headers: { 'X-CRM-Message-Id': ID } }],
    ['is another message of ours', { headers: { 'X-CRM-Message-Id': 'another' } }],
    ['was sent before', { at: new Date(SINCE.getTime() - 61_000) }],
    ['was sent long after', { at: new Date(SINCE.getTime() + 601_000) }],
    ['has another subject', { headers: { Subject: 'The loom' } }],
    ['went to fewer people', { headers: { To: 'bob@example.com' } }],
    ['was copied to somebody else', { headers: { Cc: 'eve@example.com' } }],
    ['names people at more length than we do', { headers: { To: `${MESSAGE.to.join(', ')}, `.repeat(1000) } }],
    ['has a subject that is longer than any of ours', { headers: { Subject: `The engine${' '.repeat(4000)}` } }],
    ['went to more people', { headers: { To: 'bob@example.com, cleo@example.com, eve@example.com' } }],
  ])('does not take one that %s', (_what, told) => {
    expect(found(mail('other', told))).toBeUndefined();
  });

  it('compares no more than the twenty that are nearest in time, since reading one takes long where its owner wants that', () => {
    const nearer = (count: number) =>
      Array.from({ length: count }, () => mail('other', { headers: { Subject: 'No' } }));
    const like = mail('like', { at: new Date(SINCE.getTime() + 1000) });
    expect(found(...nearer(19), like)).toBe('like');
    expect(found(...nearer(20), like)).toBeUndefined();
  });

  it('goes by the mark alone when nobody knows since when', () => {
    expect(findSent([mail('like')], MESSAGE, null)).toEqual({ marked: undefined, alike: [] });
    expect(findSent([mail('marked', { headers: { 'X-CRM-Message-Id': ID } })], MESSAGE, null).marked?.id).toBe(
      'marked',
    );
  });
});

describe('looking for what an attempt left that did not note its draft', () => {
  const answered = (body: unknown, status = 200): ProviderAnswer => ({ kind: 'answered', status, headers: {}, body });
  const list = (...ids: string[]) => answered({ messages: ids.map((id) => ({ id })) });
  const saying = (text: string) => {
    const body = { data: Buffer.from(text).toString('base64url') };
    return answered({ ...mail('one'), threadId: 't', payload: { mimeType: 'text/plain', body } });
  };
  const access = { external_account_id: '', address: '', display_name: null, token: '' };
  const signal = new AbortController().signal;

  let searchedSince: number | undefined;
  let asked: string[] = [];
  let [underWay, mostAtOnce] = [0, 0];

  interface Wish {
    since_s?: number;
    count?: number;
    page?: string;
  }
  type Said = ProviderAnswer | ((wish?: Wish) => ProviderAnswer);

  /** Where nothing was left, apart from what is given otherwise. */
  const look = (change: Partial<Record<keyof GmailApi, Said>>, fromHere: readonly string[] = []) => {
    const usual = { newestDrafts: answered({}), draft: answered({}, 404), newestSent: list(), sentTo: list() };
    const answers = { ...usual, mail: answered(mail('one')), wholeMail: saying(MESSAGE.body), ...change };
    const api = Object.fromEntries(
      Object.entries(answers).map(([name, answer]) => [
        name,
        async (_access: unknown, wish?: Wish) => {
          if (name === 'sentTo') searchedSince = wish?.since_s;
          asked.push(name);
          mostAtOnce = Math.max(mostAtOnce, ++underWay);
          await new Promise(setImmediate);
          underWay--;
          return typeof answer === 'function' ? answer(wish) : answer;
        },
      ]),
    );
    const ours = new Set(fromHere);
    const sentFromHere = async (ids: readonly string[]) => new Set(ids.filter((id) => ours.has(id)));
    const trace = { queued_at: SINCE, sentFromHere };
    return findOrphan({ api: api as unknown as GmailApi, access: { ...access, signal }, message: MESSAGE, trace });
  };
  const before = new Date(SINCE.getTime() - 61_000);
  const marked = (at = SINCE) => answered(mail('one', { at, headers: { 'X-CRM-Message-Id': ID } }));

  it.each<[string, Parameters<typeof look>[0]]>([
    ['among the newest', { newestSent: list('one') }],
    ['among those to the same person', { sentTo: list('one') }],
  ])('finds what was sent %s', async (_what, lists) => {
    expect(await look({ ...lists, mail: marked() })).toMatchObject({ kind: 'sent', mail: { id: 'one' } });
    expect(await look(lists)).toEqual({ kind: 'perhaps_sent' });
    expect(await look({ ...lists, wholeMail: saying('Another') })).toEqual({ kind: 'none' });
    expect(await look({ ...lists, mail: answered({}, 404) })).toEqual({ kind: 'none' });
    expect(await look({ ...lists, mail: answered(mail('one', { at: before })) })).toEqual({ kind: 'none' });
    expect(await look({ ...lists, mail: marked(before) })).toMatchObject({ kind: 'sent', mail: { id: 'one' } });
  });

  it.each([61, 600, 86_400])(
    'does not search later than from the time of queueing, though the `Date` of Gmail is %d seconds ahead',
    async (aheadS) => {
      const headers = { date: new Date(Date.now() + aheadS * 1000).toUTCString() };
      const newestSent: ProviderAnswer = { kind: 'answered', status: 200, headers, body: {} };
      expect(await look({ newestSent, sentTo: list('one') })).toEqual({ kind: 'perhaps_sent' });
      expect(searchedSince).toBe((SINCE.getTime() - 60_000) / 1000);
    },
  );

  it.each<[string, Parameters<typeof look>[0]]>([
    ['drafts', { newestDrafts: answered({ drafts: Array.from({ length: 20 }, (_, n) => ({ id: `draft-${n}` })) }) }],
    ['sent mails', { newestSent: list(...Array.from({ length: 10 }, (_, n) => `mail-${n}`)), wholeMail: saying('No') }],
  ])(
    'reads four %s at a time, since one after the other they may take longer than an attempt',
    async (_what, lists) => {
      [underWay, mostAtOnce] = [0, 0];
      expect(await look(lists)).toEqual({ kind: 'none' });
      expect(mostAtOnce).toBe(4);
    },
  );

  it('does not know where more was sent than is listed or read', async () => {
    const more = answered({ messages: [], nextPageToken: 'more' });
    expect(await look({ sentTo: more })).toEqual({ kind: 'perhaps_sent' });
    const many = Array.from({ length: 61 }, (_, n) => `mail-${n}`);
    const another = { wholeMail: saying('Another') };
    expect(await look({ ...another, sentTo: list(...many) })).toEqual({ kind: 'perhaps_sent' });
    expect(await look({ ...another, sentTo: list(...many.slice(1)) })).toEqual({ kind: 'none' });
  });

  it('reads nothing of what was sent from here, however much that is', async () => {
    const many = Array.from({ length: 400 }, (_, n) => `mail-${n}`);
    asked = [];
    const lists = { newestSent: list(...many.slice(-10)), sentTo: list(...many) };
    expect(await look(lists, many)).toEqual({ kind: 'none' });
    expect(asked).not.toContain('mail');
    expect(await look(lists, many.slice(1))).toEqual({ kind: 'perhaps_sent' });
    expect(asked.filter((name) => name === 'mail')).toHaveLength(1);
  });

  describe('of more than one list can hold', () => {
    /** As Gmail lists them, but no more than `most` at once, which it may do. */
    const paged = (ids: readonly string[], most: number) => (wish?: Wish) => {
      const from = Number(wish?.page ?? 0);
      const to = from + Math.min(wish?.count ?? 100, most);
      const messages = ids.slice(from, to).map((id) => ({ id }));
      return answered({ messages, ...(to < ids.length && { nextPageToken: String(to) }) });
    };
    const many = Array.from({ length: 2500 }, (_, n) => `mail-${n}`);
    const lists = () => asked.filter((name) => name === 'sentTo').length;
    beforeEach(() => (asked = []));

    it.each([
      [500, 5],
      [125, 20],
    ])('knows that nothing was left where all were sent from here, %d of them in a list', async (most, asks) => {
      expect(await look({ sentTo: paged(many, most) }, many)).toEqual({ kind: 'none' });
      expect(lists()).toBe(asks);
      expect(asked).not.toContain('mail');
    });

    it('finds the one behind all others that was not sent from here', async () => {
      const sentTo = paged(many, 500);
      expect(await look({ sentTo }, many.slice(0, -1))).toEqual({ kind: 'perhaps_sent' });
      expect(await look({ sentTo, mail: marked() }, many.slice(0, -1))).toMatchObject({ kind: 'sent' });
    });

    it('lists no further than twenty times, and does not know then', async () => {
      expect(await look({ sentTo: paged(many, 124) }, many)).toEqual({ kind: 'perhaps_sent' });
      expect(lists()).toBe(20);
    });

    it('lists no further once there are more that were not sent from here than are read', async () => {
      const another = { wholeMail: saying('Another') };
      expect(await look({ ...another, sentTo: paged(many, 500) }, many.slice(61))).toEqual({ kind: 'perhaps_sent' });
      expect(lists()).toBe(1);
      expect(await look({ ...another, sentTo: paged(many, 500) }, many.slice(60))).toEqual({ kind: 'none' });
    });
  });

  it('reads no more texts once one of them is the same', async () => {
    asked = [];
    expect(await look({ newestSent: list('one', 'two', 'three') })).toEqual({ kind: 'perhaps_sent' });
    expect(asked.filter((name) => name === 'wholeMail')).toHaveLength(1);
  });

  it.each(['newestDrafts', 'newestSent', 'sentTo', 'mail', 'wholeMail'] as const)(
    'has seen nothing where %s fails',
    async (call) => {
      const answer = answered({}, 503);
      expect(await look({ newestSent: list('one'), [call]: answer })).toEqual({ kind: 'unseen', answer });
    },
  );
});
