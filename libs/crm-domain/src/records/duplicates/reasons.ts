import { Slices } from '../../db/slices.js';
import type { Attribute } from '../../objects/schema.js';
import { itemsOf, type RecordRow } from '../document.js';
import { isExact, type Compared, type ComparedExactly, type Comparison } from './compared.js';
import { SIMILAR, likeness, nameWords } from './likeness.js';

/** Why two records may mean the same, the surest first. */
export const DUPLICATE_REASONS = ['same_email', 'same_phone', 'same_domain', 'similar_name'] as const;

/** Why two records may mean the same. */
export interface Reason {
  /** Slug. */
  attribute: string;
  kind: (typeof DUPLICATE_REASONS)[number];
  /** What both have; of names that of each, in the order of the records. */
  values: string[];
  /** How sure it is by this alone, from 0 to 1. */
  likeness: number;
}

/** Two records that may mean the same. */
export interface DuplicatePair {
  records: { id: string; name: string | null }[];
  /** How sure it is by all reasons together, from 0 to 1. */
  likeness: number;
  /** The surest first. */
  reasons: Reason[];
}

/** What the same name counts. */
const SAME_NAME = 0.85;
/** Values that are told of a reason, and that are compared of one attribute of a record. */
const MAX_TOLD = 5;
const MAX_ITEMS = 20;

/** A reason before it is known whether others have the same values too. */
export interface FoundReason extends Reason {
  by: Compared;
  /** What both have, and how it is indexed; nothing where names are similar. */
  shared: { value: string; v: string }[];
}

export type ComparedRow = Pick<RecordRow, 'record_id' | 'label' | 'vals'>;

/**
 * Everything that speaks for the two records of each pair being one, in the order of what is compared. In slices: names
 * of many long words take long to compare. Records are met again at each value that they share: a pair is compared once,
 * and so are the values of a record read.
 */
export async function reasonsOfPairs(
  compared: readonly Compared[],
  pairs: readonly (readonly [ComparedRow, ComparedRow])[],
): Promise<FoundReason[][]> {
  const slices = new Slices();
  const comparing = new Comparing(compared);
  const all: FoundReason[][] = [];
  for (const [one, other] of pairs) {
    all.push(comparing.reasons(one, other));
    await slices.next();
  }
  return all;
}

/** The values of a record by which it is compared exactly: in their order, and how they are indexed. */
interface Keyed {
  items: (readonly [value: string, v: string | undefined])[];
  values: ReadonlySet<string>;
}

class Comparing {
  private readonly known = new Map<ComparedRow, Map<ComparedRow, FoundReason[]>>();
  private readonly keyed = new Map<ComparedRow, Map<Compared, Keyed>>();

  constructor(private readonly compared: readonly Compared[]) {}

  reasons(one: ComparedRow, other: ComparedRow): FoundReason[] {
    const ofOne = valueIn(this.known, one, () => new Map<ComparedRow, FoundReason[]>());
    return valueIn(ofOne, other, () =>
      this.compared.flatMap((by): FoundReason[] => {
        const found = isExact(by)
          ? shared(by.comparison, this.keys(by, one), this.keys(by, other))
          : similar(by.attribute, [one, other]);
        return found ? [{ attribute: by.attribute.slug, by, ...found }] : [];
      }),
    );
  }

  private keys(by: ComparedExactly, row: ComparedRow): Keyed {
    const { attribute, comparison } = by;
    const ofRow = valueIn(this.keyed, row, () => new Map<Compared, Keyed>());
    return valueIn(ofRow, by, () => {
      const items = comparedItems(row, attribute).map(
        (item) => [comparison.keyOf(item), attribute.valueType.index?.(item)?.text] as const,
      );
      return { items, values: new Set(items.map(([value]) => value)) };
    });
  }
}

function valueIn<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const held = map.get(key);
  if (held !== undefined) return held;
  const made = make();
  map.set(key, made);
  return made;
}

export function pairOf(one: ComparedRow, other: ComparedRow, reasons: readonly FoundReason[]): DuplicatePair {
  const told = reasons.map(({ attribute, kind, values, likeness: sure }) => ({
    attribute,
    kind,
    values,
    likeness: sure,
  }));
  const doubt = reasons.reduce((left, { likeness: sure }) => left * (1 - sure), 1);
  return {
    records: [one, other].map(({ record_id, label }) => ({ id: record_id, name: label })),
    likeness: rounded(1 - doubt),
    reasons: told.sort((a, b) => b.likeness - a.likeness),
  };
}

/** Of one attribute of a record, what is compared. */
export function comparedItems({ vals }: ComparedRow, { attr_no }: Attribute) {
  return itemsOf(vals, attr_no).slice(0, MAX_ITEMS);
}

type Found = Omit<FoundReason, 'attribute' | 'by'>;

function shared(comparison: Comparison, mine: Keyed, theirs: Keyed): Found | undefined {
  const both = new Map<string, string>();
  for (const [value, v] of mine.items)
    if (value !== '' && v !== undefined && theirs.values.has(value) && both.size < MAX_TOLD) both.set(value, v);
  if (both.size === 0) return undefined;
  const all = [...both].map(([value, v]) => ({ value, v }));
  return { kind: comparison.kind, values: [...both.keys()], likeness: comparison.weight, shared: all };
}

function similar({ attr_no, valueType, context }: Attribute, rows: [ComparedRow, ComparedRow]): Found | undefined {
  const names = rows.map(({ vals }) => {
    const [first] = itemsOf(vals, attr_no);
    return first === undefined ? '' : valueType.text(first, context);
  }) as [string, string];
  const alike = likeness(nameWords(names[0]), nameWords(names[1]));
  if (alike < SIMILAR) return undefined;
  return { kind: 'similar_name', values: names, likeness: rounded(alike * SAME_NAME), shared: [] };
}

function rounded(likely: number): number {
  return Math.round(likely * 1000) / 1000;
}
