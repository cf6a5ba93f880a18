import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newId } from '#platform';
import type { change, Contact } from '../dataset/contact.js';
import { FIND } from '../product.js';
import type { Row, Written } from './contact-wire.js';
import type { FloorWorld } from './floor-world.js';

/** The pool, or a connection with a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

const SLOTS = 32;
let slot = 0;

/** In which a create is counted: they take turns. */
export function nextSlot(): number {
  slot = (slot + 1) % SLOTS;
  return slot;
}

/** @throws Error for one that is not there, or that the key may not read */
export async function find(on: Queryable, world: FloorWorld, id: string): Promise<Row> {
  const [row] = (await on.query<Row>({ ...FIND.key, values: [...world.access, id] })).rows;
  if (!row?.record_id || !(row.may & 1)) throw new Error('not found or not allowed');
  return row;
}

const inserts = (world: FloorWorld): Record<string, FloorWorld['insert']> => ({
  uncounted: world.insertUncounted,
  unheard: world.insertUnheard,
});

export async function create(on: Queryable, world: FloorWorld, data: Contact, object: string): Promise<Written> {
  const origin = { origin: 'rest-api', request_id: randomUUID() };
  const via = { ...origin, actor_name: 'system' };
  const args = world.args.create(data, via, object !== 'unheard');
  const { call, ...statement } = inserts(world)[object] ?? world.insert;
  const values = call({ ...args, slot: nextSlot(), event_id: newId(), eventVia: JSON.stringify(origin) });
  const [made] = (await on.query<Row>({ ...statement, values })).rows;
  if (!made?.rev) throw new Error('not written');
  const created_via = { ...via, actor_name: world.actor_name };
  const row = { ...made, ...args, object_id: world.object_id, created_via, meta: null, updated_at: made.created_at };
  Object.assign(row, { created_by_type: 'api-key', created_by_id: world.api_key_id });
  return { row: row as unknown as Row, labelOf: () => made.labels[0], eventData: args.eventData as string | null };
}

export async function update(
  on: Queryable,
  world: FloorWorld,
  id: string,
  data: ReturnType<typeof change>,
): Promise<Written> {
  return updateFound(on, world, await find(on, world, id), data);
}

export async function updateFound(
  on: Queryable,
  world: FloorWorld,
  old: Row,
  data: ReturnType<typeof change>,
): Promise<Written> {
  const via = { origin: 'rest-api', request_id: randomUUID() };
  const args = world.args.update(old, data, world.api_key_id);
  const { call, ...statement } = world.update;
  const values = call({ ...args, event_id: newId(), eventVia: JSON.stringify(via) });
  const [written] = (await on.query<Row>({ ...statement, values })).rows;
  // Somebody was first: once more from the start.
  if (!written?.rev) return update(on, world, old.record_id, data);
  const row = { ...old, rev: written.rev, vals: args.vals, meta: args.meta, updated_at: old.now } as Row;
  return { before: old, row, labelOf: () => written.labels[0], eventData: args.eventData as string };
}
