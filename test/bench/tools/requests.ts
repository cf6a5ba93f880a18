import type { World } from '../dataset/world.js';
import type { HttpRequest } from '../scenario.js';

/** A message to the tool server from the world's person. */
export function toolRequest(world: World, method: string, id = 1, params?: object): HttpRequest {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) });
  return { method: 'POST', path: '/mcp', body, bearer: world.person!.access_token };
}

export function toolCall(world: World, name: string, args: object): HttpRequest {
  return toolRequest(world, 'tools/call', 1, { name, arguments: args });
}
