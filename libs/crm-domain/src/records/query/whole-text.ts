import type { Json } from '../../values/value-type.js';
import type { Subject } from './condition.js';

/** The text that an item's key is cut from, in small letters. */
export function wholeText({ valueType: { filter } }: Subject, item: Json): string {
  return filter.table === 'text' ? filter.whole(item).toLowerCase() : '';
}
