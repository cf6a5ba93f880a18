import { All, Controller, Inject, Options, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { Public, Requires, ResourceServerGuard, isLargeBody, takePlace } from '#auth';
import type { Actor, Caller, Reason } from '#crm-domain';
import { LoadShedder, BodyMemoryLimit } from '#platform';
import { GATEWAY, type GatewaySettings } from '../gateway-options.js';
import { takeRoom } from './admit.js';
import { clientNameOf, readPost, type ParsedPost } from './parsed-post.js';
import { CrmServer } from './crm-server.js';
import { HostOriginGuard, type McpRequest, type RequestContext } from './host-origin.guard.js';
import type { Gatekeeper } from './gatekeeper.js';
import type { ModernRules } from './modern-checks.js';
import type { Octets } from '../octets.js';
import { readBody, type Body } from './read-body.js';

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'POST, GET, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'Access-Control-Max-Age': '7200',
};

/** The one endpoint of the tool server (contract: Tool server interface). */
@Controller('mcp')
@UseGuards(HostOriginGuard, ResourceServerGuard)
export class McpController {
  private readonly rules: ModernRules;
  private readonly gatekeeper: Gatekeeper;

  constructor(
    @Inject(GATEWAY) { tolerateLegacyHeader, log, gatekeeper }: GatewaySettings,
    @Inject(CrmServer) private readonly server: CrmServer,
    @Inject(LoadShedder) private readonly admission: LoadShedder,
    @Inject(BodyMemoryLimit) private readonly room: BodyMemoryLimit,
  ) {
    const tolerated = (header: string) => log.warn({ header }, 'served a modern body under a legacy version header');
    this.gatekeeper = gatekeeper;
    this.rules = { tolerateLegacyHeader, tolerated };
  }

  /**
   * Authentication comes before the body is read; what the database says of a connection seen before may come later.
   */
  @Post()
  @Requires(null, 'statement')
  async receive(@Req() request: McpRequest, @Res() response: Response): Promise<void> {
    const visit = begun(request);
    const reading = await this.read(request, response);
    if (reading.calls.length === 0) return void response.status(202).end();
    introduce(this.gatekeeper, visit, clientNameOf(reading));
    const refused = Promise.withResolvers<void>();
    const exchange = await this.server.answer(reading, visit, {
      response,
      reply: (json) => (send(response, json), refused.resolve()),
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
  private async read(request: McpRequest, response: Response): Promise<ParsedPost> {
    takeRoom(this.room, request);
    const bearer = request.visit.bearer!;
    const body = this.server.limits.body(bearer.caller, response, () => readBody(request));
    await body.catch(() => undefined);
    await takePlace(this.admission, response, bearer.caller.workspace_id);
    let kinds: ('reads' | 'writes')[] = ['reads'];
    let provesItself = false;
    try {
      const read = await body;
      // Before it is parsed: what it counts as beyond its calls, which only parsing tells.
      this.gatekeeper.spendBody(bearer, read.size, response);
      const reading = readPost(await this.parsed(read, bearer.caller, response), request.headers, this.rules);
      kinds = this.server.kindsOf(reading);
      provesItself = this.server.canProve(reading);
      return reading;
    } finally {
      // Whatever is wrong with the body: nobody is told who sends too much, or may not come in.
      for (const kind of kinds) this.gatekeeper.spend(bearer, kind, response);
      if (!provesItself) request.visit.actor ??= await request.authorize?.();
    }
  }

  /** In turn where that takes its time. */
  private async parsed({ size, parse }: Body, caller: Caller, response: Response): Promise<unknown> {
    if (!isLargeBody(size)) return parse();
    const given = await this.server.limits.body(caller, response, async () => parse(), true);
    await takePlace(this.admission, response, caller.workspace_id);
    return given;
  }

  @Options()
  @Public()
  preflight(@Res() response: Response): void {
    response.writeHead(204, PREFLIGHT).end();
  }

  /**
   * There is no stream to open and no session to end; whoever may come in is told so with 405, which clients expect.
   */
  @All()
  @Requires(null, 'statement')
  async refuse(@Req() request: McpRequest, @Res() response: Response): Promise<void> {
    const visit = begun(request);
    this.gatekeeper.spend(visit.bearer!, 'reads', response);
    visit.actor ??= await request.authorize?.();
    const reason: Reason = 'method_not_allowed';
    this.admission.turnAway(response, () => {
      response.status(405).setHeader('Allow', 'POST');
      response.json({ error: reason, error_description: 'This endpoint takes POST only.', reason });
    });
  }
}

/** The visit, with what the guard found out. */
function begun({ visit, bearer, caller, authorize }: McpRequest): RequestContext {
  visit.bearer = bearer;
  if (!authorize) visit.actor = caller as Actor;
  return visit;
}

function introduce(gatekeeper: Gatekeeper, visit: RequestContext, name: string | undefined): void {
  if (name && visit.actor) visit.actor = gatekeeper.introduce(visit.actor, name, visit.bearer!);
}

function send(response: Response, json: Octets): void {
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': json.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(json, 'latin1');
}
