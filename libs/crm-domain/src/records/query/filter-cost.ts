import { WorkTime } from '../../db/work-time.js';
import type { Issue } from '../../errors.js';
import { MAX_LED_TO } from '../../objects/schema.js';
import type { Named } from './subject.js';

/** Values of one condition. */
export const MAX_OPERANDS = 50;
/** As many as 25 conditions without paths have. */
const MAX_JUDGED = 1250;
/** The bytes of an answer that take as long as one value; a phone number takes 40 µs. */
const WORK_OF_VALUE = 2048;

/** What the conditions of one query have come to together. */
export interface FilterCost {
  /** Objects that their paths lead to. */
  objects: number;
  /** Values, each as often as it is judged: once, or for each object that its path leads to. */
  values: number;
}

/** Counts a condition before it is judged; gives what is wrong where all together lead to too much. */
export function countCost(
  cost: FilterCost,
  { steps, subjects }: Named,
  value: unknown,
): Omit<Issue, 'path'> | undefined {
  // More values are refused before one of them is judged.
  const values = subjects.length * (Array.isArray(value) ? Math.min(value.length, MAX_OPERANDS) : 1);
  cost.objects += steps.length;
  cost.values += values;
  if (cost.objects > MAX_LED_TO) return TOO_FAR;
  if (cost.values > MAX_JUDGED) return TOO_MANY_VALUES;
  WorkTime.workOn(values * WORK_OF_VALUE);
  return undefined;
}

const TOO_FAR = {
  message: `The references of this filter lead to more than ${MAX_LED_TO} objects. Ask over references that allow fewer.`,
  expected: `paths to at most ${MAX_LED_TO} objects in all conditions together`,
};

const TOO_MANY_VALUES = {
  message: `The references of this filter lead to so many objects that more than ${MAX_JUDGED} values would be looked for. Ask for fewer values, or over references that allow fewer objects.`,
  expected: `at most ${MAX_JUDGED} values in all conditions together, each counted once for each object it is looked for in`,
};
