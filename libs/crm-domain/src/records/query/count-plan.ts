import { BOUNDS } from './bounds.js';
import type { Condition, IndexedCondition, JudgedQuery } from './condition.js';
import { isIndexed, rank, scanBy, type Probes, type Scan } from './query-plan.js';

/** Matches are counted up to here where an exact total is asked for. */
const MAX_COUNTED = 10_000;
/** The size of a condition up to which it is cheaper to read all of it once than to look up every row. */
export const LARGEST_SET = 40_000;
/** Rows of a driver that are counted to estimate a total. */
const LARGEST_ESTIMATED = 10_000;
// Rows that are looked at one by one for the sake of a total, which is then what was found among them, or more.
const MAX_LOOKED_AT = 20_000;

export interface Total {
  total: number;
  total_is_exact: boolean;
  /** What `total` is where it is not exact. */
  total_kind?: 'at_least' | 'estimate';
}

/** How matches are counted: within bounds, whatever the size of the object. */
export interface CountPlan {
  scan: Scan;
  /** Conditions that are read as a whole; the others are looked up for each row. */
  sets: ReadonlySet<Condition>;
  /** Rows of the driver to look at. */
  most: number;
  /** Matches to count. */
  counted: number;
  /** Where the driver has more rows than `most`, but at most `size`: how many of them are looked at in their place. */
  estimate?: { size: number; sample: number };
}

/** What was counted: rows of the driver that were looked at, those that match, their records, and all of its rows. */
export interface Counted {
  seen: number;
  rows: number;
  n: number;
  size?: number;
}

/** Matches among the rows looked at below which their share says nothing about the others. */
const FEWEST_MATCHES = 10;

/** How many records satisfy the query: exactly, about, or at least. */
export function totalOf({ most, counted, estimate }: CountPlan, { seen, rows, n, size = 0 }: Counted): Total {
  const isSampled = estimate !== undefined && size > most && size <= estimate.size;
  if (!isSampled && rows <= counted && seen <= most) return { total: n, total_is_exact: true };
  if (isSampled && n >= FEWEST_MATCHES)
    return { total: Math.round((size * n) / estimate.sample), total_is_exact: false, total_kind: 'estimate' };
  return { total: Math.min(n, counted), total_is_exact: false, total_kind: 'at_least' };
}

/** Conditions whose size decides how matches are counted. Counting those on words takes too long to be of help. */
export function toMeasure({ conditions, trashed }: JudgedQuery): IndexedCondition[] {
  if (trashed) return [];
  const measured = conditions.filter(isIndexed).filter((each) => each.kind === 'keys' || each.kind === 'range');
  return measured.length > 1 ? measured : [];
}

/** The smallest condition drives; what else is known to be small enough is read once. */
export function planCount({ conditions, trashed }: JudgedQuery, sizes: Probes): CountPlan {
  const [driver, ...others] = trashed ? [] : rank(conditions, sizes, LARGEST_SET);
  const scan = scanBy(conditions, driver);
  const sets = new Set<Condition>(others.filter((each) => (sizes.get(each) ?? Infinity) <= LARGEST_SET));
  const isLookedUp = scan.checks.some((each) => !sets.has(each));
  return { scan, sets, most: isLookedUp ? MAX_LOOKED_AT : LARGEST_SET, counted: MAX_COUNTED };
}

/**
 * Nothing is measured for a quick total: the condition that is likely to be the smallest drives. Where its rows have
 * more to satisfy, and are too many to look at all of them, a share of them stands for the rest.
 */
export function planQuickCount({ conditions, trashed }: JudgedQuery, sizes: Probes): CountPlan {
  const [driver] = trashed ? [] : rank(conditions, sizes, BOUNDS.probed);
  const scan = scanBy(conditions, driver);
  const plan = { scan, sets: new Set<Condition>(), counted: BOUNDS.counted };
  if (driver && scan.checks.length === 0) return { ...plan, most: LARGEST_SET };
  const isFew = driver !== undefined && (sizes.get(driver) ?? Infinity) <= BOUNDS.probed;
  // Counting rows of words takes as long as reading them all, and what is in the trash has no counter.
  const isEstimated = !isFew && !trashed && driver?.kind !== 'words';
  const estimate = { size: driver ? LARGEST_ESTIMATED : Infinity, sample: BOUNDS.sampled };
  return { ...plan, most: BOUNDS.lookedAt, ...(isEstimated && { estimate }) };
}
