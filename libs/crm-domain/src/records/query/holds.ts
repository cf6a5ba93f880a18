import { itemsOf, type Values } from '../document.js';
import type { Attribute } from '../../objects/schema.js';
import type { IndexKey, Json } from '../../values/value-type.js';
import type { Bound, Condition } from './condition.js';

/** Whether a record with these values meets a condition, as the query would say. */
export function holds(condition: Exclude<Condition, { kind: 'words' }>, vals: Values): boolean {
  const { attribute } = condition;
  const items = itemsOf(vals, attribute.attr_no);
  const equals = (wanted: Json) => (item: Json) => attribute.valueType.compare(item, wanted) === 0;
  switch (condition.kind) {
    case 'filled':
      return items.length > 0 === condition.filled;
    case 'value':
      return items.some(equals(condition.value));
    case 'keys': {
      const { exact, keys, table } = condition;
      if (exact && table === 'text') {
        const wanted = exact.map((each) => wholeText(attribute, each));
        return items.some((item) => wanted.includes(wholeText(attribute, item)));
      }
      if (exact) return items.some((item) => exact.some((wanted) => equals(wanted)(item)));
      return items.some((item) => keys.includes(keyOf(attribute, item)[table]!));
    }
    case 'range':
      return items.some((item) => {
        const v = keyOf(attribute, item)[condition.table];
        if (v === undefined || !isAbove(v, condition.from) || !isBelow(v, condition.to)) return false;
        return condition.beginning === null || wholeText(attribute, item).startsWith(condition.beginning);
      });
    case 'part':
      return items.some((item) => keyOf(attribute, item).text?.includes(condition.part));
  }
}

function keyOf(attribute: Attribute, item: Json): IndexKey {
  return attribute.valueType.index?.(item) ?? {};
}

/** The text that an item's key is cut from, as the query compares it. */
function wholeText(attribute: Attribute, item: Json): string {
  const { filter } = attribute.valueType;
  return filter.table === 'text' ? filter.whole(item).toLowerCase() : '';
}

function isAbove(v: string | number, from: Bound | null): boolean {
  return !from || v > from.v || (from.included && v === from.v);
}

function isBelow(v: string | number, to: Bound | null): boolean {
  return !to || v < to.v || (to.included && v === to.v);
}
