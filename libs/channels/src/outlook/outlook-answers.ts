import { z } from 'zod';
import {
  ANY_CODE,
  TOO_LARGE,
  classifyAnswer,
  ofSendingDraft,
  range,
  retryAfterHeader,
  type AnswerTable,
} from '../provider/answer-table.js';
import type { Outcome } from '../contract/channel.js';
import type { ProviderAnswer } from '../provider/provider-call.js';

const errorBody = z.object({ error: z.object({ code: z.string() }) });

/** Microsoft Graph v1.0: errors, throttling; the codes of Exchange are from memory. */
export const OUTLOOK_ANSWERS: AnswerTable = {
  rows: [
    // Whoever says in one answer that it succeeded and that it failed has perhaps sent the message, whatever code it has.
    {
      status: range(200, 399),
      is: 'ambiguous',
      detail: 'The answer of Outlook is no refusal, and did not say whether it sent the message.',
    },
    {
      status: range(500, 599),
      is: 'ambiguous',
      detail: 'Outlook failed and did not say whether it sent the message.',
    },
    {
      status: [401],
      is: 'rejected',
      as: 'unauthorized',
      account: 'reauth_required',
      detail: 'Microsoft no longer accepts the connection to this mailbox; connect it again.',
    },
    { status: [429], is: 'transient', throttles: 'account', detail: 'Outlook asks this mailbox to send more slowly.' },
    // Seen to pass by itself while a mailbox is moved.
    {
      codes: ['ErrorNonExistentMailbox'],
      is: 'transient',
      detail: 'Outlook does not find the mailbox at the moment.',
    },
    {
      codes: ['ErrorMessageTransientError'],
      is: 'transient',
      detail: 'Outlook cannot send the message at the moment.',
    },
    {
      codes: ['ErrorMessageThrottled', 'ErrorSubmissionQuotaExceeded'],
      is: 'transient',
      throttles: 'account',
      detail: 'Outlook asks this mailbox to send more slowly.',
    },
    { codes: ['ErrorInvalidRecipients'], is: 'rejected', detail: 'Outlook refuses one of the recipients.' },
    {
      codes: ['ErrorMessageSizeExceeded'],
      is: 'rejected',
      detail: 'The message is too large for Outlook.',
    },
    { status: [413], is: 'rejected', as: TOO_LARGE, detail: 'The message is too large for Outlook.' },
    {
      status: [403],
      codes: ANY_CODE,
      is: 'rejected',
      detail: 'Microsoft does not allow this mailbox to send the message.',
    },
    // Sent already, or removed by somebody: the mailbox knows.
    { status: [404], is: 'ambiguous', as: 'draft_gone', detail: 'The draft is no longer in the mailbox.' },
    { status: [400], codes: ANY_CODE, is: 'rejected', detail: 'Outlook refuses the message.' },
  ],
  codesOf({ body }) {
    const code = errorBody.safeParse(body).data?.error.code;
    return code ? [code] : [];
  },
  retryAfterOf: (answer) => retryAfterHeader(answer),
};

const SENDING = ofSendingDraft(OUTLOOK_ANSWERS);

/** The verdict over the answer to `send`, which says nothing but that it was taken. Pure. */
export function outlookOutcome(answer: ProviderAnswer): Outcome {
  const isTaken = answer.kind === 'answered' && answer.status === 202 && OUTLOOK_ANSWERS.codesOf(answer).length === 0;
  if (!isTaken) return classifyAnswer(answer, SENDING);
  return { kind: 'accepted', provider_message_id: null, provider_thread_id: null, internet_message_id: null };
}
