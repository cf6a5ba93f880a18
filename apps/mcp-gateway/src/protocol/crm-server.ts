import type { ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Server, type ServerOptions } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult, Result } from '@modelcontextprotocol/sdk/types.js';
import { ConcurrencyLimits } from '#auth';
import { LoadShedder } from '#platform';
import { GATEWAY, type GatewaySettings } from '../gateway-options.js';
import { callTool, type ToolFrame } from '../tools/call-tool.js';
import type { Tool } from '../tools/define-tool.js';
import type { RequestContext } from './host-origin.guard.js';
import { DualEraTransport } from './dual-era.transport.js';
import { CAPABILITIES, INSTRUCTIONS, SERVER_INFO, freeze, type Frozen } from './frozen.js';
import { CODES, refusal } from './json-rpc.js';
import type { Octets } from '../octets.js';
import type { ParsedPost } from './parsed-post.js';
import { offer } from './offers.js';
import type { CallTool } from '../resources/resources.js';
import { wrongParams } from './wrong-params.js';

/** An answer on its way: `close` is for a client that hung up, and stops the work. */
export interface Exchange {
  close(): void;
}

/** Where an answer goes: the one piece of JSON, or nothing but the refusal of who asked. */
export interface Answering {
  response: ServerResponse;
  reply(json: Octets): void;
  turnAway(error: unknown): void;
}

/**
 * Characters of a result of a batch, the fewest that may be set for others as well: all results of a batch are held
 * until the last is there, and written at once.
 */
const IN_BATCH = 30_000;

/** A request as the SDK hands it on. */
interface Asked {
  method: string;
  params?: object;
}

interface CallContext {
  reading: ParsedPost;
  visit: RequestContext;
  signal: AbortSignal;
  turnAway(error: unknown): void;
  response: ServerResponse;
}

/**
 * The default validator is built anew for every server and costs more than the rest of a request. It would check
 * answers to elicitation, which this server never asks for.
 */
const OPTIONS: ServerOptions = {
  capabilities: CAPABILITIES,
  instructions: INSTRUCTIONS,
  jsonSchemaValidator: {
    getValidator() {
      throw new Error('nothing is elicited here');
    },
  },
};

/** Makes the MCP server of one request (contract: Tool server interface, "a fresh server instance"). */
@Injectable()
export class CrmServer {
  private readonly frozen: Frozen;
  private readonly tools: ReadonlyMap<string, Tool>;
  private readonly frame: ToolFrame;
  private readonly frameInBatch: ToolFrame;

  constructor(
    @Inject(GATEWAY) private readonly settings: GatewaySettings,
    @Inject(LoadShedder) admission: LoadShedder,
  ) {
    this.frozen = freeze(settings.tools);
    this.frame = { ...settings, limits: new ConcurrencyLimits(admission, settings.connections) };
    this.frameInBatch = { ...this.frame, resultCharacters: Math.min(IN_BATCH, this.frame.resultCharacters) };
    this.tools = new Map(settings.tools.map((tool) => [tool.name, tool]));
    if (this.tools.size < settings.tools.length) throw new Error('Two tools have the same name.');
  }

  get limits(): ConcurrencyLimits {
    return this.frame.limits;
  }

  /** Whether the one statement behind a POST proves its caller as well. */
  canProve({ batch, calls: [call] }: ParsedPost): boolean {
    if (batch || call?.method !== 'tools/call' || wrongParams(call) !== undefined) return false;
    return this.tools.get(call.params!['name'] as string)?.proved === 'statement';
  }

  /** What a POST counts as: each of its calls, or itself when there is none. */
  kindsOf({ calls }: ParsedPost): ('reads' | 'writes')[] {
    if (calls.length === 0) return ['reads'];
    return calls.map(({ method, params }) => {
      const tool = method === 'tools/call' && this.tools.get(params?.['name'] as string);
      return tool && !tool.hints.readOnly ? 'writes' : 'reads';
    });
  }

  /** Starts answering, unless the exchange is closed before. */
  async answer(
    reading: ParsedPost,
    visit: RequestContext,
    { response, reply, turnAway }: Answering,
  ): Promise<Exchange> {
    const server = new Server(SERVER_INFO, OPTIONS);
    // Handlers by method would parse each request and each result once more; both were judged here.
    const refuse = (error: unknown) => (void server.close(), turnAway(error));
    const by = { reading, visit, response, turnAway: refuse };
    server.fallbackRequestHandler = (asked, { signal }) => this.perform(asked, { ...by, signal });
    const transport = new DualEraTransport(reading, this.frozen, reply);
    server.onerror = (err) => {
      this.settings.log.error({ err, request_id: visit.requestId }, 'the protocol failed');
      transport.giveUp();
    };
    await server.connect(transport);
    transport.deliver();
    return { close: () => void server.close() };
  }

  private async perform(asked: Asked, by: CallContext): Promise<Result> {
    const { method, params } = asked;
    if (method === 'tools/call') return this.call(by, params as { name: string; arguments?: unknown });
    const { era } = by.reading;
    const frozen = this.frozen.listOf(method, era);
    if (frozen) return frozen;
    const call: CallTool = (name, args) => this.call(by, { name, arguments: args });
    const answer = await offer(asked, call, era);
    if (answer) return answer;
    throw refusal(CODES.methodNotFound, 'Method not found');
  }

  private async call(by: CallContext, params: { name: string; arguments?: unknown }): Promise<CallToolResult> {
    const { reading, visit, signal, response, turnAway } = by;
    const tool = this.tools.get(params.name);
    if (!tool)
      throw refusal(CODES.invalidParams, `Unknown tool: ${params.name.slice(0, 64)}. tools/list names all tools.`, {
        reason: 'not_found',
      });
    visit.tool = tool.name;
    const { requestId, arrivedAt, actor } = visit;
    const bearer = visit.bearer!;
    try {
      return await callTool(reading.calls.length > 1 ? this.frameInBatch : this.frame, {
        tool,
        args: params.arguments,
        actor,
        caller: bearer.caller,
        authorize: () => this.settings.gatekeeper.admit(bearer, null),
        weight: this.settings.gatekeeper.weight(bearer, tool.hints.readOnly ? 'reads' : 'writes'),
        turn: turnOf(tool, reading),
        response,
        requestId,
        arrivedAt,
        signal,
      });
    } catch (error) {
      turnAway(error);
      throw error;
    }
  }
}

/** The calls of a batch are read together, and would be worked on together. */
function turnOf(tool: Tool, { calls }: ParsedPost): 'pages' | 'writes' | undefined {
  if (calls.length > 1 || tool.cost === 'page') return 'pages';
  return tool.hints.readOnly ? undefined : 'writes';
}
