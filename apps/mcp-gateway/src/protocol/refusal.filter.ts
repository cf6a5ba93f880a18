import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError, type ErrorKind, type Reason } from '#crm-domain';
import { Shed } from '#auth';
import { LoadShedder } from '#platform';
import { GATEWAY, type GatewaySettings } from '../gateway-options.js';
import { challenge, sentToken } from './challenge.js';
import { ProtocolRefusal, refusalBody } from './json-rpc.js';

/** Statuses of refusals at the door. Other kinds do not arise there, and count as a fault of ours. */
const AT_THE_DOOR: Partial<Record<ErrorKind, { status: number; error: string }>> = {
  unauthenticated: { status: 401, error: 'unauthorized' },
  forbidden: { status: 403, error: 'access_denied' },
  rate_limited: { status: 429, error: 'rate_limited' },
  unavailable: { status: 503, error: 'temporarily_unavailable' },
};

/** Seconds; for a refusal that names none. */
const RETRY_AFTER = 5;

/** Writes every refusal that is not the answer of a tool: JSON-RPC for messages, OAuth's error shape for the rest. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(
    @Inject(GATEWAY) private readonly settings: GatewaySettings,
    @Inject(LoadShedder) private readonly admission: LoadShedder,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const tell = () => this.tell(error, request, response);
    // What is shed has waited before.
    if (error instanceof Shed) tell();
    else this.admission.turnAway(response, tell);
  }

  private tell(error: unknown, request: Request, response: Response): void {
    if (response.headersSent) return;
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (error instanceof ProtocolRefusal) this.refuse(error, response);
    else if (error instanceof DomainError && AT_THE_DOOR[error.kind]) this.turnAway(error, request, response);
    else if (error instanceof HttpException) write(response, error.getStatus(), NOTHING_HERE);
    else this.fail(error, response);
  }

  private refuse(refusal: ProtocolRefusal, response: Response): void {
    response.status(refusal.status).type('application/json').send(refusalBody(refusal));
  }

  private turnAway(error: DomainError, request: Request, response: Response): void {
    const { authorization } = request.headers;
    const { status, error: name } = AT_THE_DOOR[error.kind]!;
    // A challenge on a 403 would send clients into an authorization that can change nothing.
    if (status === 401)
      response.setHeader('WWW-Authenticate', challenge(this.settings.mcpUrl, authorization, error.message));
    if (status === 429 || status === 503) response.setHeader('Retry-After', String(error.retryAfter ?? RETRY_AFTER));
    const shown = status === 401 && sentToken(authorization) ? 'invalid_token' : name;
    write(response, status, { error: shown, error_description: error.message, reason: error.reason });
  }

  private fail(error: unknown, response: Response): void {
    const request_id = response.getHeader('X-Request-Id');
    this.settings.log.error({ err: error, request_id }, 'a request failed');
    write(response, 500, FAILED);
  }
}

/** OAuth's error shape, and why for programs. */
interface Body {
  error: string;
  error_description: string;
  reason: Reason;
}

const NOTHING_HERE: Body = { error: 'not_found', error_description: 'There is no such path.', reason: 'not_found' };
const FAILED: Body = {
  error: 'server_error',
  error_description: 'The service failed. Quote the X-Request-Id header when you report it.',
  reason: 'server_failure',
};

function write(response: Response, status: number, body: Body): void {
  response.status(status).json(body);
}
