import { CORE_SCHEMA, dump, load } from 'js-yaml';
import { z } from 'zod';
import { FILTER_OPERATORS } from '#crm-domain';
import { MAX_KINDS, MAX_WATCHED } from '#crm-domain/events';
import { Failure } from '../failure.js';
import { placeOf } from './place.js';

/** Characters of a file: more than the largest schema takes. */
export const MAX_FILE_CHARACTERS = 8 * 1024 * 1024;
const MAX_DEPTH = 40;
/** Things that one list of the file may hold. What a workspace may hold, the services say. */
const MAX_ENTRIES = 500;
const MAX_CONDITIONS = 25;
const MAX_FIELDS = 100;

const flag = z.boolean().default(false);
const text = (max: number) => z.string().trim().min(1).max(max);
/** A title, or the name of a person's choice. */
const title = text(255);
/** A slug, or the id of something that another workspace does not have. */
const slug = text(100);
const status = z.enum(['active', 'disabled']).default('active');
const values = z.record(z.string(), z.unknown());
// A stage that is won or lost is closed.
const choice = z
  .strictObject({ title, archived: flag, is_closed: flag, is_won: flag, is_lost: flag })
  .transform((each) => ({ ...each, is_closed: each.is_closed || each.is_won || each.is_lost }));
const choices = z.array(choice).max(MAX_ENTRIES).default([]);

const attribute = z.strictObject({
  title,
  type: slug,
  description: z.string().max(2000).nullable().default(null),
  is_required: flag,
  is_unique: flag,
  is_multi_select: flag,
  default_value: z.string().max(2000).nullable().default(null),
  sort_order: z.int().min(0).optional(),
  archived: flag,
  /** Slugs of the objects that a reference may lead to; none means any. */
  refers_to: z.array(slug).max(MAX_ENTRIES).default([]),
  /** The other side of a relationship: its object and the slug of its attribute there. */
  relationship: z.strictObject({ object: slug, inverse: slug, cardinality: slug }).nullable().default(null),
  options: choices,
  stages: choices,
});

const object = z.strictObject({
  singular_noun: title,
  plural_noun: title,
  archived: flag,
  attributes: z.record(slug, attribute),
});

const view = z.strictObject({
  title,
  object: slug,
  query: z.strictObject({
    filter: z.union([z.array(z.unknown()).max(MAX_CONDITIONS), values]).optional(),
    sort: z.union([z.array(values).max(MAX_CONDITIONS), values, z.literal('relevance')]).optional(),
    fields: z.array(text(255)).max(MAX_FIELDS).optional(),
    time_zone: title.optional(),
  }),
});

const webhook = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  kinds: z.array(slug).max(MAX_KINDS).nullable().default(null),
  object: slug.nullable().default(null),
  attributes: z.array(slug).max(MAX_WATCHED).nullable().default(null),
  view: slug.nullable().default(null),
  status,
});

const action = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('set_values'), values }),
  z.strictObject({ type: z.literal('create_record'), object: slug, values }),
  /** By its name in this file. */
  z.strictObject({ type: z.literal('call_webhook'), webhook: text(2000) }),
]);

const condition = z.strictObject({
  attribute: text(255),
  operator: z.enum(FILTER_OPERATORS),
  value: z.unknown().optional(),
  match: z.enum(['any', 'all', 'none']).optional(),
});

const automation = z.strictObject({
  kind: slug,
  object: slug,
  condition: z.array(condition).max(MAX_CONDITIONS).default([]),
  view: slug.nullable().default(null),
  actions: z.array(action).min(1).max(MAX_CONDITIONS),
  status,
});

const file = z.strictObject({
  format: z.literal(1),
  objects: z.record(slug, object).default({}),
  /** By their slugs. */
  views: z.record(slug, view).default({}),
  /** By their descriptions, or by their addresses where they have none. */
  webhooks: z.record(text(2000), webhook).default({}),
  /** By their names. */
  automations: z.record(title, automation).default({}),
});

/** A schema as the file says it, with everything that the file may leave out. */
export type SchemaFile = z.output<typeof file>;
export type ObjectEntry = SchemaFile['objects'][string];
export type AttributeEntry = ObjectEntry['attributes'][string];
export type ChoiceEntry = AttributeEntry['options'][number];

/** @throws Failure that says where the file is wrong */
export function parseSchema(text: string): SchemaFile {
  if (text.length > MAX_FILE_CHARACTERS) throw new Failure(`The file has more than ${MAX_FILE_CHARACTERS} characters.`);
  const found = file.safeParse(parsed(text));
  if (found.success) return found.data;
  const [first] = found.error.issues;
  throw new Failure(`${placeIn(text, first!.path)}: ${first!.message}.`.replace(/\.\.$/, '.'));
}

/** Where something stands in the text of a file, such as `objects.projects.attributes.size (line 12)`. */
export function placeIn(text: string, path: readonly PropertyKey[]): string {
  return placeOf(text, path, { maxDepth: MAX_DEPTH });
}

/** Without aliases, of which a few lines stand for millions, and without types beyond those of JSON. */
function parsed(text: string): unknown {
  try {
    const found = load(text, { schema: CORE_SCHEMA, maxAliases: 0, maxDepth: MAX_DEPTH });
    refuseUnstorable(text, found);
    return found;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new Failure(`The file is not YAML that can be read: ${line!.replace(/ \((\d+):\d+\)$/, ' (line $1)')}.`);
  }
}

/** The database keeps no NUL and no half of a surrogate pair. */
function refuseUnstorable(text: string, value: unknown, path: readonly string[] = []): void {
  const isWrong = (each: unknown) => typeof each === 'string' && (each.includes('\0') || !each.isWellFormed());
  if (isWrong(value) || isWrong(path.at(-1)))
    throw new Failure(`${placeIn(text, path)}: a text must not hold NUL or half of a surrogate pair.`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) refuseUnstorable(text, each, [...path, key]);
}

/** The text of the file, without what follows from its absence. The same schema always gives the same text. */
export function printSchema(schema: SchemaFile): string {
  return dump(compact(schema), { noRefs: true, lineWidth: 120, schema: CORE_SCHEMA });
}

/** Names that people have chosen may be what defaults are: only the fields that this file knows are left out. */
function compact({ objects, views, webhooks, automations, format }: SchemaFile): unknown {
  const mapped = <T>(entries: Record<string, T>, change: (entry: T) => unknown) =>
    Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, change(entry)]));
  return {
    format,
    objects: mapped(objects, (entry) => ({
      ...filled(entry),
      attributes: mapped(entry.attributes, (each) => ({
        ...filled(each),
        ...(each.options.length > 0 && { options: each.options.map(filled) }),
        ...(each.stages.length > 0 && { stages: each.stages.map(filled) }),
      })),
    })),
    views,
    webhooks: mapped(webhooks, consumer),
    automations: mapped(automations, consumer),
  };
}

function consumer(entry: { status: string }): object {
  return filled({ ...entry, status: entry.status === 'active' ? null : entry.status });
}

function filled(entry: object): object {
  const isFilled = (value: unknown) =>
    value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => isFilled(value)));
}

/** What stands under a name that anybody may have chosen, such as `constructor`. */
export function entryOf<T>(entries: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return entries && Object.hasOwn(entries, key) ? entries[key] : undefined;
}
