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
  return [...wanted].map(([v, all]) => {
    const own = holders.get(v) ?? [];
    if (own.length > MAX_NAMESAKES) return { v, own: [], others: [], isCommon: true };
    const words = nameWords(v);
    const others = [...all].flatMap((name) => {
      const ids = holders.get(name);
      if (!ids || ids.length > MAX_NAMESAKES || likeness(words, nameWords(name)) < SIMILAR) return [];
      return [{ v: name, ids }];
    });
    return { v, own, others, isCommon: false };
  });
}
