import { findSent } from './gmail-lookup.js';

const ID = '01890000-0000-7000-8000-000000000001';
const SINCE = new Date('2026-03-01T10:00:00Z');
const MESSAGE = {
  ...{ message_id: ID, channel: 'gmail' as const, subject: 'The engine', body: 'It weaves.' },
  ...{ to: ['bob@example.com', 'cleo@example.com'], cc: [], reply: null },
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
    ['went to more people', { headers: { To: 'bob@example.com, cleo@example.com, eve@example.com' } }],
  ])('does not take one that %s', (_what, told) => {
    expect(found(mail('other', told))).toBeUndefined();
  });

  it('goes by the mark alone when nobody knows since when', () => {
    expect(findSent([mail('like')], MESSAGE, null)).toEqual({ marked: undefined, alike: [] });
    expect(findSent([mail('marked', { headers: { 'X-CRM-Message-Id': ID } })], MESSAGE, null).marked?.id).toBe(
      'marked',
    );
  });
});
