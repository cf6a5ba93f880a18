import type { Response } from 'supertest';
import { REASONS, type Reason } from '#crm-domain';

/** What the contract says of an error with this status (section Errors; decisions: Addressing and shapes). */
const ERROR_ROWS: Record<number, { type: string; code: string }> = {
  400: { type: 'invalid_request_error', code: 'validation_type' },
  401: { type: 'not_authorized_error', code: 'not_authorized' },
  403: { type: 'forbidden_error', code: 'forbidden' },
  404: { type: 'invalid_request_error', code: 'not_found' },
  405: { type: 'invalid_request_error', code: 'method_not_allowed' },
  409: { type: 'invalid_request_error', code: '' },
  412: { type: 'invalid_request_error', code: 'version_mismatch' },
  410: { type: 'invalid_request_error', code: 'gone' },
  413: { type: 'invalid_request_error', code: 'payload_too_large' },
  429: { type: 'rate_limit_error', code: 'rate_limited' },
  500: { type: 'invalid_error', code: '' },
  503: { type: 'invalid_error', code: '' },
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const OURS = ['reason', 'message', 'issues'];
// Words that only the database, the framework or a stack trace would use.
const FOREIGN =
  /select .+ from |insert into|relation "|column "|constraint|pg_|postgres|typeorm|node_modules|at \w+ \(|\bnull value\b|syntax error/i;

interface Issue {
  path: string;
  message: string;
}

/**
 * Demands the contract's error body: the four fields with the values of its table, and beside them only what is ours.
 */
export function expectError(response: Response, status: number): { message: string; reason: Reason; issues: Issue[] } {
  const {
    statusCode,
    type,
    code,
    requestId,
    reason,
    message,
    issues = [],
    ...rest
  } = response.body as Record<string, unknown> & { issues?: Issue[] };
  expect({ status: response.status, statusCode, type, code, rest }).toEqual({
    status,
    statusCode: status,
    ...ERROR_ROWS[status],
    rest: {},
  });
  expect(response.headers['content-type']).toMatch(/^application\/json; charset=utf-8$/);
  expect(requestId).toMatch(UUID);
  expect(response.headers['x-request-id']).toBe(requestId);
  expect(Object.keys(REASONS)).toContain(reason);
  expect(message).toMatch(/^\S.{8,}[.)]$/s);
  expect(response.text).not.toMatch(FOREIGN);
  for (const issue of issues)
    expect(issue).toEqual(
      expect.objectContaining({ path: expect.any(String), message: expect.stringMatching(/\S.{5,}/) }),
    );
  expect(Object.keys(response.body as object).filter((key) => OURS.includes(key))).toEqual(
    issues.length > 0 ? OURS : ['reason', 'message'],
  );
  return { message: message as string, reason: reason as Reason, issues };
}

/** The bytes of an error but for its request id: two refusals that must not be told apart have the same. */
export function withoutRequestId(response: Response): string {
  return response.text.replace((response.body as { requestId: string }).requestId, '');
}

/** The paths of a refusal's issues, in their order. */
export function pathsOf(response: Response): string[] {
  return expectError(response, 400).issues.map((issue) => issue.path);
}
