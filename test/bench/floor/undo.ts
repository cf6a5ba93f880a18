import type pg from 'pg';
import { newId } from '#platform';
import type { change } from '../dataset/contact.js';
import { readChanges, type StoredChange } from '../product.js';
import type { Row } from './contact-wire.js';
import type { FloorWorld } from './floor-world.js';
import { CHANGED, GIVE_BACK } from './undo.statements.js';

/** A changed record. */
type Found = Row & {
  schema_version: string;
  event_id: string;
  kind: string;
  /** Its revision after the change. */
  changed: number;
  data: { changes: StoredChange[] };
};

type Args = Record<string, unknown>;

/** Before and after the moment in a request's id: the clock of the database is the same, and writes wait for others. */
const BEFORE_MS = 1000;
const AFTER_MS = 30_000;

/** Undoes what one request has changed of titles and scores. @throws Error where that is not all, or is no more so */
export async function undo(pool: pg.Pool, world: FloorWorld, text: string): Promise<object> {
  const { request_id } = JSON.parse(text) as { request_id: string };
  const moment = parseInt(request_id.replace('-', '').slice(0, 12), 16);
  const span = [new Date(moment - BEFORE_MS), new Date(moment + AFTER_MS)];
  const { rows } = await pool.query<Found>({ ...CHANGED, values: [...world.access, request_id, ...span] });
  if (rows.some(({ kind, rev, changed }) => kind !== 'record.updated' || rev !== changed))
    throw new Error('not found, or changed since');
  const all = rows.map((row) => argumentsOf(world, row));
  const values = [...world.access, rows[0]!.schema_version, ...valuesOf(world, all)];
  const [written] = (await pool.query<{ done: number }>({ ...GIVE_BACK, values })).rows;
  if (!written!.done) throw new Error('not allowed, or changed meanwhile');
  const undone = rows.map(({ record_id, data: { changes } }) => {
    return { object: 'contacts', record_id, action: 'updated', attributes: changes.map(([, slug]) => slug) };
  });
  return { data: { undone, left: [], has_more: false } };
}

function argumentsOf(world: FloorWorld, row: Found): Args {
  const before = readChanges(row.data.changes).map(({ slug, before: [held] = [] }) => [slug, held] as const);
  const args = world.args.update(row, Object.fromEntries(before) as ReturnType<typeof change>, world.api_key_id);
  return { ...args, undone: row.event_id };
}

/** Column by column, in the order of the statement. */
function valuesOf(world: FloorWorld, all: readonly Args[]): unknown[] {
  const one = (name: string) => all.map((args) => args[name]);
  const several = (name: string) => all.flatMap((args) => args[name] as unknown[]);
  const twice = (name: string) => all.flatMap((args) => [args[name], args[name]]);
  const attribute = (slug: string) => world.attributes.get(slug)!.attribute_id;
  const request_id = newId();
  const via = one('undone').map((id) => JSON.stringify({ origin: 'rest-api', request_id, undoes: [id] }));
  return [
    ...[one('record_id'), one('rev'), one('now'), all.map(() => newId()), world.object_id, via, one('eventData')],
    ...[one('valsJson'), one('size'), one('metaJson')],
    ...[twice('record_id'), several('nos'), twice('change_id'), all.flatMap(() => [1, 2])],
    ...['froms', 'untils', 'types', 'authors', 'vias', 'olds'].map(several),
    ...[attribute('title'), several('texts'), several('oldTexts')],
    ...[attribute('score'), several('numbers'), several('oldNumbers')],
    all.map(({ lexemes }) => `{${(lexemes as string[]).join(',')}}`),
  ];
}
