import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { newId } from '#platform';
import { readWorlds } from '../dataset/prepare.js';
import { FIND, PAGE, type RecordRow } from '../product.js';
import { aggregate } from './groups.js';
import { query } from './queries.js';
import { floorWorld, type FloorWorld } from './floor-world.js';

/*
 * The floor: what an answer costs at least. node:http and pg with the product's own statements, the API key looked up
 * by its hash, bodies parsed and answers mapped in the shortest way; no framework, no routing, no validation, no log.
 */

type Row = RecordRow & { now: Date; may: number; created_at: Date };
interface PageRow {
  may: number;
  total: number;
  rows: RecordRow[];
  targets: Record<string, string>;
}

const SLOTS = 32;
let slot = 0;

const url = process.env.DATABASE_URL!;
const pool = new pg.Pool({
  connectionString: url,
  max: Number(process.env.DATABASE_POOL_SIZE ?? 10),
  application_name: 'bench-floor',
  // As the product's connections have it.
  options: '-c plan_cache_mode=force_generic_plan -c jit=off',
});
const worlds = new Map<string, FloorWorld>();
for (const world of await readWorlds(url)) {
  const made = await floorWorld(pool, world);
  worlds.set(made.token, made);
}

async function read(world: FloorWorld, id: string): Promise<object> {
  const row = await find(world, id);
  return { data: world.wire(row, (target) => row.labels[row.refs!.indexOf(target)]) };
}

async function find(world: FloorWorld, id: string): Promise<Row> {
  const [row] = (await pool.query<Row>({ ...FIND.key, values: [...world.access, id] })).rows;
  if (!row?.record_id || !(row.may & 1)) throw new Error('not found or not allowed');
  return row;
}

async function page(world: FloorWorld, limit: number, offset: number): Promise<object> {
  const [row] = (await pool.query<PageRow>({ ...PAGE.key, values: [...world.access, world.object_id, limit, offset] }))
    .rows;
  const { rows, total, targets, may } = row!;
  if (!(may & 1)) throw new Error('not allowed');
  const next = offset + rows.length;
  const data = rows.map((each) => world.wire(each, (target) => targets[target]));
  return {
    data,
    pagination: { total, limit, offset, has_more: next < total, ...(next < total ? { next_offset: next } : {}) },
  };
}

const inserts = (world: FloorWorld): Record<string, FloorWorld['insert']> => ({
  uncounted: world.insertUncounted,
  unheard: world.insertUnheard,
});

async function create(world: FloorWorld, body: string, object: string): Promise<object> {
  const origin = { origin: 'rest-api', request_id: randomUUID() };
  const via = { ...origin, actor_name: 'system' };
  const args = world.args.create(JSON.parse(body).data, via, object !== 'unheard');
  slot = (slot + 1) % SLOTS;
  const { call, ...statement } = inserts(world)[object] ?? world.insert;
  const values = call({ ...args, slot, event_id: newId(), eventVia: JSON.stringify(origin) });
  const [made] = (await pool.query<Row>({ ...statement, values })).rows;
  if (!made?.rev) throw new Error('not written');
  const created_via = { ...via, actor_name: world.actor_name };
  const row = { ...made, ...args, object_id: world.object_id, created_via, meta: null, updated_at: made.created_at };
  Object.assign(row, { created_by_type: 'api-key', created_by_id: world.api_key_id });
  return { data: world.wire(row as unknown as Row, () => made.labels[0]) };
}

async function update(world: FloorWorld, id: string, body: string): Promise<object> {
  const old = await find(world, id);
  const via = { origin: 'rest-api', request_id: randomUUID() };
  const args = world.args.update(old, JSON.parse(body).data, world.api_key_id);
  const { call, ...statement } = world.update;
  const values = call({ ...args, event_id: newId(), eventVia: JSON.stringify(via) });
  const [written] = (await pool.query<Row>({ ...statement, values })).rows;
  // Somebody was first: once more from the start.
  if (!written?.rev) return update(world, id, body);
  const row = { ...old, vals: args.vals, meta: args.meta, updated_at: old.now } as Row;
  return { data: world.wire(row, () => written.labels[0]) };
}

function answer(world: FloorWorld, request: IncomingMessage, body: string): Promise<object> {
  const [, , , object, id] = request.url!.split(/[/?]/) as [string, string, string, string, string | undefined];
  if (request.method === 'POST' && id === 'query') return query(pool, world, body);
  if (request.method === 'POST' && id === 'aggregate') return aggregate(pool, world, body);
  if (request.method === 'POST') return create(world, body, object);
  if (request.method === 'PATCH') return update(world, id!, body);
  if (id && id.length === 36) return read(world, id);
  const given = new URLSearchParams(request.url!.split('?')[1]);
  return page(world, Number(given.get('limit') ?? 25), Number(given.get('offset') ?? 0));
}

function serve(request: IncomingMessage, response: ServerResponse, body: string): void {
  const token = createHash('sha256').update(request.headers.authorization!.slice(7)).digest('base64');
  const world = worlds.get(token);
  const done = (status: number, result: object) => {
    const text = JSON.stringify(result);
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  if (!world) return done(401, {});
  answer(world, request, body).then(
    (result) => done(200, result),
    (error: Error) => done(500, { message: error.message }),
  );
}

const server = createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/readyz') return void response.end('ok');
  if (request.method === 'GET') return serve(request, response, '');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => serve(request, response, Buffer.concat(chunks).toString()));
});
server.listen(Number(process.env.REST_PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
