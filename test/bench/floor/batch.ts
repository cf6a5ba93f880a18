import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newId } from '#platform';
import type { Contact } from '../dataset/contact.js';
import { CREATE_ALL, PARAMETERS } from './batch.statements.js';
import type { FloorWorld } from './floor-world.js';
import { nextSlot } from './one-record.js';

type Args = Record<string, unknown>;

/** Creates contacts, all in one statement, and tells their names. @throws Error where one cannot be created */
export async function batch(pool: pg.Pool, world: FloorWorld, text: string): Promise<object> {
  const { items } = JSON.parse(text) as { items: { data: Contact }[] };
  const origin = { origin: 'rest-api', request_id: randomUUID() };
  const all = items.map(({ data }) => world.args.create(data, origin));
  const given = argumentsOf(world, all);
  const values = [...world.access, ...PARAMETERS.map((name) => given[name])];
  const [written] = (await pool.query<{ done: number }>({ ...CREATE_ALL, values })).rows;
  if (!written!.done) throw new Error('not allowed, or something is not there');
  const data = all.map(({ record_id: id, label: name }) => {
    return { status: 200, data: { id, object: 'contacts', name, version: 1, values: { name } } };
  });
  return { data, applied: true };
}

function argumentsOf(world: FloorWorld, all: readonly Args[]): Args {
  const one = (name: string) => all.map((args) => args[name]);
  const distinct = (name: string) => [...new Set(all.flatMap((args) => args[name] as string[]))];
  const columns = (kind: string, list: string) =>
    (all[0]![list] as unknown[]).map((_, n) => [`${kind} ${n}`, all.map((args) => (args[list] as unknown[])[n])]);
  const attributes = [...world.attributes].map(([slug, { attribute_id }]) => [`attribute ${slug}`, attribute_id]);
  return {
    ...Object.fromEntries(attributes),
    ...Object.fromEntries([...columns('text', 'texts'), ...columns('number', 'numbers'), ...columns('ref', 'refs')]),
    object: world.object_id,
    version: world.schema_version,
    companies: distinct('targets'),
    'companies object': (all[0]!.targetObjects as string[])[0],
    'company number': (all[0]!.companyNo as number[])[0],
    owners: distinct('members'),
    via: all[0]!.via,
    slot: nextSlot(),
    ids: one('record_id'),
    events: all.map(() => newId()),
    data: one('eventData'),
    labels: one('label'),
    vals: one('valsJson'),
    sizes: one('size'),
    words: all.map(({ lexemes }) => `{${(lexemes as string[]).join(',')}}`),
    phones: all.map(({ handles }) => (handles as string[])[1]),
  };
}
