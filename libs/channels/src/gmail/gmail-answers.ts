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
import { providerId } from '../contract/provider-id.js';
import { readAnswer } from '../provider/read-answer.js';
import type { Declined, Outcome } from '../contract/channel.js';
import type { Answered, ProviderAnswer } from '../provider/provider-call.js';

const errorBody = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string() })).optional(),
  }),
});
const sentBody = z.object({ id: providerId, threadId: providerId.nullish() });

const HOUR = 3600;

/** What is said of a message whose draft is not there any more. */
export const DRAFT_GONE: Declined = {
  kind: 'ambiguous',
  code: 'draft_gone',
  detail: 'The draft is no longer in the mailbox.',
  http_status: 404,
};

/** From memory: Gmail has no code of its own for a draft that was sent from its own pages, and says so in the text. */
const NOT_A_DRAFT = 'notADraft';
/** From memory: a failed precondition whose text does not say which passes by itself. */
const COMES_AND_GOES = 'comesAndGoes';

/** Gmail API v1: guides/handle-errors. */
export const GMAIL_ANSWERS: AnswerTable = {
  rows: [
    {
      status: [401],
      is: 'rejected',
      as: 'unauthorized',
      account: 'reauth_required',
      detail: 'Google no longer accepts the connection to this mailbox; connect it again.',
    },
    {
      status: [403],
      codes: ['dailyLimitExceeded'],
      is: 'transient',
      throttles: 'account',
      retry_after_seconds: HOUR,
      detail: "The mailbox's daily limit is used up.",
    },
    {
      status: [403],
      codes: ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded'],
      is: 'transient',
      throttles: 'account',
      detail: 'Gmail asks this mailbox to send more slowly.',
    },
    { status: [429], is: 'transient', throttles: 'account', detail: 'Gmail asks this mailbox to send more slowly.' },
    {
      status: [403],
      codes: ['insufficientPermissions'],
      is: 'rejected',
      account: 'reauth_required',
      detail: 'The mailbox was connected without the right to send; connect it again.',
    },
    {
      status: [403],
      codes: ANY_CODE,
      is: 'rejected',
      detail: 'Google does not allow this mailbox to send the message.',
    },
    // Sent already, or removed by somebody: the thread knows.
    { status: [404], is: 'ambiguous', as: DRAFT_GONE.code, detail: DRAFT_GONE.detail },
    { status: [400], codes: [NOT_A_DRAFT], is: 'ambiguous', as: DRAFT_GONE.code, detail: DRAFT_GONE.detail },
    {
      status: [400],
      codes: [COMES_AND_GOES],
      is: 'ambiguous',
      as: 'failedPrecondition',
      detail: 'Gmail refused for the moment and gave no reason.',
    },
    { status: [413], is: 'rejected', as: TOO_LARGE, detail: 'The message is too large for Gmail.' },
    { status: [400], codes: ANY_CODE, is: 'rejected', detail: 'Gmail refuses the message or one of its recipients.' },
    {
      status: range(500, 599),
      is: 'ambiguous',
      detail: 'Gmail failed and did not say whether it sent the message.',
    },
  ],
  codesOf({ body }) {
    const { error } = errorBody.safeParse(body).data ?? {};
    const said = [...(error?.errors ?? []).map(({ reason }) => reason), ...(error?.status ? [error.status] : [])];
    const text = error?.message ?? '';
    if (/\bnot a draft\b/i.test(text)) return [NOT_A_DRAFT, ...said];
    return /^precondition check failed\b/i.test(text) ? [COMES_AND_GOES, ...said] : said;
  },
  retryAfterOf: (answer) => retryAfterHeader(answer) ?? retryAfterInText(answer),
};

const SENDING = ofSendingDraft(GMAIL_ANSWERS);

/** The verdict over the answer to `drafts.send`. Pure. */
export function gmailOutcome(answer: ProviderAnswer): Outcome {
  const sent = readAnswer(answer, sentBody);
  if (!sent) return classifyAnswer(answer, SENDING);
  // Gmail puts a Message-ID of its own; it has to be read.
  return {
    kind: 'accepted',
    provider_message_id: sent.id,
    provider_thread_id: sent.threadId ?? null,
    internet_message_id: null,
  };
}

/** From memory: a limit on sending says in its text until when it holds. */
function retryAfterInText({ body }: Answered, now = Date.now()): number | null {
  const text = errorBody.safeParse(body).data?.error.message ?? '';
  const [, until] = /retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(text) ?? [];
  return until ? Math.max(Math.ceil((Date.parse(until) - now) / 1000), 0) : null;
}
