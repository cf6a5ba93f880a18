import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

const TEXT = Symbol('JSON text');

/** A result beside its own JSON text, in which `page` stands twice and is serialised once. */
export function writtenResult(page: Record<string, unknown>, text = JSON.stringify(page)): CallToolResult {
  const content = [{ type: 'text' as const, text }];
  const written = `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}}`;
  return Object.assign({ content, structuredContent: page }, { [TEXT]: written });
}

/** The JSON text that a result was made with. */
export function textOf(result: object): string | undefined {
  return (result as { [TEXT]?: string })[TEXT];
}
