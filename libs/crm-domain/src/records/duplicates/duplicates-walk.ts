import type { ObjectSchema } from '../../objects/schema.js';
import type { Stores } from '../../stores.js';
import { comparedRows } from './compared-rows.js';
import { isExact, type Compared } from './compared.js';
import type { DuplicatesPlace } from './duplicates-cursor.js';
import { pairOf, reasonsOfPairs, type ComparedRow, type DuplicatePair, type FoundReason } from './reasons.js';
import { withoutCommon } from './sure-reasons.js';
import { walk, type Candidates } from './walk.js';

/** Milliseconds after which a page ends with what it has. */
const MAX_TIME = 1000;
/** Records that are compared at once. */
const TOGETHER = 200;

/** A value that was left out, because too many records have it. */
export interface CommonValue {
  /** Slug. */
  attribute: string;
  value: string;
}

export interface FoundPair {
  pair: DuplicatePair;
  /** Where the next page begins when this one ends with it. */
  after: DuplicatesPlace;
}

export interface FoundPairs {
  found: FoundPair[];
  skipped: CommonValue[];
  /** Where the next page begins; undefined at the end. */
  next: DuplicatesPlace | undefined;
}

interface Asked {
  object: ObjectSchema;
  compared: readonly Compared[];
  from: DuplicatesPlace | undefined;
  limit: number;
}

type Pair = [ComparedRow, ComparedRow];

/** Looks through the values of an object, the surest attribute first, until a page is full or the time is up. */
export class DuplicatesWalk {
  private readonly end = performance.now() + MAX_TIME;
  private readonly found: FoundPair[] = [];
  private readonly skipped: CommonValue[] = [];

  constructor(
    private readonly stores: Stores,
    private readonly asked: Asked,
  ) {}

  async page(): Promise<FoundPairs> {
    const { compared, from, limit } = this.asked;
    const first = from ? compared.findIndex(({ attribute }) => attribute.attribute_id === from.of) : 0;
    let next: DuplicatesPlace | undefined;
    for (const by of compared.slice(first)) {
      const of = by.attribute.attribute_id;
      next = await this.through(by, from?.of === of ? from : { of, from: '', skip: 0 });
      if (next) break;
    }
    const isOver = this.found.length > limit;
    const found = this.found.slice(0, limit);
    return { found, skipped: this.skipped, next: isOver ? found.at(-1)!.after : next };
  }

  /** Gives where to go on, once there is more than a page or the time is up. */
  private async through(by: Compared, place: DuplicatesPlace): Promise<DuplicatesPlace | undefined> {
    const { attribute } = by;
    for await (const { found, common, next } of walk(this.stores.duplicates, by, place.from)) {
      this.skipped.push(...common.map((value) => ({ attribute: attribute.slug, value })));
      for (let at = 0; at < found.length;) {
        const some = someOf(found, at);
        await this.compare(by, some, place);
        at += some.length;
        const left = found[at]?.v ?? next;
        if (left !== undefined && this.isEnough()) return { of: place.of, from: left, skip: 0 };
      }
      if (next !== undefined && this.isEnough()) return { of: place.of, from: next, skip: 0 };
    }
    // What begins with the next attribute is a place too.
    return this.isEnough() ? this.behind(by) : undefined;
  }

  private isEnough(): boolean {
    return this.found.length > this.asked.limit || performance.now() > this.end;
  }

  private behind(by: Compared): DuplicatesPlace | undefined {
    const { compared } = this.asked;
    const next = compared[compared.indexOf(by) + 1];
    return next && { of: next.attribute.attribute_id, from: '', skip: 0 };
  }

  /** Adds the pairs of some candidates; of those of the first value, not the ones that earlier pages had. */
  private async compare(by: Compared, some: readonly Candidates[], place: DuplicatesPlace): Promise<void> {
    const { stores, asked } = this;
    const rows = await comparedRows(
      stores,
      asked,
      some.flatMap(({ own, others }) => [...own, ...others]),
    );
    const pairs = some.flatMap(({ v, ...ids }) => pairsOf(ids, rows).map((pair) => ({ v, pair })));
    const all = await reasonsOfPairs(
      asked.compared,
      pairs.map(({ pair }) => pair),
    );
    const counts = new Map<string, number>();
    for (const [at, reasons] of (await withoutCommon(stores.duplicates, all)).entries()) {
      const { v, pair } = pairs[at]!;
      if (!isFoundAt(by, v, reasons)) continue;
      const count = (counts.get(v) ?? 0) + 1;
      counts.set(v, count);
      if (v === place.from && count <= place.skip) continue;
      const after = { of: by.attribute.attribute_id, from: v, skip: count };
      this.found.push({ pair: pairOf(...pair, reasons), after });
    }
  }
}

/** As many as are compared at once, one at least. */
function someOf(found: readonly Candidates[], from: number): Candidates[] {
  let records = 0;
  const end = found.findIndex(({ own, others }, at) => {
    if (at < from) return false;
    records += own.length + others.length;
    return records > TOGETHER && at > from;
  });
  return found.slice(from, end < 0 ? undefined : end);
}

/** The oldest one that has the value, or the first of those like it, with each of the others. */
function pairsOf({ own, others }: Omit<Candidates, 'v'>, rows: ReadonlyMap<string, ComparedRow>): Pair[] {
  const there = (ids: readonly string[]) => ids.flatMap((id) => rows.get(id) ?? []);
  const [first, ...rest] = [...there(own), ...there(others)];
  return first ? rest.map((other): Pair => [first, other]) : [];
}

/** Each pair is told once: by the first of its reasons, at the least of the values that both have. */
function isFoundAt(by: Compared, v: string, [first]: readonly FoundReason[]): boolean {
  if (first?.by !== by) return false;
  if (!isExact(by)) return true;
  const { key } = by.comparison;
  return first.shared.every((each) => key(v) <= key(each.v));
}
