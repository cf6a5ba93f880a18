/** The revision in which every request speaks for itself: no handshake, no session. */
export const MODERN_REVISIONS: readonly string[] = ['2026-07-28'];

/** The revisions with an `initialize` handshake, newest first; the SDK negotiates among the same ones. */
export const LEGACY_REVISIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** Only these knew batches. A request without a version header counts as 2025-03-26. */
export const BATCHING_REVISIONS: readonly string[] = ['2025-03-26', '2024-11-05', '2024-10-07'];

export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

export type Era = 'legacy' | 'modern';

/** What is asked of a message to tell its era. */
export interface Dated {
  method?: unknown;
  params?: { _meta?: unknown };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The body decides: whoever names a revision in `_meta` speaks the modern wire. A modern header alone does too,
 * so that a client which forgot its `_meta` is told so, except for `initialize`, which only legacy clients send.
 */
export function eraOf(message: Dated, header: string | undefined): Era {
  const meta = message.params?._meta;
  if (typeof meta === 'object' && meta !== null && META.version in meta) return 'modern';
  const modernHeader = header !== undefined && DATE.test(header) && header >= MODERN_REVISIONS[0]!;
  return modernHeader && message.method !== 'initialize' ? 'modern' : 'legacy';
}
