import { BOUNDS } from './bounds.js';
import type { Condition, IndexedCondition, JudgedQuery } from './condition.js';
import { isIndexed, rank, scanBy, type Probes, type Scan } from './query-plan.js';

/** Matches are counted up to here where an exact total is asked for. */
const MAX_COUNTED = 10_000;
/** The size of a condition up to which it is cheaper to read all of it once than to look up every row. */
export const LARGEST_SET = 40_000;
// Rows that are looked at one by one for the sake of a total, which is then what was found among them, or more.
const MAX_LOOKED_AT = 20_000;

/** How matches are counted: within bounds, whatever the size of the object. */
export interface CountPlan {
  scan: Scan;
  /** Conditions that are read as a whole; the others are looked up for each row. */
  sets: ReadonlySet<Condition>;
  /** Rows of the driver to look at. */
  most: number;
  /** Matches to count. */
  counted: number;
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

/** Nothing is measured for a quick total: the condition that is likely to be the smallest drives. */
export function planQuickCount({ conditions, trashed }: JudgedQuery, sizes: Probes): CountPlan {
  const [driver] = trashed ? [] : rank(conditions, sizes, BOUNDS.probed);
  const scan = scanBy(conditions, driver);
  const most = scan.checks.length > 0 || !driver ? BOUNDS.lookedAt : LARGEST_SET;
  return { scan, sets: new Set(), most, counted: BOUNDS.counted };
}
