import type { ChannelAccess, OutboundMessage } from '../contract/channel.js';
import type { ProviderAnswer } from '../provider/provider-call.js';
import type { GmailApi } from './gmail-api.js';
import { findOrphan } from './gmail-orphan.js';
import { GmailChannel } from './gmail.channel.js';

const MARK = '0199a0c0-0000-7000-8000-000000000001';
const message: OutboundMessage = {
  message_id: MARK,
  channel: 'gmail',
  subject: 'Offer',
  body: 'Hello',
  to: ['bob@example.com'],
  cc: [],
  reply: null,
};
const access: ChannelAccess = {
  external_account_id: 'ada@example.com',
  address: 'ada@example.com',
  display_name: null,
  token: 'token',
  signal: new AbortController().signal,
};

const answered = (status: number, body: unknown = {}): ProviderAnswer => ({
  kind: 'answered',
  status,
  headers: {},
  body,
});
const draft = (id: string, mark?: string) => {
  const headers = mark ? [{ name: 'X-CRM-Message-Id', value: mark }] : [];
  return answered(200, { id, message: { id: `mail-${id}`, labelIds: ['DRAFT'], payload: { headers } } });
};
const REFUSED = answered(500, { error: { code: 500, message: 'Some text.', status: 'INTERNAL' } });
const OUT_OF_ORDER = answered(503, {});

/** What an attempt does in a mailbox with these drafts; nothing was sent there. */
async function prepare(drafts: Record<string, ProviderAnswer>, attempt: number) {
  const give = (answer: ProviderAnswer) => () => Promise.resolve(answer);
  const api = {
    newestDrafts: give(answered(200, { drafts: Object.keys(drafts).map((id) => ({ id })) })),
    draft: (_: ChannelAccess, id: string) => Promise.resolve(drafts[id]!),
    wholeDraft: (_: ChannelAccess, id: string) => Promise.resolve(drafts[id]!),
    newestSent: give(answered(200)),
    sentTo: give(answered(200)),
    createDraft: give(draft('made')),
  };
  const trace = { provider_draft_id: null, provider_thread_id: null, transmit_started_at: null, attempt };
  return new GmailChannel(api as unknown as GmailApi).prepare(message, access, trace);
}

const made = { kind: 'prepared', provider_draft_id: 'made' };
const waits = { kind: 'transient' };

describe('a draft that Gmail does not show', () => {
  it.each([
    ['is refused', REFUSED],
    ['has a form that nobody knows', answered(200, { draft: true })],
  ])('holds a mail back for some attempts alone, where it %s beside others', async (_what, strange) => {
    const drafts = { strange, other: draft('other') };
    expect(await prepare(drafts, 2)).toMatchObject(waits);
    expect(await prepare(drafts, 5)).toMatchObject(waits);
    expect(await prepare(drafts, 6)).toMatchObject(made);
  });

  it('hides no draft of ours behind it', async () => {
    const found = await prepare({ strange: REFUSED, ours: draft('ours', MARK) }, 6);
    expect(found).toMatchObject({ code: 'draft_changed' });
  });

  it.each([
    ['no other is shown', { strange: REFUSED }],
    ['Gmail is out of order', { strange: OUT_OF_ORDER, other: draft('other') }],
    ['the token is refused', { strange: answered(401), other: draft('other') }],
  ])('holds it back for longer while %s', async (_what, drafts) => {
    expect(await prepare(drafts, 50)).not.toMatchObject(made);
  });
});

describe('an orphaned draft that is not among the newest twenty', () => {
  const QUEUED = new Date('2026-03-01T10:00:00Z');
  const later = (seconds: number) => String(QUEUED.getTime() + seconds * 1000);
  interface Mailbox {
    count: number;
    ours: number;
    /** Whether a search finds ours by the Message-ID that we gave it. */
    searches?: boolean;
    internalDate?: string;
  }

  /** What is found in a mailbox with so many drafts, the newest first, and what was asked for. */
  async function look({ count, ours, searches = false, internalDate = later(5) }: Mailbox) {
    const asked: string[] = [];
    const answer = (name: string, body: unknown = {}) => {
      asked.push(name);
      return Promise.resolve(answered(200, body));
    };
    const api = {
      newestDrafts: (_: ChannelAccess, most: number, page = '0') => {
        const end = Number(page) + most;
        const ids = Array.from({ length: count }, (_each, n) => ({ id: String(n) })).slice(Number(page), end);
        return answer('list', { drafts: ids, ...(end < count && { nextPageToken: String(end) }) });
      },
      draftsWithId: (_: ChannelAccess, id: string) =>
        answer(`search ${id}`, searches ? { drafts: [{ id: String(ours) }] } : {}),
      draft: (_: ChannelAccess, id: string) => {
        const headers = [{ name: 'X-CRM-Message-Id', value: id === String(ours) ? MARK : 'another' }];
        return answer('draft', { id, message: { id: `mail-${id}`, internalDate, payload: { headers } } });
      },
      newestSent: () => answer('sent'),
      sentTo: () => answer('sent'),
    };
    const trace = { queued_at: QUEUED };
    return { asked, found: await findOrphan({ api: api as unknown as GmailApi, access, message, trace }) };
  }
  const numberOf = (asked: readonly string[], name: string) => asked.filter((each) => each === name).length;

  it('is searched for by its Message-ID, which never changes', async () => {
    const { found, asked } = await look({ count: 1000, ours: 900, searches: true });
    expect(found).toMatchObject({ kind: 'draft', draft: { id: '900' } });
    expect(asked).toContain(`search <${MARK}@example.com>`);
    expect(asked.filter((each) => each === 'draft' || each === 'list')).toHaveLength(22);
  });

  it('is found further on in the list where Gmail has put another Message-ID', async () => {
    expect((await look({ count: 60, ours: 55 })).found).toMatchObject({ kind: 'draft', draft: { id: '55' } });
    expect((await look({ count: 300, ours: 199 })).found).toMatchObject({ kind: 'draft', draft: { id: '199' } });
  });

  it('is looked for among two hundred at most, so that an attempt has time for it', async () => {
    const { found, asked } = await look({ count: 300, ours: 200 });
    expect(found).toEqual({ kind: 'none' });
    expect(numberOf(asked, 'draft')).toBe(200);
  });

  it('is not looked for behind drafts that were there before the message', async () => {
    const { found, asked } = await look({ count: 300, ours: 100, internalDate: later(-61) });
    expect(found).toEqual({ kind: 'none' });
    expect(asked.filter((each) => each !== 'sent')).toHaveLength(21);
    expect((await look({ count: 300, ours: 100, internalDate: undefined })).found).toMatchObject({ kind: 'draft' });
  });

  it('is not searched for where the list ends', async () => {
    const { asked } = await look({ count: 20, ours: 20 });
    expect(asked.filter((each) => each !== 'sent')).toHaveLength(21);
  });
});
