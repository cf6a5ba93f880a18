import { BOUNDS } from './bounds.js';
import type { Condition } from './condition.js';

/** A condition on an attribute of several values takes about as long as so many others. */
const OF_SEVERAL = 5;

/** How many records may be held against conditions: fewer where these are many, or are of several values. */
export function mostWalked(conditions: readonly Condition[]): number {
  const held = conditions.reduce((sum, each) => sum + weightOf(each), 0);
  return Math.min(BOUNDS.walked, Math.floor(BOUNDS.judged / Math.max(1, held)));
}

function weightOf(condition: Condition): number {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of.reduce((sum, each) => sum + weightOf(each), 0);
    case 'not':
    case 'others':
    case 'related':
      return weightOf(condition.of);
    case 'words':
      return 1;
    default:
      return condition.attribute.several ? OF_SEVERAL : 1;
  }
}
