import { z } from 'zod';
import type { Tool } from './define-tool.js';

/** A tool as `tools/list` shows it. */
export interface ToolListing {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' };
  outputSchema: { type: 'object' };
  annotations: Record<string, string | boolean>;
}

/**
 * The list, computed once at start. JSON Schema 2020-12, because clients drop tools in older dialects; the title in
 * both of its places and every hint explicit, because directories demand it.
 */
export function listTools(tools: readonly Tool[]): ToolListing[] {
  return tools.map(({ name, title, description, input, output, hints }) => ({
    name,
    title,
    description,
    inputSchema: jsonSchema(input),
    outputSchema: brief(jsonSchema(output)) as { type: 'object' },
    annotations: {
      title,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  }));
}

interface Bounded {
  minimum?: number;
  maximum?: number;
  minLength?: number;
  format?: string;
  pattern?: string;
}

/** The side a caller writes, for outputs too: what `run` returns is sent as it is, never passed through the schema. */
function jsonSchema(schema: z.ZodObject): { type: 'object' } {
  return z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12', override: unbound }) as { type: 'object' };
}

/** What a caller does not have to know: where JavaScript's whole numbers end, that no text means nothing, how UUIDs look. */
function unbound({ jsonSchema }: { jsonSchema: Bounded }): void {
  if (jsonSchema.format === 'uuid' || jsonSchema.pattern === VISIBLE) delete jsonSchema.pattern;
  if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Characters of a key, which no client misses by itself. */
const VISIBLE = '^[!-~]+$';

const SCALARS = new Set<unknown>(['string', 'number', 'integer', 'boolean']);

/**
 * A schema without what takes a model's room and tells it little: which members are always there, that keys are
 * texts, which of text, number and flag a member is, that what has members is an object, that whatever may stand
 * somewhere, and the dialect, since all that is left means the same in each.
 */
function brief(schema: object, isRoot = true): object {
  const entries = Object.entries(schema).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    if (key === '$schema' || key === 'propertyNames' || (key === 'required' && Array.isArray(value))) return [];
    const isScalar = Array.isArray(value)
      ? value.every((type) => type === 'null' || SCALARS.has(type))
      : SCALARS.has(value);
    if (key === 'type' && !isRoot && (isScalar || (value === 'object' && 'properties' in schema))) return [];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[key, value]];
    const short = brief(value, false);
    const isAnything = (key === 'items' || key === 'additionalProperties') && Object.keys(short).length === 0;
    return isAnything ? [] : [[key, short]];
  });
  return Object.fromEntries(entries);
}
