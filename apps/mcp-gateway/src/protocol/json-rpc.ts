import type { Reason } from '#crm-domain';

export type RequestId = string | number;

/** Of an id in characters: it is sent back. */
const MAX_ID_LENGTH = 255;

/** A JSON-RPC request whose outer shape was checked. */
export interface Call {
  jsonrpc: '2.0';
  id: RequestId;
  method: string;
  params?: Record<string, unknown>;
}

/** JSON-RPC's own codes, and those that revision 2026-07-28 reserved. */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  unsupportedRevision: -32022,
} as const;

const REASONS: Record<number, Reason> = {
  [CODES.methodNotFound]: 'not_found',
  [CODES.internal]: 'server_failure',
};
const REASONS_OF_STATUS: Record<number, Reason> = { 403: 'not_allowed', 413: 'payload_too_large' };

/** An error as it is sent: why, for programs, is in its `data` (docs/errors.md). */
export function withReason(error: { code: number; message: string; data?: unknown }, status?: number): object {
  const reason = REASONS_OF_STATUS[status ?? 0] ?? REASONS[error.code] ?? 'invalid_input';
  return { ...error, data: { reason, ...(isObject(error.data) && error.data) } };
}

/** What a refusal says beside its message: the id it answers, as far as it can be read, and the error's `data`. */
interface About {
  id?: RequestId | null;
  data?: object;
}

/** A message that is refused before any tool is looked at: HTTP status and JSON-RPC error in one. */
export class ProtocolRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly about: About = {},
  ) {
    super(message);
    this.name = 'ProtocolRefusal';
  }
}

export function refusalBody({ status, code, message, about: { id = null, data } }: ProtocolRefusal): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: withReason({ code, message, data }, status) });
}

/**
 * An error that the SDK answers a request with. Not an McpError: that one would write its code into the text as well.
 */
export function refusal(code: number, message: string, data?: object): Error {
  return Object.assign(new Error(message), { code, ...(data && { data }) });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks the outer shape of one message. Notifications and responses give undefined: a stateless server has
 * nothing to do with either, and handing `notifications/cancelled` on could leave a batch without its answer.
 * @throws ProtocolRefusal 400 with the id of the message, if it can be read
 */
export function readMessage(value: unknown): Call | undefined {
  if (!isObject(value)) throw new ProtocolRefusal(400, CODES.invalidRequest, 'A message must be a JSON object.');
  const id = isRequestId(value['id']) ? value['id'] : null;
  const refuse = (code: number, message: string) => new ProtocolRefusal(400, code, message, { id });
  if (value['jsonrpc'] !== '2.0') throw refuse(CODES.invalidRequest, 'A message must say "jsonrpc": "2.0".');
  if (!('method' in value) && ('result' in value || 'error' in value)) return undefined;
  if (typeof value['method'] !== 'string') throw refuse(CODES.invalidRequest, 'A request must name its method.');
  if (value['params'] !== undefined && !isObject(value['params'])) {
    throw refuse(CODES.invalidParams, 'The params of a request must be an object.');
  }
  if (!('id' in value)) return undefined;
  if (id === null)
    throw refuse(
      CODES.invalidRequest,
      `The id of a request must be a string of at most ${MAX_ID_LENGTH} characters or an integer.`,
    );
  const { method, params } = value as unknown as Call;
  // Nothing but these: the SDK would drop a request with further members, and leave the client waiting.
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' ? value.length <= MAX_ID_LENGTH : Number.isInteger(value);
}
