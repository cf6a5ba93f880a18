import type { IncomingHttpHeaders } from 'node:http';
import { CODES, ProtocolRefusal, readMessage, type Call } from './json-rpc.js';
import { checkModern, type ModernRules } from './modern-checks.js';
import { BATCHING_REVISIONS, LEGACY_REVISIONS, MODERN_REVISIONS, eraOf, type Dated, type Era } from './revisions.js';

/** One POST, understood. No calls means that there is nothing to answer (202). */
export interface ParsedPost {
  era: Era;
  batch: boolean;
  calls: readonly Call[];
}

/** Each element is a tool call of its own against the database; nobody needs more in one request. */
const BATCH_LIMIT = 20;

/**
 * Decides the era of a parsed body and checks what that era demands (contract: Tool server interface).
 * @throws ProtocolRefusal
 */
export function readPost(body: unknown, headers: IncomingHttpHeaders, rules: ModernRules): ParsedPost {
  const header = headers['mcp-protocol-version'];
  const version = typeof header === 'string' ? header : undefined;
  if (Array.isArray(body)) return { era: 'legacy', batch: true, calls: readBatch(body, version) };
  const call = readMessage(body);
  const era = eraOf(body as Dated, version);
  if (era === 'legacy') checkLegacyHeader(body as Dated, call, version);
  else if (call) checkModern(call, headers, rules);
  return { era, batch: false, calls: call ? [call] : [] };
}

/** `initialize` negotiates in its body, whatever the header says. */
function checkLegacyHeader(message: Dated, call: Call | undefined, version: string | undefined): void {
  if (version === undefined || LEGACY_REVISIONS.includes(version) || message.method === 'initialize') return;
  const text = `The revision in MCP-Protocol-Version is not supported. Supported revisions: ${[...MODERN_REVISIONS, ...LEGACY_REVISIONS].join(', ')}.`;
  throw new ProtocolRefusal(400, CODES.invalidRequest, text, { id: call?.id });
}

function readBatch(body: readonly unknown[], version: string | undefined): Call[] {
  const refuse = (message: string) => new ProtocolRefusal(400, CODES.invalidRequest, message);
  if (version !== undefined && !BATCHING_REVISIONS.includes(version)) {
    throw refuse('Batches ended with revision 2025-03-26; send one message per request.');
  }
  if (body.length === 0) throw refuse('A batch must hold at least one message.');
  if (body.length > BATCH_LIMIT) throw refuse(`A batch may hold at most ${BATCH_LIMIT} messages.`);
  const calls = body.map(readMessage).filter((call) => call !== undefined);
  if (calls.some((call) => call.method === 'initialize' || eraOf(call, version) === 'modern')) {
    throw refuse('initialize and requests of revision 2026-07-28 cannot be part of a batch.');
  }
  if (new Set(calls.map((call) => call.id)).size < calls.length) throw refuse('The ids within a batch must differ.');
  return calls;
}

interface Introduction {
  clientInfo?: { name?: unknown };
  _meta?: { 'io.modelcontextprotocol/clientInfo'?: { name?: unknown } };
}

/** What a client calls itself: when it initializes, or with every request of today's revision. Not to be trusted. */
export function clientNameOf({ calls: [call] }: ParsedPost): string | undefined {
  const { clientInfo, _meta } = (call?.params ?? {}) as Introduction;
  const name = (clientInfo ?? _meta?.['io.modelcontextprotocol/clientInfo'])?.name;
  return typeof name === 'string' ? name : undefined;
}
