import { Slices } from '../../db/slices.js';
import { blocksOf, type Block } from './blocks.js';
import { isExact, type Compared, type ComparedExactly, type Comparison } from './compared.js';
import type { DuplicatesStore, Stretch } from './duplicates.store.js';
import { SIMILAR, likeness, nameWords } from './likeness.js';
import { nearNames } from './name-variants.js';
import { namedLike, type NamedRecords } from './near-names.js';

/** Rows of an index that are read at once, and values whose like is looked up at once. */
const ROWS = { exact: 20_000, names: 2000 };
const BATCH = { exact: 40, names: 100 };
/** Names behind one, in byte order, with which it is compared. */
const NEIGHBOURS = 4;

/** Records that may be duplicates of each other, found at one value of an index. */
export interface Candidates {
  v: string;
  /** With this very value, the oldest first. */
  own: string[];
  others: string[];
}

/** A step of a walk through the values of an attribute. */
export interface Step {
  found: Candidates[];
  /** Values that too many records have. */
  common: string[];
  /** Where the walk goes on; undefined at the end. */
  next: string | undefined;
}

/** Walks through the values of an attribute in byte order, from one on; each two records are found at one value. */
export function walk(store: DuplicatesStore, by: Compared, from: string): AsyncGenerator<Step> {
  return isExact(by) ? walkValues(store, by, from) : walkNames(store, by, from);
}

/** The least text behind another one. */
function justAfter(text: string): string {
  return `${text}\u0001`;
}

async function* walkValues(store: DuplicatesStore, by: ComparedExactly, from: string): AsyncGenerator<Step> {
  const which = { odd: by.comparison.odd };
  for (let start: string | undefined = from; start !== undefined;) {
    const asked = { attributeId: by.attribute.attribute_id, from: start, rows: ROWS.exact, which };
    const { found, next, common } = whole(await store.stretch(asked));
    if (found.length === 0) yield { found: [], common, next };
    for (let at = 0; at < found.length; at += BATCH.exact) {
      const batch = found.slice(at, at + BATCH.exact).map(({ v }) => ({ by, v }));
      const blocks = await blocksOf(store, batch);
      yield { ...judged(batch, blocks), next: found[at + BATCH.exact]?.v ?? next };
    }
    start = next;
  }
}

/** What was read whole of a stretch, and the first value that was not. */
function whole({ found, last, values, isFull }: Stretch): Pick<Stretch, 'found'> & Omit<Step, 'found'> {
  if (!isFull || last === undefined) return { found, common: [], next: undefined };
  if (values === 1) return { found: [], common: [last], next: justAfter(last) };
  return { found: found.filter(({ v }) => v !== last), common: [], next: last };
}

/** A block is met at each of its values that is odd or that several records have; it counts at the first. */
function judged(batch: readonly { by: ComparedExactly; v: string }[], blocks: readonly Block[]): Omit<Step, 'next'> {
  const found: Candidates[] = [];
  const common: string[] = [];
  for (const [at, { by, v }] of batch.entries()) {
    const { values, isCommon } = blocks[at]!;
    const isMet = ([each, { size }]: [string, Set<string>]) =>
      each < v && (size > 1 || isOdd(by.comparison, each)) && leadsTo(by.comparison, each, v);
    if ([...values].some(isMet)) continue;
    if (isCommon) common.push(by.comparison.key(v));
    else found.push(candidates(v, values));
  }
  return { found, common };
}

function candidates(v: string, values: Block['values']): Candidates {
  const own = values.get(v) ?? new Set();
  const others = new Set([...values.values()].flatMap((ids) => [...ids]));
  return { v, own: [...own], others: [...others].filter((id) => !own.has(id)) };
}

function leadsTo({ elsewhere }: Comparison, from: string, v: string): boolean {
  return elsewhere(from, 0).some((span) => span.from <= v && v <= span.to);
}

function isOdd({ odd }: Comparison, v: string): boolean {
  return odd !== null && new RegExp(odd).test(v);
}

async function* walkNames(store: DuplicatesStore, { attribute }: Compared, from: string): AsyncGenerator<Step> {
  const slices = new Slices();
  for (let start: string | undefined = from; start !== undefined;) {
    const asked = { attributeId: attribute.attribute_id, from: start, rows: ROWS.names, which: 'all' as const };
    const { found, next, common } = whole(await store.stretch(asked));
    const names = found.map(({ v }) => v);
    // The last ones are looked at again together with those behind them.
    const count = next === undefined || names.length <= NEIGHBOURS ? names.length : names.length - NEIGHBOURS;
    const after: string | undefined = names[count] ?? next;
    if (names.length === 0) yield { found: [], common, next };
    for (let at = 0; at < count; at += BATCH.names) {
      const end = Math.min(count, at + BATCH.names);
      const wanted = new Map<string, Set<string>>();
      for (let each = at; each < end; each++) {
        wanted.set(names[each]!, likeOf(names, each));
        await slices.next();
      }
      const named = await namedLike(store, attribute, wanted);
      yield { ...(await judgedNames(named, slices)), next: end < count ? names[end] : after };
    }
    start = after;
  }
}

/** Names to look up for one: those that come of it by a slip, and similar ones among the next. */
function likeOf(names: readonly string[], at: number): Set<string> {
  const v = names[at]!;
  const near = nearNames(v);
  const words = nameWords(v);
  for (const name of names.slice(at + 1, at + 1 + NEIGHBOURS))
    if (likeness(words, nameWords(name)) >= SIMILAR) near.add(name);
  return near;
}

/** Two names that each lead to the other count at the first; where one way is enough, at the one that leads there. */
async function judgedNames(named: readonly NamedRecords[], slices: Slices): Promise<Omit<Step, 'next'>> {
  const found: Candidates[] = [];
  for (const { v, own, others } of named) {
    const near = nearNames(v);
    const ids: string[] = [];
    for (const other of others) {
      const isBack = nearNames(other.v).has(v);
      if (near.has(other.v) ? !isBack || v < other.v : !isBack) ids.push(...other.ids);
      await slices.next();
    }
    if (own.length > 0 && own.length + ids.length > 1) found.push({ v, own, others: ids });
  }
  return { found, common: named.filter(({ isCommon }) => isCommon).map(({ v }) => v) };
}
