import pg, { type Pool } from 'pg';
import { logger } from '#platform';
import { watchAnswers } from '../driver/no-answer.js';
import { isShardGone, neverBegan, UniqueViolation } from '../pg-errors.js';
import type { HeldShard, Session, Statement } from '../session.js';
import { atNode } from './coordinator.js';
import type { Layout } from './layout.js';
import { shardText } from './shard-text.js';
import { HOLD_SHARD, MOVED } from './on-shard.js';

/** How long a node that could not be reached from here is not tried again, in milliseconds. */
const LEFT_ALONE_MS = 10_000;
const MOST_TENANTS = 50_000;
const MOST_SHARDS = 1000;
const MOST_TEXTS = 2000;

/** Where a tenant's rows are. */
interface Place {
  shard: string;
  host: string;
  port: number;
}

/** The node that has the rows of a tenant, for a transaction that only reads. */
export interface TenantNode {
  pool: Pool;
  /**
   * A session for statements of the tenant as of the moment of this call, of a transaction in which nothing was read
   * before. Undefined when the rows are on another node by now.
   *
   * The shard is not held in its place: whoever waits to move it would have all writers of its tenants wait for the end
   * of this transaction. What it left behind stays as it was at that moment, and is not taken away before that end.
   */
  snapshot(transaction: Session): Promise<Session | undefined>;
}

interface Node {
  pool: Pool;
  session: Session;
  /** On the clock of the process; it is not asked before. */
  notBefore: number;
}

const PLACE = {
  name: 'tenant-place',
  text: `select s.shardid::text as shard, n.nodename as host, n.nodeport as port
    from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where s.shardid = get_shard_id_for_distribution_column('public.record', $1::uuid)`,
} as const;
const ANSWERS = { name: 'node-answers', text: 'select 1 as one from record limit 0' };
const NAMES = {
  name: 'shard-names',
  text: `select t.logicalrelid::text as plain, s.shardid::text as shard
    from pg_dist_partition t join pg_dist_shard s on s.logicalrelid = t.logicalrelid
    where t.partmethod = 'n'
      or t.colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'public.record'::regclass)
        and s.shardminvalue = (select shardminvalue from pg_dist_shard where shardid = $1)`,
} as const;

/**
 * Sends statements of tenants to their nodes without the coordinator between, as plain statements on the tables of one
 * shard. Each is preceded by a call that holds the shard in its place until the statement has ended.
 */
export class DirectNodes {
  private readonly nodes = new Map<string, Node>();
  private readonly places = new Map<string, Place>();
  private readonly shards = new Map<string, ShardTexts>();

  /** @param pool to the coordinator, of which those to the others are copies @param sessionOn statements over a pool */
  constructor(
    private readonly pool: Pool,
    private readonly sessionOn: (pool: Pool) => Session,
  ) {}

  /** The rows of a statement; undefined where the way by the coordinator has to be taken. Nothing was done then. */
  async rows(coordinator: Session, tenant: string, [statement, values]: [Statement, unknown[]]) {
    const place = this.places.get(tenant) ?? (await this.find(coordinator, tenant));
    if (!place) return undefined;
    const node = this.nodeAt(place);
    if (performance.now() < node.notBefore) return undefined;
    const texts = this.shards.get(place.shard) ?? (await this.learn(coordinator, place.shard));
    try {
      return await node.session.query<Record<string, unknown>>(texts.of(statement), values);
    } catch (error) {
      return this.judge(error, { tenant, node, place });
    }
  }

  /** The node of a tenant; undefined where the way by the coordinator has to be taken. */
  async nodeOf(coordinator: Session, tenant: string, layout: Layout): Promise<TenantNode | undefined> {
    const ask = () => this.rows(coordinator, tenant, [ANSWERS, []]);
    // Where the rows have moved, they are looked for once more.
    const isThere = (await ask()) ?? (await ask());
    const place = this.places.get(tenant);
    const texts = isThere && place && this.shards.get(place.shard);
    if (!texts) return undefined;
    const snapshot = async (transaction: Session): Promise<Session | undefined> => {
      await transaction.query({ text: 'select 1' }, []);
      // The coordinator knows of a move before any node does: nothing was written elsewhere before that moment.
      const now = await this.find(coordinator, tenant);
      if (now?.shard !== place.shard || now.host !== place.host || now.port !== place.port) return undefined;
      await transaction.query({ text: texts.eachTable }, []);
      const query: Session['query'] = (statement, values) =>
        transaction.query(layout.isOfTenant(statement.text) ? texts.unheld(statement) : statement, values);
      return { query, isOnNode: true };
    };
    return { pool: this.nodeAt(place).pool, snapshot };
  }

  /** Closes all connections to nodes. */
  async end(): Promise<void> {
    const nodes = [...this.nodes.values()];
    this.nodes.clear();
    await Promise.all(nodes.map(({ pool }) => pool.end()));
  }

  private judge(error: unknown, { tenant, node, place }: { tenant: string; node: Node; place: Place }): undefined {
    const { code, cause } = error as { code?: string; cause?: unknown };
    if (code === MOVED || isShardGone(cause)) {
      this.places.delete(tenant);
      return undefined;
    }
    if (NOT_FROM_HERE.has(code ?? '') || neverBegan(cause)) {
      node.notBefore = performance.now() + LEFT_ALONE_MS;
      // Another server may have come in the place of that node.
      this.places.delete(tenant);
      const where = `${place.host}:${place.port}`;
      logger.warn({ node: where, err: cause ?? error }, 'A node cannot be reached from here; the coordinator asks it.');
      return undefined;
    }
    if (error instanceof UniqueViolation)
      throw new UniqueViolation(error.constraint.replace(/_\d+$/, ''), error.detail);
    throw error;
  }

  private async find(coordinator: Session, tenant: string): Promise<Place | undefined> {
    const [place] = await coordinator.query<Place>(PLACE, [tenant]);
    if (this.places.size >= MOST_TENANTS) this.places.clear();
    if (place) this.places.set(tenant, place);
    return place;
  }

  private async learn(coordinator: Session, shard: string): Promise<ShardTexts> {
    const names = await coordinator.query<{ plain: string; shard: string }>(NAMES, [shard]);
    const texts = new ShardTexts(shard, new Map(names.map((each) => [each.plain, `${each.plain}_${each.shard}`])));
    if (this.shards.size >= MOST_SHARDS) this.shards.clear();
    this.shards.set(shard, texts);
    return texts;
  }

  private nodeAt({ host, port }: Place): Node {
    const key = `${host}:${port}`;
    let node = this.nodes.get(key);
    if (!node) {
      const pool = poolLike(this.pool, host, port);
      node = { pool, session: this.sessionOn(pool), notBefore: 0 };
      this.nodes.set(key, node);
    }
    return node;
  }
}

/** It refuses us, or has no function by which a shard is held. */
const NOT_FROM_HERE = new Set(['28000', '28P01', '3D000', '26000', '42883']);

/** Statements with the names that tables have in one shard. */
class ShardTexts {
  private readonly known = new Map<string, Statement>();
  private readonly textOf: (text: string) => string;
  private readonly held: HeldShard;

  /** @param names of tables, by what they are called elsewhere */
  constructor(shard: string, names: ReadonlyMap<string, string>) {
    this.held = { id: shard, plainNames: new Map([...names].map(([plain, name]) => [name, plain])) };
    this.textOf = shardText(names);
  }

  of(statement: Statement): Statement {
    let there = this.known.get(statement.text);
    if (there) return there;
    const text = this.textOf(statement.text);
    const name = statement.name === undefined ? {} : { name: `${statement.name}_${this.held.id!}` };
    there = { ...statement, ...name, text, holds: this.held, does: statement.text };
    if (this.known.size >= MOST_TEXTS) this.known.clear();
    this.known.set(statement.text, there);
    return there;
  }

  /** Reads nothing, and keeps every table from being dropped until its transaction ends. */
  get eachTable(): string {
    const reads = [...this.held.plainNames.keys()].map((table) => `select 1 from ${table}`);
    return `${reads.join(' union all ')} limit 0`;
  }

  /** The same without holding the shard in its place. */
  unheld(statement: Statement): Statement {
    return { ...this.of(statement), holds: { ...this.held, id: null } };
  }
}

function poolLike({ options }: Pool, host: string, port: number): Pool {
  const { connectionString } = options as { connectionString?: string };
  const pool = new pg.Pool({
    ...options,
    ...(connectionString === undefined ? { host, port } : { connectionString: atNode(connectionString, host, port) }),
    onConnect: (client: pg.ClientBase) => {
      client.on('error', () => undefined);
      client.query({ ...HOLD_SHARD, values: [null] }).catch(() => undefined);
    },
  } as pg.PoolConfig);
  pool.on('error', () => undefined);
  watchAnswers(pool, true);
  return pool;
}
