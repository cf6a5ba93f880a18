import type { restApiSettings } from '#channels';
import type { SettingsOf } from '#platform';

export type RestSettings = SettingsOf<typeof restApiSettings>;

/** Injection token of the address that people give to their assistants; undefined where this service is not told it. */
export const TOOL_SERVER = Symbol('tool server');

/** The address of the tool server as clients are given it. */
export function toolServerOf({ MCP_URL }: { MCP_URL?: string }): string | undefined {
  return MCP_URL && `${MCP_URL.replace(/\/+$/, '')}/mcp`;
}
