import type { Caller } from '#crm-domain';
import { ROW, accessOf, accessTable, labels, type RecordRow } from '../product.js';
import type { FloorWorld } from './floor-world.js';

export const ACCESS = accessTable(accessOf({ api_key_id: 'a key' } as Caller));
export const ALL = `${ROW}, ${labels('r.refs')}`;

/** Labels of what a record refers to, which came with it. */
export function labelsIn({ labels, refs }: RecordRow) {
  return (target: string) => labels[refs!.indexOf(target)];
}

/** A page in the order of ids without a total. @throws Error for who may not read */
export function plainPage(world: FloorWorld, rows: readonly IdRow[], limit: number): object {
  const { found, may } = rows[0]!;
  if (!(may & 1)) throw new Error('not allowed');
  const read = found === 0 ? [] : rows;
  const data = read.map((row) => world.wire(row, labelsIn(row)));
  return { data, pagination: following(limit, found > limit, ['id asc', rows.at(-1)!]) };
}

export type IdRow = RecordRow & { may: number; found: number };

export function following(
  limit: number,
  has_more: boolean,
  [mark, last]: [string, { v?: unknown; record_id: string }],
) {
  const place = Buffer.from(JSON.stringify([mark, last.v ?? null, last.record_id])).toString('base64url');
  return { limit, offset: 0, has_more, ...(has_more && { next_offset: limit, next_cursor: place }) };
}
