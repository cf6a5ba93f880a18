import { deepStrictEqual } from 'node:assert';
import pg from 'pg';
import type { Caller } from '#crm-domain';
import { bulkLoad } from './dataset/bulk-load.js';
import { change, contact } from './dataset/contact.js';
import { loadSchema } from './dataset/prepare.js';
import { TABLES } from './dataset/rows.js';
import { OBJECT, type World } from './dataset/world.js';
import { QUERIES } from './scenarios/queries.js';
import type { Bench, HttpRequest, Target } from './scenario.js';

// No other contact has this number.
const NUMBER = 9_000_000;
const PATH = `/v1/records/${OBJECT}`;

interface Place {
  world: World;
  pool: pg.Pool;
  service: Target;
}

/**
 * Proves that what is compared is the same: floor and service give equal answers and write equal rows, and a record
 * that was loaded in bulk equals one that was created over REST. @throws AssertionError
 */
export async function verify(
  { worlds, service, floor }: Pick<Bench, 'worlds' | 'service' | 'floor'>,
  url: string,
): Promise<void> {
  for (const world of worlds) {
    for (const path of [`${PATH}/${world.contacts[0]}`, `${PATH}?limit=25&offset=50`]) {
      const [ours, floors] = [await call(service, world, 'GET', path), await call(floor, world, 'GET', path)];
      deepStrictEqual(floors, ours, `The floor answers ${path} otherwise than the service.`);
    }
  }
  for (const world of worlds) {
    for (const { name, traffic } of QUERIES) {
      const { path, body } = traffic![name]!(world, 1);
      const asked = (target: Target) => send(target, world, 'POST', path, body);
      deepStrictEqual(
        await asked(floor),
        await asked(service),
        `The floor answers ${name} otherwise than the service.`,
      );
    }
  }
  const place = { world: worlds[0]!, pool: new pg.Pool({ connectionString: url, max: 2 }), service };
  try {
    const ours = await written(service, place);
    deepStrictEqual(await written(floor, place), ours, 'The floor writes other rows than the service.');
    deepStrictEqual(await loaded(place), ours.created, 'A loaded record is not like a created one.');
  } finally {
    await place.pool.end();
  }
}

/** The rows of a record that `target` created, and those after it changed it twice. */
async function written(target: Target, place: Place): Promise<{ created: string[]; changed: string[] }> {
  const { world } = place;
  const id = await call(target, world, 'POST', PATH, contact(NUMBER, world)).then(idOf);
  const created = await rows(place, id);
  for (const n of [1, 2]) await call(target, world, 'PATCH', `${PATH}/${id}`, change(n));
  const changed = await rows(place, id);
  await call(place.service, world, 'DELETE', `${PATH}/${id}`);
  return { created, changed };
}

async function loaded(place: Place): Promise<string[]> {
  const { world, pool, service } = place;
  const { workspace_id, api_key_id } = world;
  const via = { origin: 'rest-api', request_id: '' } as const;
  const caller: Caller = { workspace_id, api_key_id, user_id: null, client_id: null, trusted: false, via };
  const object = (await loadSchema(pool, caller)).find(OBJECT)!;
  const [id] = (await bulkLoad(pool, { caller, object, count: 1, input: () => contact(NUMBER, world) })) as [string];
  const found = await rows(place, id);
  await call(service, world, 'DELETE', `${PATH}/${id}`);
  return found;
}

/** Every row of a record, as text without what is new with each record. */
async function rows({ pool, world }: Place, id: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of [...Object.keys(TABLES), 'value_history']) {
    const text = `select to_jsonb(t) as row from ${table} t where workspace_id = $1 and record_id = $2`;
    const result = await pool.query<{ row: object }>(text, [world.workspace_id, id]);
    found.push(
      ...result.rows.map(({ row }) => `${table} ${JSON.stringify(row, withoutNew)}`.replaceAll(id, 'ID')).sort(),
    );
  }
  return found;
}

const NEW = /^(\w+_at|active_\w+|request_id|change_id)$/;

function withoutNew(key: string, value: unknown): unknown {
  if (NEW.test(key) && value !== null) return 'NEW';
  // The moment in a stamp.
  return Array.isArray(value) && typeof value[0] === 'number' ? ['NEW', ...value.slice(1)] : value;
}

function call(
  target: Target,
  world: World,
  method: HttpRequest['method'] | 'DELETE',
  path: string,
  data?: object,
): Promise<unknown> {
  return send(target, world, method, path, data && JSON.stringify({ data }));
}

async function send(
  target: Target,
  world: World,
  method: HttpRequest['method'] | 'DELETE',
  path: string,
  body?: string,
): Promise<unknown> {
  const headers = { Authorization: `Bearer ${world.api_key}`, 'Content-Type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${target.port}${path}`, { method, headers, body });
  if (response.status !== 200)
    throw new Error(`${target.name}: ${method} ${path} gave ${response.status} ${await response.text()}`);
  return response.json();
}

function idOf(answer: unknown): string {
  return (answer as { data: { id: { record_id: string } } }).data.id.record_id;
}
