import type { ChannelAccess, OutboundMessage } from '../contract/channel.js';
import type { ProviderAnswer } from '../provider/provider-call.js';
import type { GmailApi } from './gmail-api.js';
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
