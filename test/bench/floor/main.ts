import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { readWorlds } from '../dataset/prepare.js';
import { PAGE, type RecordRow } from '../product.js';
import { batch } from './batch.js';
import { dryRun } from './dry-run.js';
import { aggregate } from './groups.js';
import { query } from './queries.js';
import { floorWorld, type FloorWorld } from './floor-world.js';
import { create, find, update } from './one-record.js';
import { undo } from './undo.js';
import { upsert } from './upsert.js';

/*
 * The floor: what an answer costs at least. node:http and pg with the product's own statements, the API key looked up
 * by its hash, bodies parsed and answers mapped in the shortest way; no framework, no routing, no validation, no log.
 */

interface PageRow {
  may: number;
  total: number;
  rows: RecordRow[];
  targets: Record<string, string>;
}

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
  const row = await find(pool, world, id);
  return { data: world.wire(row, (target) => row.labels[row.refs!.indexOf(target)]) };
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

async function write(world: FloorWorld, body: string, { object, id }: { object: string; id?: string }) {
  const { data } = JSON.parse(body);
  const { row, labelOf } = await (id ? update(pool, world, id, data) : create(pool, world, data, object));
  return { data: world.wire(row, labelOf) };
}

function answer(world: FloorWorld, request: IncomingMessage, body: string): Promise<object> {
  const [, , , object, id] = request.url!.split(/[/?]/) as [string, string, string, string, string | undefined];
  if (request.method === 'POST' && id === 'query') return query(pool, world, body);
  if (request.method === 'POST' && id === 'aggregate') return aggregate(pool, world, body);
  if (request.method === 'POST' && id === 'batch') return batch(pool, world, body);
  if (request.method === 'PUT') return upsert(pool, world, body);
  if (request.url === '/v1/undo') return undo(pool, world, body);
  if (request.url!.endsWith('?dry_run=true')) return dryRun(pool, world, request, body);
  if (request.method === 'POST' || request.method === 'PATCH') return write(world, body, { object, id });
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
