import type { ObjectSchema } from '../../objects/schema.js';
import { eitherWords } from '../query/search-words.js';
import { blocksOf } from './blocks.js';
import { isExact, type Compared } from './compared.js';
import type { DuplicatesStore } from './duplicates.store.js';
import type { CommonValue } from './duplicates-walk.js';
import { nameWords } from './likeness.js';
import { allNearNames } from './name-variants.js';
import { namedLike } from './near-names.js';
import { comparedItems, type ComparedRow } from './reasons.js';

/** Records that are compared with one. */
const MOST = 500;
/** Values of one record whose like is looked up. */
const MAX_VALUES = 50;
/** Records with the words of a name that are compared. */
const MAX_WITH_WORDS = 200;

/** Records that stand near one in the indexes, those with the surest values first. */
export async function nearRecord(
  store: DuplicatesStore,
  { object, compared }: { object: ObjectSchema; compared: readonly Compared[] },
  row: ComparedRow,
): Promise<{ ids: string[]; common: CommonValue[] }> {
  const ids = new Set<string>();
  const common: CommonValue[] = [];
  const exact = compared
    .filter(isExact)
    .flatMap((by) => indexedOf(by, row).map((v) => ({ by, v })))
    .slice(0, MAX_VALUES);
  for (const [at, block] of (await blocksOf(store, exact, true)).entries()) {
    const { by, v } = exact[at]!;
    if (block.isCommon) common.push({ attribute: by.attribute.slug, value: by.comparison.key(v) });
    else for (const id of block.ids) ids.add(id);
  }
  for (const id of await namedLikeIt(store, { object, compared, common }, row)) ids.add(id);
  ids.delete(row.record_id);
  return { ids: [...ids].slice(0, MOST), common };
}

/** Records with a similar name. Where many have this very name, it says nothing. */
async function namedLikeIt(
  store: DuplicatesStore,
  { object, compared, common }: { object: ObjectSchema; compared: readonly Compared[]; common: CommonValue[] },
  row: ComparedRow,
): Promise<string[]> {
  const named = compared.find((by) => !isExact(by));
  const [v] = named ? indexedOf(named, row) : [];
  if (!named || v === undefined) return [];
  const [found] = await namedLike(store, named.attribute, new Map([[v, allNearNames(v)]]));
  if (found!.isCommon) {
    common.push({ attribute: named.attribute.slug, value: v });
    return [];
  }
  const near = [...found!.own, ...found!.others.flatMap(({ ids }) => ids)];
  const lists = wordLists(nameWords(v));
  if (lists.length === 0) return near;
  const asked = eitherWords(object.row.object_id, lists);
  return [...near, ...(await store.withWords(asked, MAX_WITH_WORDS))];
}

/** All words of a name; all but one; all with one of them cut to its initial; and all that are no initials. */
function wordLists(words: readonly string[]): string[][] {
  if (words.length === 0) return [];
  if (words.length === 1) return [[...words]];
  const without = words.length > 2 ? words.map((_, at) => words.toSpliced(at, 1)) : [];
  const initials = words.flatMap((word, at) => (word.length > 1 ? [words.toSpliced(at, 1, [...word][0]!)] : []));
  const whole = words.filter((word) => word.length > 1);
  return [[...words], ...without, ...initials, ...(whole.length > 0 && whole.length < words.length ? [whole] : [])];
}

/** How the values of a record are indexed that are compared. */
function indexedOf({ attribute }: Compared, row: ComparedRow): string[] {
  const texts = comparedItems(row, attribute).map((item) => attribute.valueType.index?.(item)?.text);
  return [...new Set(texts.filter((text) => text !== undefined))];
}
