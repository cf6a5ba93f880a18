import type { Attribute, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { whyNotMatched } from '../records/matching/match-key.js';
import { PARTS } from './cell-value.js';
import type { ColumnMapping, DateOrder, FileColumn, Mapping } from './import.js';
import { readingOf } from './propose.js';

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
  settings: Settings;
}

type Settings = Pick<Chosen, 'date_order' | 'decimal' | 'create'>;

/** What a person chose: of each column in the order of the file the `key` of a target, or an empty text for none. */
export interface Chosen {
  match: string;
  targets: readonly string[];
  /** Of all dates and numbers; undefined where it was found out for each column. */
  date_order?: DateOrder | undefined;
  decimal?: '.' | ',' | undefined;
  /** Whether records that references name are made where they are missing. */
  create: boolean;
}

export function choicesOf(
  schema: WorkspaceSchema,
  object: ObjectSchema,
  before: Mapping | null | undefined,
): ImportChoices {
  const open = object.attributes.filter(({ archived_at }) => !archived_at);
  return {
    targets: open.flatMap((attribute) => targetsOf(schema, attribute)),
    matches: open.filter(({ slug }) => !whyNotMatched(object, slug)).map(({ slug, title }) => ({ slug, title })),
    settings: settingsOf(object, before?.columns ?? []),
  };
}

function settingsOf(object: ObjectSchema, columns: readonly ColumnMapping[]): Settings {
  const ofDates = columns.filter(({ attribute }) => isDate(object.find(attribute)));
  return {
    date_order: common(ofDates.map(({ date_order }) => date_order)),
    decimal: common(columns.map(({ decimal }) => decimal)),
    create: columns.some(({ create }) => create === true),
  };
}

function common<V>(values: readonly V[]): V | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

function targetsOf(schema: WorkspaceSchema, attribute: Attribute): ColumnTarget[] {
  const { slug, title, type, several } = attribute;
  const whole = { key: slug, title, attribute: slug };
  if (attribute.valueType.target) return [whole, ...matchesOf(schema, attribute)];
  const parts = IN_PARTS.has(type) && !several ? PARTS[type]!.names : [];
  return [
    whole,
    ...parts.map((part) => {
      return { key: `${slug}.${part}`, title: `${title}: ${part.replaceAll('_', ' ')}`, attribute: slug, part };
    }),
  ];
}

function matchesOf(schema: WorkspaceSchema, { slug, title, ...attribute }: Attribute): ColumnTarget[] {
  const found = schema
    .targetsOf({ slug, title, ...attribute })
    .flatMap((target) => target.attributes.filter((each) => !whyNotMatched(target, each.slug)));
  const unique = new Map(found.map((each) => [each.slug, each.title]));
  return [...unique].slice(0, MAX_MATCHES).map(([match, by]) => {
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

interface Of {
  schema: WorkspaceSchema;
  object: ObjectSchema;
  columns: readonly FileColumn[];
  /** What was proposed, or chosen before: where a column stays, its other settings do. */
  before: Mapping | null | undefined;
}

/** The mapping that a choice means. What fits nothing is left for `judgeMapping` to refuse. */
export function mappingOf({ schema, object, columns, before }: Of, chosen: Chosen): Mapping {
  const targets = new Map(choicesOf(schema, object, before).targets.map((each) => [each.key, each]));
  const mapped = columns.flatMap((column, at): ColumnMapping[] => {
    const key = chosen.targets[at] ?? '';
    if (key === '') return [];
    const attribute = object.find(targets.get(key)?.attribute ?? '');
    if (!attribute) return [{ column: column.name, attribute: key }];
    const { part, match } = targets.get(key)!;
    const found: Partial<ColumnMapping> | undefined = part || match ? {} : readingOf(schema, attribute, column);
    const stays = keyOf(before, column.name) === key && before?.columns.find((each) => each.column === column.name);
    // What is chosen for all columns is chosen anew.
    const reading = stays ? { ...stays, date_order: found?.date_order, decimal: undefined, create: undefined } : found;
    return [
      {
        ...reading,
        column: column.name,
        attribute: attribute.slug,
        ...(part && { part }),
        ...(match && { match, ...(chosen.create && { create: true }) }),
        ...(isDate(attribute) && chosen.date_order && { date_order: chosen.date_order }),
        ...(chosen.decimal && { decimal: chosen.decimal }),
      },
    ];
  });
  return { ...(chosen.match && { match: chosen.match }), columns: mapped };
}

function isDate(attribute: Attribute | undefined): boolean {
  return attribute?.type === 'date' || attribute?.type === 'timestamp';
}
