import type { Result } from '@modelcontextprotocol/sdk/types.js';
import { CODES, refusal } from '../protocol/json-rpc.js';
import { PROMPTS } from '../prompts/registry.js';
import { TEMPLATES } from './addresses.js';
import { structured, type CallTool } from './resources.js';

/** As many as the protocol allows in one answer. */
const MOST = 100;
/** Results of a tool that are read for one completion: people type on, and each letter asks again. */
const MOST_RESULTS = 5;

export interface Completing {
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  argument: { name: string; value: string };
}

/** A tool that lists values, and where they stand in its result. */
interface Source {
  tool: string;
  key: string;
}

/** Where the values of an argument come from; all other arguments are free text, and have none. */
const SOURCES: Record<string, Source> = {
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
  const { slugs, isCut } = await slugsOf(call, source);
  const begun = argument.value.toLowerCase();
  const values = slugs.filter((slug) => slug.startsWith(begun));
  // How many there are is not known where not all were read.
  const total = isCut ? {} : { total: values.length };
  return { completion: { values: values.slice(0, MOST), ...total, hasMore: isCut || values.length > MOST } };
}

/** The slugs of a list, which may take several results; `isCut` where there are more. */
async function slugsOf(call: CallTool, { tool, key }: Source): Promise<{ slugs: string[]; isCut: boolean }> {
  const slugs: string[] = [];
  let offset: unknown = 0;
  for (let results = 0; results < MOST_RESULTS && offset !== undefined; results++) {
    const found = structured(await call(tool, { offset }));
    const rows = found[key] as { slug: string; state?: string }[];
    // A saved query that is broken cannot be read.
    slugs.push(...rows.filter(({ state }) => state !== 'broken').map(({ slug }) => slug));
    offset = found['next_offset'];
  }
  return { slugs, isCut: offset !== undefined };
}
