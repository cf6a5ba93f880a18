import type { Attribute, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { isMatchable } from '../records/matching/match-key.js';
import { PARTS } from './cell-value.js';
import type { ColumnMapping, FileColumn, Mapping } from './import.js';
import { readingOf } from './propose.js';
import {
  askedSettings,
  settingsOf,
  withSettings,
  type AskedSettings,
  type ReadingSettings,
} from './reading-settings.js';

/** Types whose values a person puts together from several columns. */
const IN_PARTS = new Set(['personal-name', 'location', 'currency']);
/** Of one reference, the unique attributes by which its records may be found. */
const MAX_MATCHES = 5;

/** Where a person may send a column. */
export interface ColumnTarget {
  /** Stands for all of it: a slug, with `.part` or `@match` behind it. */
  key: string;
  title: string;
  attribute: string;
  part?: string;
  match?: string;
}

/** What a person can choose for an import. */
export interface ImportChoices {
  targets: ColumnTarget[];
  /** Unique attributes, by which a row may find the record that it updates. */
  matches: { slug: string; title: string }[];
  /** What was chosen for all columns before. */
  settings: ReadingSettings;
  asked: AskedSettings;
}

/** What a person chose: of each column in the order of the file the `key` of a target, or an empty text for none. */
export interface Chosen extends ReadingSettings {
  match: string;
  targets: readonly string[];
}

interface Of {
  schema: WorkspaceSchema;
  object: ObjectSchema;
  columns: readonly FileColumn[];
  /** What was proposed, or chosen before: where a column stays, its other settings do. */
  before: Mapping | null | undefined;
}

export function choicesOf({ schema, object, columns, before }: Of): ImportChoices {
  const open = object.attributes.filter(({ archived_at }) => !archived_at);
  const matchable = matchableOnce();
  return {
    targets: open.flatMap((attribute) => targetsOf(schema, attribute, matchable)),
    matches: matchable(object).map(({ slug, title }) => ({ slug, title })),
    settings: settingsOf({ schema, object, columns }, before?.columns ?? []),
    asked: askedSettings(open),
  };
}

/** Of an object the attributes by which its records can be found. */
type Matchable = (object: ObjectSchema) => readonly Attribute[];

/** Looks at each object once: thousands of references may lead to the same hundred objects. */
function matchableOnce(): Matchable {
  const known = new Map<ObjectSchema, readonly Attribute[]>();
  return (object) => {
    const found = known.get(object) ?? object.attributes.filter(isMatchable);
    known.set(object, found);
    return found;
  };
}

function targetsOf(schema: WorkspaceSchema, attribute: Attribute, matchable: Matchable): ColumnTarget[] {
  const { slug, title, type, several } = attribute;
  const whole = { key: slug, title, attribute: slug };
  if (attribute.valueType.target) return [whole, ...matchesOf(schema.targetsOf(attribute), attribute, matchable)];
  const parts = IN_PARTS.has(type) && !several ? PARTS[type]!.names : [];
  return [
    whole,
    ...parts.map((part) => {
      return { key: `${slug}.${part}`, title: `${title}: ${part.replaceAll('_', ' ')}`, attribute: slug, part };
    }),
  ];
}

function matchesOf(objects: readonly ObjectSchema[], { slug, title }: Attribute, matchable: Matchable): ColumnTarget[] {
  const unique = new Map<string, string>();
  for (const object of objects) {
    for (const each of matchable(object)) if (unique.size < MAX_MATCHES) unique.set(each.slug, each.title);
    if (unique.size === MAX_MATCHES) break;
  }
  return [...unique].map(([match, by]) => {
    return { key: `${slug}@${match}`, title: `${title}, found by ${by}`, attribute: slug, match };
  });
}

/** The `key` of the target that a column goes to; an empty text for none. */
export function keyOf(mapping: Mapping | null | undefined, column: string): string {
  const mapped = mapping?.columns.find((each) => each.column === column);
  if (!mapped) return '';
  const { attribute, part, match } = mapped;
  return `${attribute}${part ? `.${part}` : ''}${match ? `@${match}` : ''}`;
}

/** The mapping that a choice means. What fits nothing is left for `judgeMapping` to refuse. */
export function mappingOf(of: Of, chosen: Chosen): Mapping {
  const { schema, object, columns, before } = of;
  const targets = new Map(choicesOf(of).targets.map((each) => [each.key, each]));
  const mapped = columns.flatMap((column, at): ColumnMapping[] => {
    const key = chosen.targets[at] ?? '';
    if (key === '') return [];
    const attribute = object.find(targets.get(key)?.attribute ?? '');
    if (!attribute) return [{ column: column.name, attribute: key }];
    const { part, match } = targets.get(key)!;
    const found = part || match ? {} : (readingOf(schema, attribute, column) ?? {});
    const stays = keyOf(before, column.name) === key && before?.columns.find((each) => each.column === column.name);
    const own = stays ? { ...stays, ...ANEW, ...found } : found;
    const goes = { column: column.name, attribute: attribute.slug, ...(part && { part }), ...(match && { match }) };
    return [withSettings({ ...own, ...goes }, attribute, chosen)];
  });
  return { ...(chosen.match && { match: chosen.match }), columns: mapped };
}

/** What is chosen for all columns is chosen anew. */
const ANEW: Partial<ColumnMapping> = {
  date_order: undefined,
  decimal: undefined,
  split: undefined,
  currency_code: undefined,
  country: undefined,
  create: undefined,
};
