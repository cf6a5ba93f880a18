import type { ParsedPost } from './parsed-post.js';

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
