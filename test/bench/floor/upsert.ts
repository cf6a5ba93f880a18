import type pg from 'pg';
import type { change, Contact } from '../dataset/contact.js';
import type { Row } from './contact-wire.js';
import type { FloorWorld } from './floor-world.js';
import { create, updateFound } from './one-record.js';
import { ACCESS, ALL } from './page-answer.js';

/** The record that holds a unique value, whole. */
const FIND_BY_VALUE = {
  name: 'floor-find-by-value',
  text: `with ${ACCESS}
    select access.may, ${ALL}
    from access
    join record_unique u on u.workspace_id = $1 and u.attribute_id = $3 and u.v = $4
    join record r on r.workspace_id = $1 and r.record_id = u.record_id and r.trashed_at is null
      and r.deleted_at is null`,
};

type Sent = Contact | (ReturnType<typeof change> & { email: string });

/**
 * A whole contact is new: it is not looked for, since its e-mail address is refused where it is taken. One with few
 * attributes is there. @throws Error where that is not so
 */
export async function upsert(pool: pg.Pool, world: FloorWorld, text: string): Promise<object> {
  const { data } = JSON.parse(text) as { data: Sent };
  if ('company' in data) {
    const { row, labelOf } = await create(pool, world, data, 'contacts');
    return { data: world.wire(row, labelOf), created: true };
  }
  const { email, ...changed } = data;
  const values = [...world.access, world.attributes.get('email')!.attribute_id, email];
  const [found] = (await pool.query<Row>({ ...FIND_BY_VALUE, values })).rows;
  if (!found || !(found.may & 1)) throw new Error('not there or not allowed');
  const { row, labelOf } = await updateFound(pool, world, found, changed);
  return { data: world.wire(row, labelOf), created: false };
}
