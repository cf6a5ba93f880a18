import { Slices } from '../../db/slices.js';
import { exactly, type ComparedExactly, type Dots } from './compared.js';
import type { AttributeSpan, DuplicatesStore } from './duplicates.store.js';

/** A value that more records have says nothing of them: the number of an office, the address of a list. */
const MAX_BLOCK = 25;
/**
 * Spans that are looked at for the values of one record before fewer dots are looked for in the rest of its addresses at
 * Gmail: of a long one, two dots lead to a thousand and one to a hundred. The 20 of an attribute all get one.
 */
const MAX_WITH_TWO_DOTS = 2000;
const MAX_WITH_ONE_DOT = 5000;

/** An indexed value of an attribute that is compared exactly. */
export interface WantedBlock {
  by: ComparedExactly;
  v: string;
}

/** The records whose values mean the same as one. */
export interface Block {
  /** The oldest first. */
  ids: string[];
  /** How their values are indexed, and who has each. */
  values: Map<string, Set<string>>;
  /** Too many have it: then not all are here. */
  isCommon: boolean;
}

/** The blocks of values, in their order. */
export async function blocksOf(
  store: DuplicatesStore,
  wanted: readonly WantedBlock[],
  isThorough = false,
): Promise<Block[]> {
  const slices = new Slices();
  const spans: AttributeSpan[] = [];
  const owners: number[] = [];
  for (const [at, { by, v }] of wanted.entries()) {
    await slices.next();
    const { attribute_id } = by.attribute;
    const dots = isThorough ? dotsAfter(spans.length) : 0;
    for (const span of [exactly(v), ...by.comparison.elsewhere(v, dots)]) {
      spans.push({ attribute_id, ...span });
      owners.push(at);
    }
  }
  const found = wanted.map(({ by, v }) => ({
    key: by.comparison.key(v),
    ids: new Set<string>(),
    values: new Map<string, Set<string>>(),
  }));
  for (const { span, v, record_id } of await store.near(spans, MAX_BLOCK + 1)) {
    await slices.next();
    const at = owners[span]!;
    const { by } = wanted[at]!;
    const { ids, values, key } = found[at]!;
    if (by.comparison.key(v) !== key) continue;
    ids.add(record_id);
    values.set(v, (values.get(v) ?? new Set()).add(record_id));
  }
  return found.map(({ ids, values }) => ({ ids: [...ids].sort(), values, isCommon: ids.size > MAX_BLOCK }));
}

function dotsAfter(spans: number): Dots {
  if (spans < MAX_WITH_TWO_DOTS) return 2;
  return spans < MAX_WITH_ONE_DOT ? 1 : 0;
}
