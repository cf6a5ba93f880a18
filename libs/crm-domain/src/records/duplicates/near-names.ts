import { Slices } from '../../db/slices.js';
import type { Attribute } from '../../objects/schema.js';
import { exactly } from './compared.js';
import type { DuplicatesStore } from './duplicates.store.js';
import { SIMILAR, likeness, nameWords } from './likeness.js';

/** A name that more records have is too common to say who is meant. */
const MAX_NAMESAKES = 10;

/** The records with a name, and those with names like it. */
export interface NamedRecords {
  v: string;
  own: string[];
  others: { v: string; ids: string[] }[];
  /** Too many have this very name: then none is here. */
  isCommon: boolean;
}

/** For each of some indexed names the records with it, and with those of the other names that are similar. */
export async function namedLike(
  store: DuplicatesStore,
  { attribute_id }: Attribute,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<NamedRecords[]> {
  const names = [...wanted].flatMap(([v, others]) => [v, ...others]);
  const spans = [...new Set(names)].map((name) => ({ attribute_id, ...exactly(name) }));
  const holders = new Map<string, string[]>();
  for (const { v, record_id } of await store.near(spans, MAX_NAMESAKES + 1)) {
    const ids = holders.get(v);
    if (ids) ids.push(record_id);
    else holders.set(v, [record_id]);
  }
  const named: NamedRecords[] = [];
  const slices = new Slices();
  for (const [v, all] of wanted) {
    const own = holders.get(v) ?? [];
    const isCommon = own.length > MAX_NAMESAKES;
    const there = [...(isCommon ? [] : all)].map((name) => ({ v: name, ids: holders.get(name) ?? [] }));
    const words = nameWords(v);
    const others: NamedRecords['others'] = [];
    for (const other of there.filter(({ ids }) => ids.length > 0 && ids.length <= MAX_NAMESAKES)) {
      if (likeness(words, nameWords(other.v)) >= SIMILAR) others.push(other);
      await slices.next();
    }
    named.push({ v, own: isCommon ? [] : own, others, isCommon });
  }
  return named;
}
