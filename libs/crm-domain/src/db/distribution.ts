import type { DataSource, QueryRunner } from 'typeorm';
import { dataSource } from './data-source.js';
import { notAWorker } from './citus/coordinator.js';
import { IS_ON_SHARD_MADE, MAKE_ON_SHARD } from './citus/on-shard.js';
import { placedTables, Placement, refuseMisplaced, type Misplaced } from './citus/placement.js';
import { retryDeadlocks } from './citus/retry-deadlocks.js';
import {
  ADD_MISSING_NAMES,
  ARE_NAMES_MISSING,
  ARE_NAMES_UNIQUE,
  TENANTS_BY_NAME,
  TENANT_NAME,
} from './citus/tenant-name.js';
import { aloneWith } from './migrate.js';
import { isAway } from './pg-errors.js';
import { DomainError } from '../errors.js';

/**
 * Tables that belong to no tenant alone, or that are looked into before the tenant is known. On a Citus each node has a
 * copy of the first, because authorisation joins them with tables of tenants; the second are split by workspace as a
 * tenant's are, and found through `tenant_name`; the others stay on the coordinator alone, so that a node which is away
 * keeps nobody of another node from signing in.
 */
export const SHARED_TABLES = {
  copied: ['app_user'],
  named: ['workspace', 'api_key'],
  local: ['migration', 'console_login', 'console_session', 'identity_event', 'provider_event', TENANT_NAME],
} as const;

const NAMED: readonly string[] = SHARED_TABLES.named;

/** All others are placed beside this one, so that a tenant's rows are together on one node. */
const ANCHOR = 'record';

/** SQL that turns a database into a distributed one, in parts that each succeed or change nothing. */
export interface DistributionPlan {
  /** Whether the database could run it. */
  hasCitus: boolean;
  parts: string[][];
  /** Whether some tables are placed and others are not: most statements are refused then. */
  isPartly: boolean;
  /** Tables that somebody placed in another way; nothing can be done before these are mended. */
  misplaced: Misplaced[];
  /** For later, once the new places are trusted: the old copies are still there, unseen. */
  afterwards: string[];
}

interface How {
  begins?: (part: readonly string[], number: number, of: number) => void;
  again?: () => void;
  isAtOnce?: boolean;
}

interface Table {
  name: string;
  /** Whether its primary key begins with the tenant. */
  is_keyed: boolean;
}

interface ForeignKey {
  name: string;
  child: string;
  parent: string;
  definition: string;
}

/** What places a table. */
export const PLACES = /^select create_(?:reference|distributed)_table\('public\.(\w+)'/gm;

const TABLES = `select c.relname::text as name, coalesce((select a.attname = 'workspace_id' from pg_index i
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary),
      false) as is_keyed
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by c.relname::text collate "C"`;

const FOREIGN_KEYS = `select k.conname::text as name, c.relname::text as child, p.relname::text as parent,
  pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace order by k.conname::text collate "C"`;

/**
 * Works out what is still to be done, from the schema that is there.
 *
 * @throws Error for a table of which it does not know whose it is
 * @throws DomainError conflict at a worker of a Citus, and before the tables were made
 */
export async function distributionPlan(url: string): Promise<DistributionPlan> {
  const source = await connect(url);
  try {
    return await planFor(source);
  } finally {
    await source.destroy();
  }
}

/**
 * Carries the plan out, part by part; what is done already is left out when it is run again. Gives the number of parts.
 *
 * @param how.begins told of each part before it is run: its statements, which it is from 1 on, and of how many
 * @param how.isAtOnce whether all tables are placed in one transaction: none while others are not, and all can be read
 *   until it ends
 * @param how.again told when it begins again, because it and other work waited for each other
 * @throws DomainError conflict where a table is placed in another way, and while another one or a migration is at work;
 *   unavailable when other work stands in the way each time
 */
export async function distribute(url: string, how: How = {}): Promise<number> {
  const source = await connect(url);
  // One connection for all of it: the lock is that of a session, and so are transactions.
  const session = source.createQueryRunner();
  try {
    await aloneWith(session);
    return await retryDeadlocks(session, () => carryOut(session, how), how.again);
  } finally {
    await session.release();
    await source.destroy();
  }
}

async function carryOut(session: QueryRunner, { begins, isAtOnce = false }: How): Promise<number> {
  const { parts, misplaced } = await planFor(session);
  refuseMisplaced(misplaced);
  for (const [at, part] of (isAtOnce ? inOneTransaction(parts) : parts).entries()) {
    begins?.(parts[at]!, at + 1, parts.length);
    // Citus sends what is in one message to the nodes as one, and refuses it there.
    for (const statement of part) await session.query(statement);
  }
  return parts.length;
}

/** All but the functions, which is the last of parts and needs no tables to stand still. */
function inOneTransaction(parts: readonly (readonly string[])[]): string[][] {
  const tables = [...parts.flat().join('\n').matchAll(PLACES)].map(([, name]) => `public.${name}`);
  if (tables.length === 0) return parts.map((part) => [...part]);
  const first = [
    'begin;',
    // Citus takes no copied table among others in a transaction that works on several connections.
    `set local citus.multi_shard_modify_mode = 'sequential';`,
    // All at one time: who writes takes several of them, in another order.
    `lock table ${tables.join(', ')} in exclusive mode;`,
  ];
  const last = parts.findLastIndex((part) => part !== MAKE_ON_SHARD);
  return parts.map((part, at) => [
    ...(at === 0 ? first : []),
    ...part.filter((statement) => !/^(?:begin|commit);$/.test(statement)),
    ...(at === last ? ['commit;'] : []),
  ]);
}

async function planFor(source: Pick<DataSource, 'query'>): Promise<DistributionPlan> {
  const [{ hasCitus }] = await source.query<[{ hasCitus: boolean }]>(
    `select exists (select from pg_extension where extname = 'citus') as "hasCitus"`,
  );
  const tables = await source.query<Table[]>(TABLES);
  if (!tables.some(({ name }) => name === ANCHOR))
    throw new DomainError('conflict', 'The tables of the service are not here yet. Run crm migrate first.');
  const { copied, tenants } = sorted(tables);
  const places = { copied, tenants, local: SHARED_TABLES.local, anchor: ANCHOR };
  const placement = new Placement(hasCitus ? await placedTables(source) : [], places);
  const isDone = (name: string) => placement.isDone(name);
  const isSo = async (text: string) => (await source.query<[{ is_so: boolean }]>(text))[0].is_so;
  // They stand beside the tables, and are lost with the last of these.
  const hasFunctions = placement.beside !== undefined && (await isSo(IS_ON_SHARD_MADE));
  const areNamesUnique = await isSo(ARE_NAMES_UNIQUE);
  const areNamesMissing = !areNamesUnique && NAMED.every(isDone) && (await isSo(ARE_NAMES_MISSING).catch(unlessAway));
  const keys = await source.query<ForeignKey[]>(FOREIGN_KEYS);
  const parts = (names: readonly string[]) =>
    groups(names, keys)
      .filter((group) => !group.every(isDone))
      .map((group) => placing(group, keys, placement.beside ?? ANCHOR));
  return {
    hasCitus,
    parts: [
      ...copied.filter((name) => !isDone(name)).map((name) => [`select create_reference_table('public.${name}');`]),
      ...parts(tenants.filter((name) => !NAMED.includes(name))),
      ...(areNamesUnique ? [TENANTS_BY_NAME] : []),
      ...parts(NAMED),
      ...(areNamesMissing ? [[ADD_MISSING_NAMES]] : []),
      ...(hasFunctions ? [] : [MAKE_ON_SHARD]),
    ],
    isPartly: tenants.some(isDone) && !tenants.every(isDone),
    misplaced: placement.misplaced,
    afterwards: [...copied, ...tenants].map(
      (name) => `select truncate_local_data_after_distributing_table('public.${name}');`,
    ),
  };
}

/** What only all nodes together can say is not known while one is away. @throws the error where that is not why */
function unlessAway(error: unknown): false {
  if (isAway(error)) return false;
  throw error;
}

function sorted(tables: readonly Table[]) {
  const { copied, local } = SHARED_TABLES;
  const shared: readonly string[] = [...copied, ...local];
  const rest = tables.filter(({ name }) => !shared.includes(name));
  const strange = rest.filter(({ name, is_keyed }) => !is_keyed && !NAMED.includes(name)).map(({ name }) => name);
  if (strange.length > 0)
    throw new Error(
      `Tables whose key does not begin with workspace_id must be named as shared: ${strange.join(', ')}.`,
    );
  return { copied, tenants: rest.map(({ name }) => name) };
}

/**
 * Tables that foreign keys tie together belong into one part: such a key cannot lead from one node's table to a local
 * one.
 */
function groups(names: readonly string[], keys: readonly ForeignKey[]): string[][] {
  const groupOf = new Map(names.map((name) => [name, [name]]));
  for (const { child, parent } of keys) {
    const [one, other] = [groupOf.get(parent), groupOf.get(child)];
    if (!one || !other || one === other) continue;
    one.push(...other);
    for (const name of other) groupOf.set(name, one);
  }
  // Of those with keys, and of what all requests read, the locks are the hardest; they are to be the shortest.
  const late = (group: readonly string[]) => (group.includes(ANCHOR) ? 0 : group.length);
  return [...new Set(groupOf.values())].sort((a, b) => late(a) - late(b));
}

/** @param anchor beside which the tables are placed; the first of all is placed beside none */
function placing(group: readonly string[], keys: readonly ForeignKey[], anchor: string): string[] {
  const own = keys.filter(({ child }) => group.includes(child));
  const create = group.map((name) => {
    const beside = name === anchor ? 'none' : `public.${anchor}`;
    return `select create_distributed_table('public.${name}', 'workspace_id', colocate_with => '${beside}');`;
  });
  if (own.length === 0) return create;
  return [
    'begin;',
    ...own.map(({ child, name }) => `alter table public.${child} drop constraint ${name};`),
    ...create,
    ...own.map(({ child, name, definition }) => `alter table public.${child} add constraint ${name} ${definition};`),
    'commit;',
  ];
}

/** @throws DomainError conflict at a worker of a Citus */
async function connect(url: string): Promise<DataSource> {
  const options = { url, poolSize: 1, statementTimeout: 0, lockTimeout: 10_000, applicationName: 'crm-distribute' };
  return notAWorker(await dataSource(options).initialize());
}
