import type { FuzzRequest } from './requests.js';
import type { Answer } from './site.js';

export interface Observed extends Answer {
  /** Milliseconds of the event loop's thread. */
  ms: number;
}

export type Role = 'full' | 'reader' | 'revoked' | 'nobody';

const KIB = 1024;
const LARGEST_ANSWER = 8 * KIB * KIB;
const HTML = /^\s*<!doctype html/i;

/**
 * What is wrong with an answer, in a line; undefined when nothing is.
 *
 * @param mostMs how long the thread of the event loop may run for one request
 */
export function problemOf(request: FuzzRequest, role: Role, seen: Observed, mostMs: number): string | undefined {
  const { status, bytes, text, ms } = seen;
  if (status >= 500) return `answered ${status}: ${text.slice(0, 500)}`;
  if (ms > mostMs) return `held the event loop for ${Math.round(ms)} ms, and answered ${status}`;
  const size = request.path.length + Buffer.byteLength(request.body ?? '');
  if (isRefusal(seen) && bytes > 4 * size + 64 * KIB) return `a refusal of ${bytes} bytes to a request of ${size}`;
  if (bytes > LARGEST_ANSWER) return `an answer of ${bytes} bytes`;
  if (status === 200 && isGuarded(request) && (role === 'revoked' || role === 'nobody'))
    return `was let in: ${text.slice(0, 200)}`;
  return shapeOf(request, seen);
}

function isGuarded({ path }: FuzzRequest): boolean {
  return path.startsWith('/v1/') || path.startsWith('/mcp');
}

function isRefusal({ status, text }: Answer): boolean {
  return status >= 400 || text.includes('"isError":true') || text.startsWith('{"jsonrpc":"2.0","error"');
}

/** The contract's shape of errors (contract: Errors). What Node refuses before any of our code has no body. */
function shapeOf({ path }: FuzzRequest, { status, text, bytes }: Answer): string | undefined {
  if (status < 400 || bytes === 0 || bytes > 60_000 || HTML.test(text) || !path.startsWith('/v1/')) return undefined;
  try {
    const { statusCode, type, code, requestId } = JSON.parse(text) as Record<string, unknown>;
    const isRight = statusCode === status && typeof type === 'string' && typeof code === 'string';
    if (isRight && /^[0-9a-f-]{36}$/.test(String(requestId))) return undefined;
  } catch {
    // Told below.
  }
  return `an error of another shape: ${text.slice(0, 300)}`;
}
