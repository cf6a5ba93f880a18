import { DomainError, type ErrorKind, type Reason } from '#crm-domain';
import { BatchRefused, type ItemResult } from '#crm-domain/writes';
import { AwaitingApproval } from '#crm-domain/messaging';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { screenOfDraft } from './places.js';

interface ErrorRow {
  type: string;
  code: string;
}

const FAILURE = { type: 'invalid_error', code: '' };
const FAULT: Reason = 'server_failure';

/** Type and code per kind of error, the same as over REST (contract: Errors). */
const TOOL_ERRORS = {
  validation: { type: 'invalid_request_error', code: 'validation_type' },
  unauthenticated: { type: 'not_authorized_error', code: 'not_authorized' },
  forbidden: { type: 'forbidden_error', code: 'forbidden' },
  not_found: { type: 'invalid_request_error', code: 'not_found' },
  conflict: { type: 'invalid_request_error', code: '' },
  version_mismatch: { type: 'invalid_request_error', code: 'version_mismatch' },
  gone: { type: 'invalid_request_error', code: 'gone' },
  dependency_failed: { type: 'invalid_request_error', code: 'dependency_failed' },
  rate_limited: { type: 'rate_limit_error', code: 'rate_limited' },
  unavailable: FAILURE,
} as const satisfies Record<ErrorKind, ErrorRow>;

/** The status that the same would have over REST: an item of a batch is told with it. */
const STATUSES: Record<ErrorKind, number> = {
  validation: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  version_mismatch: 412,
  dependency_failed: 424,
  rate_limited: 429,
  unavailable: 503,
};

const MASKED =
  'The service could not do this just now. Look whether it was done before you try again; if it keeps failing, quote the requestId.';

/** The work took longer than a request may. `message` is shown to the caller. */
export class DeadlineExceeded extends Error {
  readonly reason: Reason = 'took_too_long';

  constructor(seconds: number, readOnly: boolean) {
    const advice = readOnly
      ? 'Ask for less, for instance with a smaller limit.'
      : 'It may have taken effect: read before you try again.';
    super(`The tool did not finish within ${seconds} seconds. ${advice}`);
    this.name = 'DeadlineExceeded';
  }
}

/** How a failed call counts in the metrics. */
export function outcomeOf(error: unknown): string {
  if (error instanceof DeadlineExceeded) return 'timeout';
  if (error instanceof ResultTooLong) return 'too_long';
  return error instanceof DomainError ? error.kind : 'fault';
}

/** The result has more characters than clients pass on, and no part of it can be left out. */
export class ResultTooLong extends Error {
  readonly reason: Reason = 'result_too_long';

  constructor(length: number, most: number) {
    super(`The result has ${length} characters; clients accept at most ${most}. Use the REST API to get all of it.`);
    this.name = 'ResultTooLong';
  }
}

/** Is this a fault of ours, to be looked into, and not an answer to the caller? */
export function isFault(error: unknown): boolean {
  if (error instanceof ResultTooLong) return false;
  return !(error instanceof DomainError) || error.kind === 'unavailable';
}

/**
 * A failed call as its result: JSON text only, for `structuredContent` would have to satisfy the output schema.
 * The text of anything but a domain error stays with us. `screens` is the address of the screens.
 */
export function toolError(error: unknown, requestId: string, screens: string): CallToolResult {
  const described = error instanceof AwaitingApproval ? awaiting(error, screens) : describeError(error);
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify({ error: { ...described, requestId } }) }],
  };
}

/** A conflict that the owner of the draft resolves, and where. */
function awaiting(error: AwaitingApproval, screens: string): object {
  const { status, draft, reason, message } = error;
  const { draft_id, conversation_id } = draft;
  const url = screens + screenOfDraft(draft);
  const said = `${message} Tell the user to open ${url}. Do not call send_message again for this draft.`;
  return { ...TOOL_ERRORS.conflict, reason, message: said, status, draft_id, conversation_id, url };
}

/** What became of the items of a batch, as over REST. */
export function itemsTold(results: readonly ItemResult[]): object[] {
  return results.map((result) => {
    if ('error' in result) return failedItem(result.error);
    return 'undone' in result ? failedItem(UNDONE) : { status: 200, ...result };
  });
}

const UNDONE = new DomainError('dependency_failed', 'This item was fine. It was not done, because another one failed.');

function failedItem(error: unknown): object {
  return { status: error instanceof DomainError ? STATUSES[error.kind] : 500, error: describeError(error) };
}

/** An error as its caller is told of it. */
function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof DeadlineExceeded || error instanceof ResultTooLong)
    return { ...FAILURE, reason: error.reason, message: error.message };
  if (!(error instanceof DomainError)) return { ...FAILURE, reason: FAULT, message: MASKED };
  const { kind, reason, message, issues, facts } = error;
  if (kind === 'unavailable') return { ...FAILURE, reason, message: MASKED };
  const batch = error instanceof BatchRefused && { applied: false, results: itemsTold(error.results) };
  return { ...TOOL_ERRORS[kind], reason, message, ...facts, ...(issues.length > 0 && { issues }), ...batch };
}
