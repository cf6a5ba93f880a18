import type { ChannelAccess, OutboundMessage } from '../contract/channel.js';
import { isAsMade, messageBody } from './outlook-draft.js';

const access = { external_account_id: 'ada@example.com', address: 'ada@example.com' } as ChannelAccess;
const answer = { subject: null, body: 'Hello', to: ['bob@example.com'], cc: [] } as unknown as OutboundMessage;
const draftWith = (subject: string | null) =>
  messageBody.parse({
    id: 'AA1',
    isDraft: true,
    subject,
    body: { contentType: 'text', content: 'Hello' },
    toRecipients: [{ emailAddress: { address: 'bob@example.com' } }],
  });

describe('the draft of an answer to a mail without a subject', () => {
  it.each([null, '', 'RE: ', 'Re:', 'AW:', 'Odp: ', '答复：'])('is as it was made with the subject %j', (subject) => {
    expect(isAsMade(draftWith(subject), answer, access)).toBe(true);
  });

  it.each(['Cancelled: contract', 'Contract', 'Re: contract'])('was changed with the subject %j', (subject) => {
    expect(isAsMade(draftWith(subject), answer, access)).toBe(false);
  });
});
