/** Characters of an address. Names of objects, views and records are far shorter. */
const MAX_ADDRESS = 2048;

/** A tool that reads what stands at an address. */
export interface Reading {
  tool: string;
  args: Record<string, string>;
}

export const SCHEMA = 'crm://schema';

/** As `resources/templates/list` shows them. The records of a saved query are its first page. */
export const TEMPLATES = [
  {
    uriTemplate: `${SCHEMA}/{object}`,
    name: 'object',
    title: 'Attributes of an object',
    description: 'What records of an object hold, and how each value is written.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'crm://views/{view}',
    name: 'view',
    title: 'Records of a saved query',
    description: 'The first page of its records; search_records gives the others.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'crm://records/{object}/{record}',
    name: 'record',
    title: 'A record',
    description: 'A record with its current values, by the slugs or ids of its object and itself.',
    mimeType: 'application/json',
  },
] as const;

export function addressOfView(slug: string): string {
  return `crm://views/${encodeURIComponent(slug)}`;
}

/** How to read what stands at an address; undefined where nothing can stand. */
export function readingOf(uri: string): Reading | undefined {
  if (uri.length > MAX_ADDRESS) return undefined;
  if (uri === SCHEMA) return { tool: 'list_objects', args: {} };
  const [, kind, ...parts] = /^crm:\/\/(schema|views|records)\/([^/?#]+)(?:\/([^/?#]+))?$/.exec(uri) ?? [];
  const [first, second] = parts.map(decoded);
  if (first === undefined || (second !== undefined) !== (kind === 'records')) return undefined;
  if (kind === 'schema') return { tool: 'list_attributes', args: { object: first } };
  if (kind === 'views') return { tool: 'search_records', args: { view: first, format: 'concise' } };
  return { tool: 'get_record', args: { object: first, record_id: second!, format: 'concise' } };
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
