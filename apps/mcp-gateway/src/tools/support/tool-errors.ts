import { DomainError, type ErrorKind, type Reason } from '#crm-domain';
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

/** An error as its caller is told of it. */
export function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof DeadlineExceeded || error instanceof ResultTooLong)
    return { ...FAILURE, reason: error.reason, message: error.message };
  if (!(error instanceof DomainError)) return { ...FAILURE, reason: FAULT, message: MASKED };
  const { kind, reason, message, issues, facts } = error;
  if (kind === 'unavailable') return { ...FAILURE, reason, message: MASKED };
  return { ...TOOL_ERRORS[kind], reason, message, ...facts, ...(issues.length > 0 && { issues }) };
}
