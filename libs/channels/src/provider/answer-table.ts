import type { Declined, Prepared, Reconciled } from '../contract/channel.js';
import type { Answered, ProviderAnswer } from './provider-call.js';

/** An answer that is no acceptance, as a row of a provider's table sees it. The first row that fits decides. */
export interface AnswerRow {
  /** Absent: whatever the status is. */
  status?: readonly number[];
  /** One of these; absent: even without any. `ANY_CODE`: the answer is in the provider's own form. */
  codes?: readonly string[];
  is: 'rejected' | 'transient' | 'ambiguous';
  /** What `failure_code` says; absent: the provider's own code. */
  as?: string;
  detail: string;
  account?: 'reauth_required' | 'disconnected';
  throttles?: 'message' | 'account';
  /** Where the provider does not say it. */
  retry_after_seconds?: number;
}

/** How a provider says no. */
export interface AnswerTable {
  rows: readonly AnswerRow[];
  /** The codes an answer carries, the most telling first; none where it is not in the provider's own form. */
  codesOf(answer: Answered): readonly string[];
  retryAfterOf(answer: Answered): number | null;
}

const DAY_SECONDS = 86_400;

export const ANY_CODE: readonly string[] = ['*'];
/** What is said of a message that is too large. */
export const TOO_LARGE = 'too_large';

/** What is not in the table was perhaps sent, so nobody sends it again. */
const OTHERWISE: AnswerRow = {
  is: 'ambiguous',
  detail: 'The provider failed and did not say whether it sent the message.',
};

/** Mail leaves as a draft at the provider; without one there is nothing that could. */
export const NOT_PREPARED: Declined = {
  kind: 'transient',
  retry_after_seconds: null,
  throttles: 'message',
  code: 'not_prepared',
  detail: 'The draft has not been created yet.',
  http_status: null,
};

/**
 * The same for the request that sends a draft, which holds no message: that it is too large is then a proxy's word,
 * unless it is in the provider's own form.
 */
export function ofSendingDraft(table: AnswerTable): AnswerTable {
  return { ...table, rows: table.rows.map((row) => (row.as === TOO_LARGE ? { ...row, codes: ANY_CODE } : row)) };
}

/** Every number from `first` to `last`. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

/** The verdict over an answer that is no acceptance, or over its absence. Pure. */
export function classifyAnswer(answer: ProviderAnswer, table: AnswerTable): Declined {
  if (answer.kind === 'unanswered') return withoutAnswer(answer.phase);
  const codes = table.codesOf(answer);
  const row = table.rows.find((each) => fits(each, answer.status, codes)) ?? OTHERWISE;
  const refusal = {
    code: row.as ?? safeCode(codes[0]) ?? `http_${answer.status}`,
    detail: row.detail,
    http_status: answer.status,
  };
  const asked = bounded(table.retryAfterOf(answer));
  if (row.is === 'ambiguous') return { kind: 'ambiguous', retry_after_seconds: asked, ...refusal };
  if (row.is === 'rejected') return { kind: 'rejected', ...(row.account && { account: row.account }), ...refusal };
  return {
    kind: 'transient',
    retry_after_seconds: asked ?? row.retry_after_seconds ?? null,
    throttles: row.throttles ?? 'message',
    ...refusal,
  };
}

/** Making a draft sends nothing, so what is unclear about it may simply be tried again. */
export function beforeSending(declined: Declined): Exclude<Declined, { kind: 'ambiguous' }> {
  if (declined.kind !== 'ambiguous') return declined;
  const { retry_after_seconds = null } = declined;
  const throttles = retry_after_seconds === null ? 'message' : 'account';
  return { ...declined, kind: 'transient', retry_after_seconds, throttles };
}

/**
 * Before a later attempt nobody could look at what an earlier one left. Only a refusal of the account stands: another
 * one is about the look, and says nothing about the message.
 */
export function notLookedAt(declined: Declined): Exclude<Declined, { kind: 'ambiguous' }> {
  if (declined.kind !== 'rejected' || declined.account) return beforeSending(declined);
  const { code, detail, http_status } = declined;
  return { kind: 'transient', retry_after_seconds: null, throttles: 'message', code, detail, http_status };
}

/** What came of making a draft after a look had found nothing that earlier attempts left. */
export function afterLook(prepared: Prepared): Prepared {
  return prepared.kind === 'transient' || prepared.kind === 'rejected' ? { ...prepared, looked: true } : prepared;
}

/** A lookup that failed has found nothing out; above all not that the message is not there. */
export function notLearnt(declined: Declined): Extract<Reconciled, { kind: 'unknown' }> {
  const { code, detail, http_status } = declined;
  const retry_after_seconds = declined.kind === 'rejected' ? null : (declined.retry_after_seconds ?? null);
  const account = declined.kind === 'rejected' && declined.account ? { account: declined.account } : undefined;
  return { kind: 'unknown', code, detail, http_status, looked: http_status === 404, retry_after_seconds, ...account };
}

/** `Retry-After`, which is a number of seconds or a date (RFC 9110, 10.2.3). Null where it is absent or neither. */
export function retryAfterHeader({ headers }: Answered, now = Date.now()): number | null {
  const text = String(headers['retry-after'] ?? '');
  if (/^\d+$/.test(text)) return Number(text);
  // A date begins with the day of the week; Date.parse would also make dates of numbers with a point or a sign.
  if (!/^[A-Z]/i.test(text)) return null;
  const seconds = Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0);
}

/** What providers ask for is believed up to a day; what is no number counts as not said. */
function bounded(seconds: number | null): number | null {
  return seconds === null || Number.isNaN(seconds) ? null : Math.min(seconds, DAY_SECONDS);
}

function withoutAnswer(phase: 'never_written' | 'maybe_written'): Declined {
  if (phase === 'maybe_written') {
    const detail = 'The provider was reached but did not answer.';
    return { kind: 'ambiguous', code: 'no_answer', detail, http_status: null };
  }
  const unreached = { code: 'not_reached', detail: 'The provider could not be reached.', http_status: null };
  return { kind: 'transient', retry_after_seconds: null, throttles: 'message', ...unreached };
}

function fits({ status, codes: wanted }: AnswerRow, given: number, codes: readonly string[]): boolean {
  if (status && !status.includes(given)) return false;
  if (!wanted) return true;
  return wanted === ANY_CODE ? codes.length > 0 : codes.some((code) => wanted.includes(code));
}

/** Codes are shown to people; whatever does not look like one stays out. */
function safeCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[\w./-]{1,64}$/.test(code) ? code : undefined;
}
