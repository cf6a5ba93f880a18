import type { IncomingHttpHeaders } from 'node:http';
import { CODES, ProtocolRefusal, isObject, type Call } from './json-rpc.js';
import { LEGACY_REVISIONS, META, MODERN_REVISIONS } from './revisions.js';

/** Everything this server offers under the modern wire; `ping`, `initialize` and the like are gone there. */
const MODERN_METHODS: readonly string[] = [
  'server/discover',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
];

/** The parameter that the header Mcp-Name repeats. */
const NAMED_BY: Record<string, string> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

export interface ModernRules {
  /**
   * Serves a request whose body is modern and whose version header is a legacy one, as some connectors send it
   * (claude-code#93290). A departure from a MUST of the revision, so it is a setting, and every use is reported.
   */
  tolerateLegacyHeader: boolean;
  tolerated(header: string): void;
}

/**
 * What revision 2026-07-28 demands of each request before its method runs, in the order the revision implies:
 * envelope, header against body, revision known, capabilities declared, routing headers, method known.
 * @throws ProtocolRefusal
 */
export function checkModern(call: Call, headers: IncomingHttpHeaders, rules: ModernRules): void {
  const refuse = (code: number, message: string, data?: object) =>
    new ProtocolRefusal(400, code, message, { id: call.id, data });
  const meta = call.params?.['_meta'];
  const requested = isObject(meta) ? meta[META.version] : undefined;
  if (!isObject(meta) || typeof requested !== 'string') {
    throw refuse(CODES.invalidParams, `params._meta must name the revision as "${META.version}".`);
  }
  const lenient = checkVersionHeader(call, headers, requested, rules);
  if (!MODERN_REVISIONS.includes(requested)) {
    const data = { supported: MODERN_REVISIONS, requested: requested.slice(0, 64) };
    throw refuse(CODES.unsupportedRevision, 'This revision of the protocol is not supported.', data);
  }
  if (!isObject(meta[META.clientCapabilities])) {
    throw refuse(CODES.invalidParams, `params._meta must hold the object "${META.clientCapabilities}".`);
  }
  checkRoutingHeaders(call, headers, lenient);
  if (!MODERN_METHODS.includes(call.method)) {
    throw new ProtocolRefusal(404, CODES.methodNotFound, 'Method not found.', { id: call.id });
  }
}

/** True when the header's disagreement was tolerated. */
function checkVersionHeader(call: Call, headers: IncomingHttpHeaders, requested: string, rules: ModernRules): boolean {
  const header = headers['mcp-protocol-version'];
  if (header === requested) return false;
  const known = typeof header === 'string' && LEGACY_REVISIONS.includes(header) && MODERN_REVISIONS.includes(requested);
  if (!known || !rules.tolerateLegacyHeader) throw mismatch(call, 'MCP-Protocol-Version', META.version);
  rules.tolerated(header);
  return true;
}

/** A connector that writes the old version header does not write the new ones: then absent is fine, wrong is not. */
function checkRoutingHeaders(call: Call, headers: IncomingHttpHeaders, lenient: boolean): void {
  const agrees = (header: string | string[] | undefined, expected: string) =>
    header === undefined ? lenient : typeof header === 'string' && decode(header) === expected;
  if (!agrees(headers['mcp-method'], call.method)) throw mismatch(call, 'Mcp-Method', 'method');
  const key = Object.hasOwn(NAMED_BY, call.method) ? NAMED_BY[call.method]! : '';
  const name = call.params?.[key];
  if (typeof name === 'string' && !agrees(headers['mcp-name'], name)) throw mismatch(call, 'Mcp-Name', `params.${key}`);
}

function mismatch(call: Call, header: string, field: string): ProtocolRefusal {
  const text = `The header ${header} must equal ${field} of the body.`;
  return new ProtocolRefusal(400, CODES.headerMismatch, text, { id: call.id });
}

const WRAPPED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** Values that do not fit into a header travel as `=?base64?...?=`. */
function decode(header: string): string {
  const wrapped = WRAPPED.exec(header)?.[1];
  return wrapped === undefined ? header : Buffer.from(wrapped, 'base64').toString('utf8');
}
