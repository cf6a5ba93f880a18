import type { Result } from '@modelcontextprotocol/sdk/types.js';
import { CODES, refusal } from '../protocol/json-rpc.js';
import { PROMPTS } from '../prompts/registry.js';
import { TEMPLATES } from './addresses.js';
import { structured, type CallTool } from './resources.js';

/** As many as the protocol allows in one answer. */
const MOST = 100;

export interface Completing {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  argument: { name: string; value: string };
}

/** Where the values of an argument come from; all other arguments are free text, and have none. */
const SOURCES: Record<string, { tool: string; key: string }> = {
  object: { tool: 'list_objects', key: 'objects' },
  view: { tool: 'list_views', key: 'views' },
};

/**
 * Values of an argument that begin with what was typed: the slugs of objects and of saved queries.
 *
 * @throws Error with a code of JSON-RPC for a prompt or template that does not exist
 */
export async function complete(call: CallTool, { ref, argument }: Completing): Promise<Result> {
  const isKnown =
    ref.type === 'ref/prompt'
      ? PROMPTS.some(({ name }) => name === ref.name)
      : TEMPLATES.some(({ uriTemplate }) => uriTemplate === ref.uri);
  if (!isKnown)
    throw refusal(CODES.invalidParams, 'There is no such prompt or resource template.', { reason: 'not_found' });
  const source = Object.hasOwn(SOURCES, argument.name) ? SOURCES[argument.name] : undefined;
  if (!source) return { completion: { values: [], total: 0, hasMore: false } };
  const rows = structured(await call(source.tool, {}))[source.key] as { slug: string }[];
  const begun = argument.value.toLowerCase();
  const slugs = rows.map(({ slug }) => slug).filter((slug) => slug.startsWith(begun));
  return { completion: { values: slugs.slice(0, MOST), total: slugs.length, hasMore: slugs.length > MOST } };
}
