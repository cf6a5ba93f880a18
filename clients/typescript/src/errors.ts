import type { components } from './openapi.js';

type Body = components['schemas']['Error'];

/** Why a request was refused, for programs. The service may know reasons that are newer than this client. */
export type Reason = components['schemas']['Reason'] | (string & {});
/** One problem of a request: where it is, in words, and what would be accepted. */
export type Issue = NonNullable<Body['issues']>[number];

/** Every error that this client throws, except those of a caller who aborted a request. */
export class CrmError extends Error {
  override name = 'CrmError';
}

/** No complete response arrived: the connection broke, or the time was up. `cause` says why. */
export class ConnectionError extends CrmError {
  override name = 'ConnectionError';
}

/** A delivery that was not signed with the secret of the webhook, or not lately. */
export class WebhookVerificationError extends CrmError {
  override name = 'WebhookVerificationError';
}

/** The service refused the request, or failed. The subclasses stand for the statuses. */
export class ResponseError extends CrmError {
  override name = 'ResponseError';
  readonly status: number;
  readonly reason: Reason;
  readonly type: string;
  readonly code: string;
  /** Under this id, the request is found in the log of the service. */
  readonly requestId: string | undefined;
  readonly issues: readonly Issue[];
  /** Seconds after which the request may be sent again, where the service says so. */
  readonly retryAfter: number | undefined;
  /** The response as it came: of some refusals it holds more, such as `data` of an atomic batch. */
  readonly body: Partial<Body>;

  constructor(response: Response, body: Partial<Body>) {
    super(body.message ?? `The service answered with status ${response.status}.`);
    this.status = response.status;
    this.reason = body.reason ?? 'unknown';
    this.type = body.type ?? '';
    this.code = body.code ?? '';
    this.requestId = body.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.issues = body.issues ?? [];
    this.retryAfter = secondsOf(response.headers.get('retry-after'));
    this.body = body;
  }
}

/** 400: something in the request is not valid; `issues` says what. */
export class InvalidRequestError extends ResponseError {
  override name = 'InvalidRequestError';
}

/** 401: the credential is missing, not valid or revoked. */
export class NotAuthenticatedError extends ResponseError {
  override name = 'NotAuthenticatedError';
}

/** 403: the credential lacks a permission. */
export class ForbiddenError extends ResponseError {
  override name = 'ForbiddenError';
}

/** 404: there is nothing of this name in the workspace. */
export class NotFoundError extends ResponseError {
  override name = 'NotFoundError';
}

/** 409: a conflict with existing data. */
export class ConflictError extends ResponseError {
  override name = 'ConflictError';
}

/** 410: the position in the feed is older than the oldest event that is kept. */
export class GoneError extends ResponseError {
  override name = 'GoneError';
}

/** 412: it has another version than the one that was expected. */
export class VersionMismatchError extends ResponseError {
  override name = 'VersionMismatchError';
  /** The version that it has now. */
  get currentVersion(): number | undefined {
    return this.body.current_version;
  }
  /** What was written since the expected version, the newest first. */
  get changes(): NonNullable<Body['changes']> {
    return this.body.changes ?? [];
  }
}

/** 413: the request is too large. */
export class TooLargeError extends ResponseError {
  override name = 'TooLargeError';
}

/** 429: too many requests, also after they were sent again. */
export class RateLimitedError extends ResponseError {
  override name = 'RateLimitedError';
}

/** 5xx: the service failed, also after the request was sent again. */
export class ServiceError extends ResponseError {
  override name = 'ServiceError';
}

const BY_STATUS: Readonly<Record<number, typeof ResponseError>> = {
  400: InvalidRequestError,
  401: NotAuthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  412: VersionMismatchError,
  413: TooLargeError,
  429: RateLimitedError,
};

/** The error that a response stands for. What is no JSON of ours, as of a proxy, counts by its status alone. */
export async function errorOf(response: Response): Promise<ResponseError> {
  const body: unknown = await response.json().catch(() => undefined);
  const isOurs = typeof body === 'object' && body !== null && !Array.isArray(body);
  const ErrorClass = BY_STATUS[response.status] ?? (response.status >= 500 ? ServiceError : ResponseError);
  return new ErrorClass(response, isOurs ? body : {});
}

export function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null || !/^\d{1,9}$/.test(retryAfter)) return undefined;
  return Number(retryAfter);
}
