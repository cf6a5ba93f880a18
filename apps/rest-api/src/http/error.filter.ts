import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { KeysUnavailable, Shed, type AuthenticatedRequest } from '#auth';
import { DomainError, type Issue, type Reason } from '#crm-domain';
import { BatchRefused } from '#crm-domain/writes';
import { AwaitingApproval } from '#crm-domain/messaging';
import { LoadShedder, LogSeldom, lengthOf, logger } from '#platform';
import { batchResults } from './batch-results.js';
import { ERRORS, reasonOf, type HttpErrorKind } from './error-table.js';
import { ofBody } from './json-body.js';
import { methodsAt } from './unknown-route.js';
import { failedPage, missingPage } from '../front/open-page.js';
import type { Identified } from './request-facts.js';

/** An error as it leaves the service (contract: Errors; `reason`, `message` and `issues` are ours). */
interface Refusal {
  kind: HttpErrorKind;
  /** That of the kind, where no more is known. */
  reason?: Reason;
  message: string;
  issues?: readonly Issue[];
  facts?: Readonly<Record<string, unknown>>;
  retryAfter?: number;
  /** Methods that there are, when another was used. */
  methods?: string[];
}

// What express and its body parser throw, by their own names.
const BODY_ERRORS: Record<string, Refusal> = {
  'entity.too.large': { kind: 'too_large', message: 'The request body is larger than 1 MiB, or 8 MiB for a batch.' },
  'encoding.unsupported': { kind: 'validation', message: 'Send the request body uncompressed.' },
  'request.aborted': { kind: 'validation', message: 'The request body ended before it was complete.' },
  'request.size.invalid': {
    kind: 'validation',
    message: 'The request body is not as long as its Content-Length says.',
  },
};

interface Exchange {
  request: Identified;
  response: Response;
}

/** Every error in the contract's shape. What is not ours goes to the log and never to the caller. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly unproved = new LogSeldom();

  constructor(@Inject(LoadShedder) private readonly admission: LoadShedder) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<Identified & Pick<AuthenticatedRequest, 'authorize' | 'weight'>>();
    const response = host.switchToHttp().getResponse<Response>();
    const refusal = refusalOf(error, request);
    // What is wrong with a request is for those alone who may make it (decisions: Order of refusals).
    const isOfRequest = refusal.kind === 'validation' || refusal.kind === 'too_large';
    const foremost = isOfRequest ? await reasonToRefuse(request) : undefined;
    const told = foremost ?? { error };
    const why = foremost ? refusalOf(foremost.error, request) : refusal;
    request.weight?.refuse();
    const tell = () => this.tell(told.error, why, { request, response });
    // Those that are refused within one turn of the event loop would else keep all others from their next step.
    if (ERRORS[why.kind].statusCode < 500) this.admission.turnAway(response, tell);
    else tell();
  }

  private tell(error: unknown, refusal: Refusal, { request, response }: Exchange): void {
    // Whose token cannot be proved may be anybody, and as often as they like.
    if ((error as { cause?: unknown } | null)?.cause instanceof KeysUnavailable) this.unproved.warn(refusal.message);
    else if (refusal.kind === 'internal' || (refusal.kind === 'unavailable' && !(error instanceof Shed)))
      logger.error({ err: error, request_id: request.requestId }, refusal.message);
    if (response.headersSent) return void response.end();
    if (refusal.retryAfter !== undefined) response.setHeader('Retry-After', String(refusal.retryAfter));
    if (refusal.methods) response.setHeader('Allow', allowed(refusal.methods).join(', '));
    const row = ERRORS[refusal.kind];
    if (isForPeople(request)) return void response.status(row.statusCode).type('html').send(pageOf(refusal, request));
    if (refusal.kind === 'unauthenticated') response.setHeader('WWW-Authenticate', 'Bearer');
    const issues = refusal.issues?.length ? { issues: refusal.issues } : {};
    const { message, reason = reasonOf(refusal.kind), facts } = refusal;
    const { requestId } = request;
    const more = { ...approvalOf(refusal), ...batchOf(error, requestId, request) };
    const body = { ...row, requestId, reason, message, ...facts, ...issues, ...more };
    response.status(row.statusCode).json(body);
  }
}

/** Of a draft that waits for its owner: which one, and the screen where they send it. */
function approvalOf(refusal: Refusal): object {
  if (!(refusal instanceof AwaitingApproval)) return {};
  const { status, draft } = refusal;
  const { workspace_id, draft_id, conversation_id } = draft;
  return { status, draft_id, conversation_id, url: `/console/inbox?workspace=${workspace_id}&draft=${draft_id}` };
}

/** Bytes for items, and more for each of the request: no refusal is much longer than that, and an item may be `{}`. */
const LEAST_ROOM = 48 * 1024;
const ROOM_OF_BYTE = 3;

/** What became of the items of a batch that was refused, the first of them where there is no room for all. */
function batchOf(error: unknown, requestId: string, request: Identified): object {
  if (!(error instanceof BatchRefused)) return {};
  const all = batchResults(error.results, requestId);
  let left = LEAST_ROOM + ROOM_OF_BYTE * (lengthOf(request) ?? 0);
  const data = all.filter((item) => (left -= JSON.stringify(item).length) >= 0);
  return { applied: false, data, ...(data.length < all.length && { shortened: true }) };
}

/** Whether a page is the answer: to those who ask for something under `/console` and take HTML, as browsers do. */
function isForPeople(request: Identified): boolean {
  return /^\/console(\/|$)/.test(request.path) && request.accepts(['html', 'json']) === 'html';
}

function pageOf({ kind, message }: Refusal, { app, requestId }: Identified): string {
  const hasConsole = methodsAt(app, '/console').length > 0;
  // Where a form would be sent to there is no page to open.
  if (kind === 'not_found' || kind === 'method_not_allowed') return missingPage(hasConsole);
  return failedPage(kind === 'internal' ? `${message} It is ${requestId}.` : message, hasConsole);
}

/** Why a caller who was not proved may not make this request; undefined for those who may. */
function reasonToRefuse({
  authorize,
}: Pick<AuthenticatedRequest, 'authorize'>): Promise<{ error: unknown } | undefined> | undefined {
  return authorize?.().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
}

function refusalOf(error: unknown, request: Identified): Refusal {
  // Nest wraps what express and its body parser throw.
  const cause: unknown = error instanceof HttpException && error.cause ? error.cause : error;
  if (cause instanceof DomainError) return otherMethod(cause, request) ?? cause;
  const known = BODY_ERRORS[String((cause as { type?: unknown } | null)?.type)];
  if (known) return known.kind === 'validation' ? { ...known, issues: ofBody(known.message) } : known;
  const status = error instanceof HttpException ? error.getStatus() : (error as { status?: unknown } | null)?.status;
  if (status === 404) return noRoute(request);
  if (status === 400 || error instanceof URIError)
    return { kind: 'validation', message: 'The request cannot be read.' };
  return {
    kind: 'internal',
    message: 'Something went wrong on our side. The log has the details under the request id.',
  };
}

/**
 * `GET /v1/records/people/query` looks for a record of this name, and `PATCH` judges a body for it, where a query has to
 * be sent by POST.
 */
function otherMethod({ kind, reason }: DomainError, { app, path, method }: Identified): Refusal | undefined {
  const isOfRecord = reason === 'record_not_found' || kind === 'validation';
  if (!isOfRecord || allowed(methodsAt(app, path)).includes(method)) return undefined;
  return noRoute({ app, path, method });
}

/** Where another method would lead somewhere, that is said. */
function noRoute({ app, path, method }: Pick<Identified, 'app' | 'path' | 'method'>): Refusal {
  const methods = methodsAt(app, path);
  if (methods.length === 0)
    return { kind: 'not_found', message: 'There is no such path. The paths are listed at /docs.' };
  return { kind: 'method_not_allowed', message: `${method} is not allowed; use ${methods.join(' or ')}.`, methods };
}

/** What answers GET answers HEAD as well. */
function allowed(methods: readonly string[]): string[] {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
