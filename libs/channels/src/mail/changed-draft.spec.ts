import type { ChannelAccess, OutboundMessage } from '../contract/channel.js';
import { GmailChannel } from '../gmail/gmail.channel.js';
import type { GmailApi } from '../gmail/gmail-api.js';
import { OutlookChannel } from '../outlook/outlook.channel.js';
import type { OutlookApi } from '../outlook/outlook-api.js';
import type { ProviderAnswer } from '../provider/provider-call.js';

const message: OutboundMessage = {
  message_id: '0199a0c0-0000-7000-8000-000000000001',
  channel: 'gmail',
  subject: 'Offer',
  body: 'We offer 100',
  to: ['mara@example.com'],
  cc: [],
  reply: null,
};
const access: ChannelAccess = {
  external_account_id: 'ann@example.com',
  address: 'ann@example.com',
  display_name: null,
  token: 'token',
  signal: new AbortController().signal,
};
const noted = { provider_draft_id: 'd1', provider_thread_id: 't1', transmit_started_at: null, attempt: 2 };
const PREPARED = { kind: 'prepared', provider_draft_id: 'd1' };
const CHANGED = { kind: 'rejected', code: 'draft_changed' };

const give = (body: unknown) => (): Promise<ProviderAnswer> =>
  Promise.resolve({ kind: 'answered', status: 200, headers: {}, body });
const part = (mimeType: string, text: string) => ({
  mimeType,
  body: { size: text.length, data: Buffer.from(text).toString('base64url') },
});
const PLAIN = part('text/plain', message.body);

describe('the draft of a mail in Gmail', () => {
  const prepare = (more: [string, string][], payload: object) => {
    const headers = [['To', 'mara@example.com'], ['Subject', 'Offer'], ...more].map(([name, value]) => ({
      name,
      value,
    }));
    const mail = { id: 'm', threadId: 't1', labelIds: ['DRAFT'], internalDate: '1', payload: { headers, ...payload } };
    const api = { wholeDraft: give({ id: 'd1', message: mail }) };
    return new GmailChannel(api as unknown as GmailApi).prepare(message, access, noted);
  };
  const parts = (...more: object[]) => ({ mimeType: 'multipart/alternative', parts: [PLAIN, ...more] });

  it.each<[string, [string, string][], object?]>([
    ['has no sender', []],
    ['comes from the account, however that is written', [['From', '"Ann B." <Ann@Example.com>']]],
    [
      'is answered to the account',
      [
        ['From', 'ann@example.com'],
        ['Reply-To', 'Ann <ANN@example.com>'],
      ],
    ],
    [
      'has an empty Bcc and Reply-To',
      [
        ['Bcc', ''],
        ['Reply-To', ''],
      ],
    ],
    ['is one part of plain text', [], parts()],
  ])('is as it was made where it %s', async (_what, headers, payload: object = PLAIN) => {
    expect(await prepare(headers, payload)).toMatchObject(PREPARED);
  });

  it.each<[string, [string, string][], object?]>([
    ['another sender', [['From', 'sales@other.example']]],
    [
      'two senders',
      [
        ['From', 'ann@example.com'],
        ['From', 'ann@example.com'],
      ],
    ],
    ['somebody else who sends it', [['Sender', 'sales@other.example']]],
    ['an address to answer to', [['Reply-To', 'eve@evil.example']]],
    ['one more line of people', [['To', 'eve@evil.example']]],
    ['a second subject', [['Subject', 'Another']]],
    [
      'a second Bcc behind an empty one',
      [
        ['Bcc', ''],
        ['Bcc', 'eve@evil.example'],
      ],
    ],
    ['HTML beside its text', [], parts(part('text/html', '<p>We offer 900</p>'))],
    ['HTML in the place of its text', [], part('text/html', '<p>We offer 100</p>')],
    ['an invitation beside its text', [], parts(part('text/calendar', 'BEGIN:VCALENDAR'))],
  ])('was changed where it has %s', async (_what, headers, payload: object = PLAIN) => {
    expect(await prepare(headers, payload)).toMatchObject(CHANGED);
  });
});

describe('the draft of a mail in Outlook', () => {
  const prepare = (more: object) => {
    const mail = {
      id: 'd1',
      isDraft: true,
      parentFolderId: 'drafts',
      subject: 'Offer',
      body: { contentType: 'text', content: message.body },
      toRecipients: [of('mara@example.com')],
      hasAttachments: false,
      ...more,
    };
    const api = { message: give(mail), draftsFolder: give({ id: 'drafts' }) };
    return new OutlookChannel(api as unknown as OutlookApi).prepare({ ...message, channel: 'outlook' }, access, noted);
  };
  const of = (address: string) => ({ emailAddress: { address } });
  const ALIAS = of('ann.alias@example.com');

  it.each<[string, object]>([
    ['has no sender', { from: null, sender: null, replyTo: null }],
    ['comes from the account', { from: of('Ann@Example.com'), sender: of('ann@example.com'), replyTo: [] }],
    ['has an address of the mailbox that is not known here', { from: ALIAS, sender: ALIAS }],
    ['names the account as the directory does', { from: of('/O=ORG/CN=ANN'), sender: of('ann@example.com') }],
    ['is answered to the account', { from: of('ann@example.com'), replyTo: [of('ann@example.com')] }],
  ])('is as it was made where it %s', async (_what, more) => {
    expect(await prepare(more)).toMatchObject(PREPARED);
  });

  it.each<[string, object]>([
    ['another sender', { from: of('sales@other.example'), sender: of('ann@example.com') }],
    ['another sender, and none who sends it', { from: of('sales@other.example') }],
    ['an address to answer to', { replyTo: [of('eve@evil.example')] }],
  ])('was changed where it has %s', async (_what, more) => {
    expect(await prepare(more)).toMatchObject(CHANGED);
  });
});
