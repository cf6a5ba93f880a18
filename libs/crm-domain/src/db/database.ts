import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { measurePool } from '#platform';
import { ofParts, type Session } from './session.js';
import { EventSignal } from './event-signal.js';
import { AmbientTransaction } from './ambient-transaction.js';
import { DirectNodes, type TenantNode } from './citus/direct-nodes.js';
import { layoutOf, type Layout } from './citus/layout.js';
import { tenantOfEachNode, shardSession } from './citus/shard-session.js';
import { sessionOf } from './driver/pg-session.js';
import { watchAnswers } from './driver/no-answer.js';
import { sessionManager } from './driver/session-manager.js';
import { PipelinedReads } from './driver/pipelined-reads.js';
import { busy, isReadOnlyError, isRetryable, translate } from './pg-errors.js';
import { Turns } from './turns.js';

const RETRIES = 5;

/** Runs reads in the transaction of somebody else. */
export type Within = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * The only way to the database: `Stores` bound to a workspace and a session. Postgres errors become DomainErrors here.
 */
export class Database<Stores> {
  private readonly pool: Pool;
  /** Where each statement stands alone. */
  protected readonly direct: Session;
  /** The same for statements that no workspace is known of. */
  protected readonly anywhere: Session;
  private readonly turns = new Turns();
  private readonly kindsOfTurns = new AsyncLocalStorage<readonly string[]>();
  /** Null where the database is in one piece. */
  private layout?: Layout | null;
  private learning?: Promise<Layout | undefined>;
  /** The nodes of a database that is not. */
  private readonly nodes: DirectNodes;
  /** Raised when this process has committed an event. */
  readonly eventSignal = new EventSignal();

  /** `name` is that of its pool in the metrics. */
  constructor(
    readonly source: DataSource,
    private readonly bind: (session: Session, workspaceId: string) => Stores,
    name = 'main',
  ) {
    this.pool = (source.driver as unknown as { master: Pool }).master;
    // A dropped idle connection is replaced by the pool; without a listener it would end the process.
    this.pool.on('error', () => undefined);
    watchAnswers(this.pool);
    const shared = new PipelinedReads(this.pool);
    measurePool(name, this.pool, () => shared.waiting);
    this.direct = {
      ...sessionOf(source, this.pool, shared),
      wrote: (workspaceId) => this.eventSignal.raise(workspaceId),
    };
    this.nodes = new DirectNodes(this.pool, (pool) => sessionOf(source, pool, new PipelinedReads(pool)));
    this.anywhere = {
      query: async (statement, values) => (await this.placed(this.direct, '')).query(statement, values),
      ofParts: async (ask) => ofParts(await this.placed(this.direct, ''), ask),
    };
  }

  /** Closes the connections to nodes; those of `source` are closed with it. */
  async close(): Promise<void> {
    await this.nodes.end();
  }

  /**
   * Opens as many connections to each node as there may be, and reads over each for a workspace that nobody has: callers
   * then find them open, and the servers behind them know the tables. Never fails, and takes no longer than a connection
   * may take to be made.
   */
  async warmUp(read: (stores: Stores) => Promise<unknown>): Promise<void> {
    const { max, connectionTimeoutMillis } = this.pool.options;
    const ask = (id: string) => this.autocommit(id, read);
    const askOverAll = async (id: string) => {
      // The first finds out where the node is, so that the others want a connection at the same moment.
      await ask(id);
      await Promise.all(Array.from({ length: max }, () => ask(id)));
    };
    const done = this.idOfEachNode().then((ids) => Promise.allSettled(ids.map(askOverAll)));
    await Promise.race([done.catch(() => undefined), sleep(connectionTimeoutMillis, undefined, { ref: false })]);
  }

  /**
   * Statements that each stand alone: reads, and writes that are one statement. Deadlocks are retried by the caller's
   * `retry`.
   */
  autocommit<T>(workspaceId: string, work: (stores: Stores) => Promise<T>): Promise<T> {
    const scope = AmbientTransaction.here();
    if (scope) return scope.savepoint((session) => this.on(session, workspaceId, work));
    return this.on(this.direct, workspaceId, work);
  }

  /** One transaction, run again from the start when Postgres says that would help (deadlock, serialization). */
  transaction<T>(workspaceId: string, work: (stores: Stores) => Promise<T>): Promise<T> {
    const scope = AmbientTransaction.here();
    if (scope) return scope.savepoint((session) => this.on(session, workspaceId, work));
    return this.retry(() => this.runTransaction(workspaceId, (session) => this.on(session, workspaceId, work)));
  }

  /**
   * One transaction around everything that `work` reads and writes through this, as if it were one step. Within another
   * one it is a part of that.
   */
  joinTransaction<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const scope = AmbientTransaction.here();
    if (scope) return scope.savepoint(() => work());
    return this.retry(() => this.runTransaction(workspaceId, (session) => AmbientTransaction.open(session, work)));
  }

  /**
   * Does work that others with the same key would wait for in the database, one after the other: those that wait hold
   * no connection. Whoever has one already does not wait, since those before may be waiting for one; nor does who has a
   * turn of the same kind, for which those before may be waiting.
   *
   * @param key its first word is its kind
   */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const [kind] = key.split(' ', 1) as [string];
    return this.inTurns(kind, [key], work);
  }

  /** The same for several keys of one kind, one after the other in an order that all follow: nobody waits in a circle. */
  inTurns<T>(kind: string, keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const had = this.kindsOfTurns.getStore() ?? [];
    if (this.isTogether || had.includes(kind)) return work();
    const last = () => this.kindsOfTurns.run([...had, kind], work);
    return [...new Set(keys)].sort().reduceRight((next, key) => () => this.turns.run(key, next), last)();
  }

  /** Whether whoever calls has a connection already, that of its own transaction. */
  get isTogether(): boolean {
    return AmbientTransaction.here() !== undefined;
  }

  /**
   * Says that consumers of a workspace's feed have something to do: at once, or when the caller's transaction is
   * committed.
   */
  tell(workspaceId: string): void {
    const scope = AmbientTransaction.here();
    if (scope) scope.tell(workspaceId);
    else this.eventSignal.raise(workspaceId);
  }

  /** Runs `work` again, a few times, when it failed only because somebody else was there at the same moment. */
  async retry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isRetryable(error)) throw error;
        if (attempt >= RETRIES) throw busy(error);
        await new Promise((resume) => setTimeout(resume, Math.random() * 10 * 2 ** attempt));
      }
    }
  }

  /**
   * Reads as of one moment, however many statements that takes; they may stand still for five minutes between two of
   * them. What `within` runs reads as of the same moment through this as well. Vacuum keeps what others delete until
   * this ends, so it must end: its caller bounds it.
   */
  async snapshot<T>(workspaceId: string, work: (stores: Stores, within: Within) => Promise<T>): Promise<T> {
    const node = await this.nodeOf(workspaceId);
    const begin = 'begin isolation level repeatable read read only';
    const read = async (session: Session) => {
      await session.query({ text: `set local idle_in_transaction_session_timeout = '5min'` }, []);
      const own = node ? await node.snapshot(session) : session;
      if (!own) return 'moved' as const;
      const within: Within = (reads) => AmbientTransaction.open(own, reads);
      return { result: await this.on(own, workspaceId, (stores) => work(stores, within)) };
    };
    const done = await this.runTransaction(workspaceId, read, { pool: node?.pool, begin });
    return done === 'moved' ? this.snapshot(workspaceId, work) : done.result;
  }

  private async on<T>(session: Session, workspaceId: string, work: (stores: Stores) => Promise<T>): Promise<T> {
    return work(this.bind(await this.placed(session, workspaceId), workspaceId));
  }

  /** The session as the database needs it; which one that is was asked once. */
  private async placed(session: Session, workspaceId: string): Promise<Session> {
    if (this.layout === undefined) await this.learn(session);
    if (!this.layout) return session;
    const direct = session === this.direct ? this.nodes : undefined;
    const placed = session.isOnNode ? session : shardSession(session, { layout: this.layout, direct }, workspaceId);
    let manager: EntityManager | undefined;
    return { ...placed, entities: () => (manager ??= sessionManager(this.source, placed)) };
  }

  /** The node of a workspace, where there are several and this one can be reached from here. */
  private async nodeOf(workspaceId: string): Promise<TenantNode | undefined> {
    if (this.layout === undefined) await this.learn(this.direct);
    return this.layout ? this.nodes.nodeOf(this.direct, workspaceId, this.layout) : undefined;
  }

  /** For each node, an id whose workspace would be there. */
  private async idOfEachNode(): Promise<string[]> {
    if (this.layout === undefined) await this.learn(this.direct);
    return this.layout ? tenantOfEachNode(this.direct) : [randomUUID()];
  }

  /** Over the connection of whoever has one: another may never come free. */
  private async learn(session: Session): Promise<void> {
    const own = session !== this.direct;
    if (!own) this.learning ??= layoutOf(session).finally(() => (this.learning = undefined));
    this.layout = (await (own ? layoutOf(session) : this.learning)) ?? null;
  }

  private async runTransaction<T>(
    workspaceId: string,
    work: (session: Session) => Promise<T>,
    { pool = this.pool, begin = 'begin' }: { pool?: Pool | undefined; begin?: string } = {},
  ): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw translate(error);
    });
    let broken = false;
    // A connection that is lost says so to its statement and here; unheard, it would end the process.
    const lost = () => (broken = true);
    client.on('error', lost);
    try {
      let wrote = false;
      const session = { ...sessionOf(this.source, client), wrote: () => void (wrote = true) };
      await session.query({ text: begin }, []);
      const result = await work(session);
      await session.query({ text: 'commit' }, []);
      if (wrote) this.eventSignal.raise(workspaceId);
      return result;
    } catch (error) {
      await client.query('rollback').catch(lost);
      // After a failover it may lead to a server that was the primary before, and a new one to the primary of today.
      if (isReadOnlyError(error)) lost();
      throw error;
    } finally {
      client.off('error', lost);
      client.release(broken);
    }
  }
}
