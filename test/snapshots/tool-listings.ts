import { listTools } from '../../apps/mcp-gateway/src/tools/list-tools.js';
import { TOOLS } from '../../apps/mcp-gateway/src/tools/registry.js';
import type { Generator } from './generator.js';
import { readableJson } from './readable-json.js';

/** One file per tool, as `tools/list` shows it. */
export function toolListings(): Generator[] {
  return listTools(TOOLS).map((tool) => ({ file: `tools/${tool.name}.json`, generate: () => readableJson(tool) }));
}
