import pg from 'pg';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { answerOf } from '../ask.js';
import { company, contact } from '../dataset/contact.js';
import { makeWorld } from '../dataset/make-world.js';
import { OBJECT, type World } from '../dataset/world.js';
import type { Target } from '../scenario.js';

const COMPANIES = 10;
/** As many as one batch takes. */
const CONTACTS = 500;
/** Chance may put many on one node before the other has its half. */
const MOST_MADE = 10;

const NODE_OF = `select p.nodeport as port
  from pg_dist_shard_placement p
  where p.shardid = get_shard_id_for_distribution_column('public.record', $1::uuid)`;

/** So many empty workspaces; in a distributed database as many on each of its nodes. */
export async function makeTenants(url: string, count: number, nodes = 1): Promise<World[]> {
  const domain = await openDomain(url);
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    if (nodes === 1) return await several(count, () => makeWorld(domain, CONTACTS));
    return await evenly(client, domain, { count, nodes });
  } finally {
    await client.end();
    await domain.close();
  }
}

async function evenly(
  client: pg.Client,
  domain: Domain,
  { count, nodes }: { count: number; nodes: number },
): Promise<World[]> {
  const onNode = new Map<number, World[]>();
  for (let made = 0; made < MOST_MADE * count; made++) {
    const world = await makeWorld(domain, CONTACTS);
    const [row] = (await client.query<{ port: number }>(NODE_OF, [world.workspace_id])).rows;
    onNode.set(row!.port, [...(onNode.get(row!.port) ?? []), world]);
    const halves = [...onNode.values()].map((worlds) => worlds.slice(0, count / nodes));
    if (halves.flat().length === count) return halves.flat();
  }
  throw new Error('The workspaces are not on all nodes.');
}

/** Gives each its companies and contacts. */
export async function fillTenants(target: Target, worlds: readonly World[]): Promise<void> {
  for (const world of worlds) {
    world.companies = await created(target, world, { object: 'companies', items: list(COMPANIES, company) });
    world.contacts = await created(target, world, { object: OBJECT, items: list(CONTACTS, (n) => contact(n, world)) });
  }
}

async function created(
  target: Target,
  world: World,
  { object, items }: { object: string; items: object[] },
): Promise<string[]> {
  const body = JSON.stringify({ mode: 'atomic', items: items.map((data) => ({ op: 'create', data })) });
  const { data } = (await answerOf(target, world, {
    method: 'POST',
    path: `/v1/records/${object}/batch`,
    body,
  })) as { data: { data: { id: { record_id: string } } }[] };
  return data.map((item) => item.data.id.record_id);
}

function list<T>(length: number, make: (n: number) => T): T[] {
  return Array.from({ length }, (_, n) => make(n));
}

async function several<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) made.push(await make());
  return made;
}
