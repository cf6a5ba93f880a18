import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AuthenticatedRequest, Bearer } from '#auth';
import type { Actor } from '#crm-domain';
import { newId } from '#platform';
import { GATEWAY, isLoopback, type GatewaySettings } from '../gateway-options.js';
import { CODES, ProtocolRefusal } from './json-rpc.js';

/** What the gateway keeps with a request. */
export interface RequestContext {
  requestId: string;
  /** In milliseconds of `performance.now()`. */
  arrivedAt: number;
  bearer?: Bearer;
  /** The bearer, once proved. */
  actor?: Actor;
  /** The tool that was called, for the log. */
  tool?: string;
}

export type McpRequest = Request & AuthenticatedRequest & { visit: RequestContext };

/** Web clients that are known to call from a browser. */
const WEB_CLIENTS = ['https://claude.ai', 'https://claude.com', 'https://chatgpt.com'];

const EXPOSED = 'WWW-Authenticate, Retry-After, X-Request-Id';

/**
 * Lets in who calls this server by its own name and, if a page in a browser is calling, from a page we know; without
 * it a hostile page could reach a server on its visitor's machine. Comes before authentication, so that pages can
 * read a 401.
 */
@Injectable()
export class HostOriginGuard implements CanActivate {
  private readonly origins: ReadonlySet<string>;
  private readonly hosts: ReadonlySet<string>;

  constructor(@Inject(GATEWAY) private readonly settings: GatewaySettings) {
    const { origin, hostname } = new URL(settings.mcpUrl);
    this.origins = new Set([origin, ...WEB_CLIENTS, ...settings.allowedOrigins]);
    this.hosts = new Set([hostname, ...settings.allowedHosts]);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<McpRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    request.requestId = newId();
    request.visit = { requestId: request.requestId, arrivedAt: performance.now() };
    response.setHeader('X-Request-Id', request.visit.requestId);
    const { host, origin } = request.headers;
    if (!this.knowsHost(host)) throw new ProtocolRefusal(403, CODES.invalidRequest, 'This host name is not allowed.');
    if (origin !== undefined) this.greet(origin, response);
    return true;
  }

  private greet(origin: string, response: Response): void {
    response.setHeader('Vary', 'Origin');
    if (!this.knowsOrigin(origin)) throw new ProtocolRefusal(403, CODES.invalidRequest, 'This origin is not allowed.');
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  }

  /** Ports are left aside: what a hostile page can forge is the name. */
  private knowsHost(host: string | undefined): boolean {
    const name = host?.replace(/:\d+$/, '').toLowerCase() ?? '';
    return this.hosts.has(name) || (this.settings.allowLoopback && isLoopback(name));
  }

  private knowsOrigin(origin: string): boolean {
    if (this.origins.has(origin)) return true;
    return this.settings.allowLoopback && URL.canParse(origin) && isLoopback(new URL(origin).hostname);
  }
}
