import { BOUNDS } from './bounds.js';
import type { Condition } from './condition.js';

/** How many records may be held against conditions: fewer where these are many. */
export function mostWalked(conditions: readonly Condition[]): number {
  const held = conditions.reduce((sum, each) => sum + leavesOf(each), 0);
  return Math.min(BOUNDS.walked, Math.floor(BOUNDS.judged / Math.max(1, held)));
}

function leavesOf(condition: Condition): number {
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.of.reduce((sum, each) => sum + leavesOf(each), 0);
  return condition.kind === 'not' || condition.kind === 'related' ? leavesOf(condition.of) : 1;
}
