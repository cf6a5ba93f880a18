import { z } from 'zod';
import { classifyAnswer, range, retryAfterHeader, type AnswerRow, type AnswerTable } from '../provider/answer-table.js';
import type { Answered, ProviderAnswer } from '../provider/provider-call.js';
import type { Outcome } from '../contract/channel.js';
import { providerId } from '../contract/provider-id.js';
import { readAnswer } from '../provider/read-answer.js';

const errorBody = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().nullish() }) });
const usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().nonnegative().nullish() })),
);

/** Whoever failed does not know either what became of the message, whatever code stands there. */
const FAILED: AnswerRow = {
  status: range(500, 599),
  is: 'ambiguous',
  detail: 'Meta failed and did not say whether it sent the message.',
};

/** Whoever says in one answer that it succeeded and that it failed has perhaps sent the message, whatever code stands there. */
const CONTRADICTS_ITSELF: AnswerRow = {
  status: range(200, 399),
  is: 'ambiguous',
  detail: 'The answer of Meta is no refusal, and did not say whether it sent the message.',
};

/** Meta answers limits and refusals alike with 400, so that its own codes decide and not the status. */
export function metaTable(rows: readonly AnswerRow[]): AnswerTable {
  return {
    rows: [CONTRADICTS_ITSELF, FAILED, ...rows],
    codesOf({ body }) {
      const { error } = errorBody.safeParse(body).data ?? {};
      if (!error) return [];
      return [...(error.error_subcode ? [`${error.code}/${error.error_subcode}`] : []), String(error.code)];
    },
    retryAfterOf: (answer) => retryAfterHeader(answer) ?? regainsAccessAfter(answer),
  };
}

/** What every one of Meta's messaging APIs says in the same way. Rows about subcodes have to stand before. */
export const OF_ALL_META: readonly AnswerRow[] = [
  // No status names the account: a proxy on the way answers 401 as well.
  {
    codes: ['102', '190'],
    is: 'rejected',
    account: 'reauth_required',
    detail: 'Meta no longer accepts the access token of this account; connect it again.',
  },
  // Often about one message and not about the account, so that the account stays open.
  {
    codes: ['3', '10', ...range(200, 299).map(String)],
    is: 'rejected',
    detail: 'Meta does not allow this account to send the message; perhaps a permission is missing.',
  },
  {
    codes: ['100/33'],
    is: 'rejected',
    detail: 'Meta cannot find the account or the message to reply to.',
  },
  { codes: ['368'], is: 'rejected', detail: 'Meta has restricted this account for violating a policy.' },
  {
    codes: ['4', '17', '32', '613'],
    is: 'transient',
    throttles: 'account',
    detail: 'Meta asks this account to send more slowly.',
  },
  { codes: ['100'], is: 'rejected', detail: 'Meta refuses the message as invalid.' },
  // Among these: "all sent successfully, but the endpoint returns an error".
  {
    codes: ['-1', '1', '2', '1200'],
    is: 'ambiguous',
    detail: 'Meta failed and did not say whether it sent the message.',
  },
  // Meta's own limits fail the request and bear a code; without one this is of what stands before its API. Either
  // refuses a request for the number of those before it (RFC 6585, section 4) instead of working on it, so that nothing
  // was sent.
  { status: [429], is: 'transient', throttles: 'account', detail: 'Meta asks this account to send more slowly.' },
];

/** From memory: how many minutes a business has to wait is in a header, by its id. */
function regainsAccessAfter({ headers }: Answered): number | null {
  const text = headers['x-business-use-case-usage'];
  if (typeof text !== 'string') return null;
  try {
    const entries = Object.values(usage.parse(JSON.parse(text))).flat();
    const minutes = Math.max(0, ...entries.map((entry) => entry.estimated_time_to_regain_access ?? 0));
    return minutes > 0 ? minutes * 60 : null;
  } catch {
    return null;
  }
}

const sentBody = z.object({ message_id: providerId });

/** The verdict over an answer of the Send API, which Messenger and Instagram share. Pure. */
export function sendApiOutcome(answer: ProviderAnswer, table: AnswerTable): Outcome {
  const sent = readAnswer(answer, sentBody);
  if (!sent) return classifyAnswer(answer, table);
  return {
    kind: 'accepted',
    provider_message_id: sent.message_id,
    provider_thread_id: null,
    internet_message_id: null,
  };
}
