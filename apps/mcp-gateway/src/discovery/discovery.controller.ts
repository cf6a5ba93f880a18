import { All, Controller, Get, Inject, Options, Res, type OnModuleInit } from '@nestjs/common';
import type { Response } from 'express';
import type { Reason } from '#crm-domain';
import { GATEWAY, type GatewaySettings } from '../gateway-options.js';
import { IDENTITY_SCOPES } from '../protocol/challenge.js';
import { AuthorizationServer } from './authorization-server.js';

/**
 * The public documents that lead a client to its token (contract: Authentication, Tool server 3). Each stands at the
 * root and under the path of the endpoint, because clients try either first. Nothing in them depends on the caller,
 * so any page may read them.
 */
@Controller('.well-known')
export class DiscoveryController implements OnModuleInit {
  private readonly resource: object;

  constructor(
    @Inject(GATEWAY) { mcpUrl, issuer }: GatewaySettings,
    @Inject(AuthorizationServer) private readonly authorizationServer: AuthorizationServer,
  ) {
    this.resource = protectedResource(mcpUrl, issuer);
  }

  /** A first fetch ahead of the first client. The gateway starts without it, too. */
  onModuleInit(): void {
    this.authorizationServer.metadata().catch(() => {});
  }

  @Get(['oauth-protected-resource', 'oauth-protected-resource/mcp'])
  showResource(@Res() response: Response): void {
    open(response, 'public, max-age=3600').json(this.resource);
  }

  @Get(['oauth-authorization-server', 'oauth-authorization-server/mcp'])
  async showAuthorizationServer(@Res() response: Response): Promise<void> {
    open(response);
    const metadata = await this.authorizationServer.metadata();
    open(response, 'public, max-age=300').json(metadata);
  }

  @Options('*path')
  preflight(@Res() response: Response): void {
    open(response).writeHead(204, { 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Allow-Headers': '*' }).end();
  }

  /** Plain, without a challenge: clients go on to their next guess. */
  @All('*path')
  refuse(@Res() response: Response): void {
    const reason: Reason = 'not_found';
    open(response).status(404).json({ error: reason, error_description: 'There is no such document.', reason });
  }
}

function open(response: Response, caching = 'no-store'): Response {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cache-Control', caching);
  return response;
}

/**
 * The protected resource metadata of RFC 9728 (contract: Authentication, Tool server 3). `resource` is byte for byte
 * the URL clients call: several compare it so, and ask the identity provider for a token for exactly that string.
 */
function protectedResource(mcpUrl: string, issuer: string): object {
  return {
    resource: `${mcpUrl}/mcp`,
    authorization_servers: [issuer],
    scopes_supported: IDENTITY_SCOPES,
    bearer_methods_supported: ['header'],
  };
}
