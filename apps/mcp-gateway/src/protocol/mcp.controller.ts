import { All, Controller, Inject, Options, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { utf8Length } from '#platform';
import { GATEWAY, type GatewaySettings } from '../gateway-options.js';
import { AdmissionGuard } from './admission.guard.js';
import { clientNameOf } from './client-name.js';
import { CrmServer } from './crm-server.js';
import { DoorGuard, type McpRequest, type Visit } from './door.guard.js';
import type { Gatekeeper } from './gatekeeper.js';
import type { ModernRules } from './modern-checks.js';
import { readBody } from './read-body.js';
import { readPost, type Reading } from './reading.js';

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'POST, GET, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'Access-Control-Max-Age': '7200',
};

/** The one endpoint of the tool server (contract: Tool server interface). */
@Controller('mcp')
@UseGuards(DoorGuard)
export class McpController {
  private readonly rules: ModernRules;
  private readonly gatekeeper: Gatekeeper;

  constructor(
    @Inject(GATEWAY) { tolerateLegacyHeader, log, gatekeeper }: GatewaySettings,
    @Inject(CrmServer) private readonly server: CrmServer,
  ) {
    const tolerated = (header: string) => log.warn({ header }, 'served a modern body under a legacy version header');
    this.gatekeeper = gatekeeper;
    this.rules = { tolerateLegacyHeader, tolerated };
  }

  @Post()
  @UseGuards(AdmissionGuard)
  async receive(@Req() request: McpRequest, @Res() response: Response): Promise<void> {
    const { visit } = request;
    const reading = await this.read(request);
    if (reading.calls.length === 0) return void response.status(202).end();
    introduce(this.gatekeeper, visit, clientNameOf(reading));
    const refused = Promise.withResolvers<void>();
    const exchange = await this.server.answer(reading, visit, {
      reply: (text) => (send(response, text), refused.resolve()),
      turnAway: refused.reject,
    });
    const stop = () => response.writableEnded || (exchange.close(), refused.resolve());
    // A client may have gone while its body was read; then the event has passed.
    if (response.closed) stop();
    // Once: a connection at rest keeps its last response, and with a listener on it all that made it.
    else response.once('close', stop);
    return refused.promise;
  }

  /** Leaves the proof to the tool whose own statement gives it. */
  private async read(request: McpRequest): Promise<Reading> {
    const { headers, visit } = request;
    try {
      const reading = readPost(await readBody(request), headers, this.rules);
      if (!this.server.canProve(reading)) await prove(this.gatekeeper, visit);
      return reading;
    } catch (error) {
      await prove(this.gatekeeper, visit);
      throw error;
    }
  }

  @Options()
  preflight(@Res() response: Response): void {
    response.writeHead(204, PREFLIGHT).end();
  }

  /** There is no stream to open and no session to end; clients take any other status for a broken server. */
  @All()
  refuse(@Res() response: Response): void {
    response.status(405).setHeader('Allow', 'POST');
    response.json({ error: 'method_not_allowed', error_description: 'This endpoint takes POST only.' });
  }
}

/** Nobody is told what is wrong with a body who may not come in. */
async function prove(gatekeeper: Gatekeeper, visit: Visit): Promise<void> {
  visit.actor ??= await gatekeeper.admit(visit.bearer!);
}

function introduce(gatekeeper: Gatekeeper, visit: Visit, name: string | undefined): void {
  if (name && visit.actor) visit.actor = gatekeeper.introduce?.(visit.actor, name) ?? visit.actor;
}

function send(response: Response, text: string): void {
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': utf8Length(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(text);
}
