import type { Json } from '../../values/value-type.js';
import type { JudgedQuery, Order, Place } from './condition.js';
import { choicesInOrder } from './page.statements.js';

/** A record that satisfies a query, with the value it is to be sorted by. */
export interface Match {
  record_id: string;
  item: Json;
}

/** The places of a page, and one more if there is one: in the very order that the index gives. */
export function sortMatches(matches: readonly Match[], { order, after, limit, offset }: JudgedQuery): Place[] {
  const compare = comparison(order);
  const places = matches.map((match) => ({ record_id: match.record_id, v: keyOf(order, match.item) })).sort(compare);
  const following = after ? places.filter((place) => compare(place, after) > 0) : places;
  return following.slice(offset, offset + limit + 1);
}

function keyOf({ by }: Order, item: Json): Place['v'] {
  return item === null || !by ? null : (by.attribute.valueType.index!(item)![by.table] ?? null);
}

/** Records without a value come last whatever the direction; among equals ids decide. */
function comparison(order: Order): (a: Place, b: Place) => number {
  const sign = order.direction === 'asc' ? 1 : -1;
  const choices = order.by?.table === 'ref' ? choicesInOrder(order.by, 'asc') : undefined;
  const ranks = choices && new Map(choices.map((id, at) => [id, at]));
  const rank = (v: Place['v']) => (ranks ? (ranks.get(String(v)) ?? ranks.size) : v);
  return (a, b) => {
    if ((a.v === null) !== (b.v === null)) return a.v === null ? 1 : -1;
    return sign * (byKey(rank(a.v), rank(b.v)) || byKey(a.record_id, b.record_id));
  };
}

function byKey(a: Place['v'], b: Place['v']): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  // As bytes, which is how the database compares: UTF-16 puts some characters elsewhere.
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
