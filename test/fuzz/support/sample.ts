import type { Chance } from '../../faults/support/chance.js';
import type { Schema } from '../../support/open-api.js';

/** Where callers may not lead the service: addresses are of this machine alone, at a port that refuses. */
const HARMLESS_URL = 'http://127.0.0.1:9/fuzz';
const DEEPEST = 6;

/** What names and ids a path or a body may be given, so that a request reaches what is behind the validation. */
export interface KnownNames {
  schemas: Record<string, Schema>;
  /** Values for a property or parameter of that name. */
  values: Record<string, readonly unknown[]>;
}

/**
 * A value that a schema allows, or nearly: minima and patterns are not always kept, which is a refusal to be made as
 * well.
 */
export function sample(schema: Schema, known: KnownNames, chance: Chance, name = '', depth = 0): unknown {
  const named = known.values[name];
  if (named && named.length > 0 && chance.happens(0.85)) return chance.of(named);
  if (schema.$ref) return sample(known.schemas[schema.$ref.split('/').at(-1)!] ?? {}, known, chance, name, depth);
  const examples = [...(schema.example === undefined ? [] : [schema.example]), ...(schema.examples ?? [])];
  if (examples.length > 0 && chance.happens(0.4)) return chance.of(examples);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return chance.of(schema.enum as unknown[]);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sample(chance.of(choices), known, chance, name, depth);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sample(part, known, chance, name, depth)));
  return ofType(typeOf(schema, chance), { schema, known, chance, name, depth });
}

interface Asked {
  schema: Schema;
  known: KnownNames;
  chance: Chance;
  name: string;
  depth: number;
}

function typeOf({ type, properties, items, additionalProperties }: Schema, chance: Chance): string {
  if (Array.isArray(type)) return chance.of(type);
  if (type) return type;
  if (properties || additionalProperties) return 'object';
  return items ? 'array' : chance.of(['string', 'number', 'boolean', 'null']);
}

function ofType(type: string, { schema, known, chance, name, depth }: Asked): unknown {
  if (type === 'object') return depth > DEEPEST ? {} : objectOf({ schema, known, chance, name, depth });
  if (type === 'array') return arrayOf({ schema, known, chance, name, depth });
  if (type === 'integer' || type === 'number') return numberOf(schema, chance);
  if (type === 'boolean') return chance.happens(0.5);
  return type === 'null' ? null : textOf(schema, chance, name);
}

function objectOf({ schema, known, chance, depth }: Asked): Record<string, unknown> {
  const required = new Set(schema.required ?? []);
  const made: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    if (required.has(key) || chance.happens(0.5)) made[key] = sample(inner, known, chance, key, depth + 1);
  if (typeof schema.additionalProperties === 'object') {
    const keys = (known.values['attribute_slug'] ?? []) as string[];
    for (let left = Math.floor(chance.between(0, 4)); left > 0 && keys.length > 0; left--)
      made[chance.of(keys)] = sample(schema.additionalProperties, known, chance, '', depth + 1);
  }
  return made;
}

function arrayOf({ schema, known, chance, name, depth }: Asked): unknown[] {
  const most = Math.min(Number(schema.maxItems ?? 3), 4);
  const length = Math.floor(chance.between(Math.min(Number(schema.minItems ?? 0), most), most + 1));
  return Array.from({ length }, () => sample(schema.items ?? {}, known, chance, name, depth + 1));
}

function numberOf({ minimum, maximum, type }: Schema, chance: Chance): number {
  const low = Number(minimum ?? -100);
  const value = chance.between(low, Number(maximum ?? low + 1000));
  return type === 'integer' ? Math.floor(value) : value;
}

const OF_FORMAT: Record<string, readonly string[]> = {
  uuid: ['00000000-0000-4000-8000-000000000000', '01890a5d-ac96-774b-bcce-b302099a8057'],
  'date-time': ['2026-02-28T10:00:00Z', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00+14:00'],
  date: ['2026-02-28', '0001-01-01', '9999-12-31'],
  email: ['ada@example.com', 'ADA+x@EXAMPLE.com'],
};

const TEXTS = ['Example', 'example-slug', 'Ünïcödé İ ß', '0', 'x'.repeat(255), ' spaced ', 'a.b', '漢字', '👩‍👩‍👧'];

function textOf({ format, maxLength }: Schema, chance: Chance, name: string): string {
  if (/url|uri/i.test(`${name} ${format}`)) return HARMLESS_URL;
  const text = chance.of(OF_FORMAT[String(format)] ?? TEXTS);
  return text.slice(0, Number(maxLength ?? text.length));
}
