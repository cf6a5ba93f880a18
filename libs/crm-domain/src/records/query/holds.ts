import { itemsOf, type Values } from '../document.js';
import type { IndexKey, Json } from '../../values/value-type.js';
import {
  isUnindexed,
  type Bound,
  type Condition,
  type FilledCondition,
  type LeafCondition,
  type Subject,
} from './condition.js';
import { wholeText } from './whole-text.js';

/** Whether a record with these values meets a condition that speaks of nothing else, as the query would say. */
export function holds(condition: Condition, vals: Values): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.of.every((each) => holds(each, vals));
    case 'or':
      return condition.of.some((each) => holds(each, vals));
    case 'not':
      return !holds(condition.of, vals);
    case 'filled':
      return (
        itemsOf(vals, condition.attribute.attr_no).some((item) => isFilled(condition.attribute, item)) ===
        condition.filled
      );
    case 'others':
      return itemsOf(vals, condition.of.attribute.attr_no).some(
        (item) => isFilled(condition.of.attribute, item) && !meets(condition.of, item),
      );
    case 'words':
    case 'related':
      throw new Error('Whether this holds is not for the values of a record to say.');
    default:
      return itemsOf(vals, condition.attribute.attr_no).some((item) => meets(condition, item));
  }
}

function isFilled(attribute: Subject, item: Json): boolean {
  const { filter } = attribute.valueType;
  return attribute.part === undefined || filter.table !== 'text' || filter.whole(item) !== '';
}

function meets(condition: Exclude<LeafCondition, FilledCondition>, item: Json): boolean {
  const { attribute } = condition;
  const equals = (wanted: Json) => attribute.valueType.compare(item, wanted) === 0;
  switch (condition.kind) {
    case 'value':
      return equals(condition.value);
    case 'keys': {
      const { exact, keys, table } = condition;
      if (exact && table === 'text') {
        // Once, since the text of a value may take as long as all that are wanted.
        const text = wholeText(attribute, item);
        return exact.some((each) => wholeText(attribute, each) === text);
      }
      if (exact) return exact.some(equals);
      return keys.includes(keyOf(attribute, item)[table]!);
    }
    case 'range': {
      const v = keyOf(attribute, item)[condition.table];
      if (v === undefined || !isAbove(v, condition.from) || !isBelow(v, condition.to)) return false;
      return condition.beginning === null || wholeText(attribute, item).startsWith(condition.beginning);
    }
    case 'part':
      return isUnindexed(condition)
        ? wholeText(attribute, item).includes(condition.part)
        : (keyOf(attribute, item).text?.includes(condition.part) ?? false);
    case 'end':
      return wholeText(attribute, item).endsWith(condition.end);
  }
}

function keyOf(attribute: Subject, item: Json): IndexKey {
  return attribute.valueType.index?.(item) ?? {};
}

function isAbove(v: string | number, from: Bound | null): boolean {
  return !from || v > from.v || (from.included && v === from.v);
}

function isBelow(v: string | number, to: Bound | null): boolean {
  return !to || v < to.v || (to.included && v === to.v);
}
