import { REASON_OF_KIND, type ErrorKind, type Reason } from '#crm-domain';

interface ErrorRow {
  statusCode: number;
  type: string;
  code: string;
}

/** The contract's error table (section Errors) with the kinds that the decisions add. */
export const ERRORS = {
  validation: { statusCode: 400, type: 'invalid_request_error', code: 'validation_type' },
  unauthenticated: { statusCode: 401, type: 'not_authorized_error', code: 'not_authorized' },
  forbidden: { statusCode: 403, type: 'forbidden_error', code: 'forbidden' },
  not_found: { statusCode: 404, type: 'invalid_request_error', code: 'not_found' },
  method_not_allowed: { statusCode: 405, type: 'invalid_request_error', code: 'method_not_allowed' },
  gone: { statusCode: 410, type: 'invalid_request_error', code: 'gone' },
  conflict: { statusCode: 409, type: 'invalid_request_error', code: '' },
  version_mismatch: { statusCode: 412, type: 'invalid_request_error', code: 'version_mismatch' },
  too_large: { statusCode: 413, type: 'invalid_request_error', code: 'payload_too_large' },
  dependency_failed: { statusCode: 424, type: 'invalid_request_error', code: 'dependency_failed' },
  rate_limited: { statusCode: 429, type: 'rate_limit_error', code: 'rate_limited' },
  internal: { statusCode: 500, type: 'invalid_error', code: '' },
  unavailable: { statusCode: 503, type: 'invalid_error', code: '' },
} as const satisfies Record<ErrorKind | 'internal' | 'method_not_allowed' | 'too_large', ErrorRow>;

export type HttpErrorKind = keyof typeof ERRORS;

const REASONS_HERE = {
  internal: 'server_failure',
  method_not_allowed: 'method_not_allowed',
  too_large: 'payload_too_large',
} as const satisfies Partial<Record<HttpErrorKind, Reason>>;

/** Why, where only the kind of an error is known. */
export function reasonOf(kind: HttpErrorKind): Reason {
  return { ...REASON_OF_KIND, ...REASONS_HERE }[kind];
}
