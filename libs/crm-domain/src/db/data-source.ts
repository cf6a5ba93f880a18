import { readdirSync, readFileSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { XID8 } from './columns.js';
import { statementsOf } from './sql-statements.js';

/** How a process talks to Postgres. Times are milliseconds. */
export interface DatabaseOptions {
  url: string;
  poolSize?: number;
  /** How long a request may wait for a free connection. */
  poolWait?: number;
  statementTimeout?: number;
  lockTimeout?: number;
  applicationName?: string;
  /** Settings of Postgres for these connections. */
  server?: Record<string, string>;
}

/** How long commands wait for a connection, in milliseconds: also on a machine that has much to do. */
export const WAIT_OF_COMMANDS = 15_000;

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** The class of an entity. */
export type EntityClass<Row extends object = object> = new () => Row;

/**
 * A TypeORM data source over the `pg` pool, with every wait bounded. Knows the migrations, never runs them by itself,
 * and never changes a table because of an entity.
 */
export function dataSource(options: DatabaseOptions, entities: readonly EntityClass[] = []): DataSource {
  const { poolSize = 10, statementTimeout = 10_000, lockTimeout = 5000 } = options;
  // What takes the time it takes is a command; nobody's request waits for it.
  const { poolWait = statementTimeout === 0 ? WAIT_OF_COMMANDS : 3000 } = options;
  const source = new DataSource({
    type: 'postgres',
    url: options.url,
    entities: [...entities],
    synchronize: false,
    migrations: migrationClasses(),
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    installExtensions: false,
    applicationName: options.applicationName ?? 'crm-service',
    poolSize,
    extra: {
      connectionTimeoutMillis: poolWait,
      statement_timeout: statementTimeout,
      lock_timeout: lockTimeout,
      idle_in_transaction_session_timeout: 15_000,
      keepAlive: true,
      // A connection that waits for an answer over a network that was cut is given up within half a minute.
      keepAliveInitialDelayMillis: 10_000,
      // Statements that share a connection are sent without waiting for one another; all others wait as they did.
      pipeline: true,
      // The pool stops listening when it hands a connection out, a moment before whoever asked can begin to; one that
      // was lost in between, unheard, would end the process.
      onConnect: (client: ClientBase) => {
        client.on('error', () => undefined);
        client.query(ON_CITUS, [String(poolWait)]).catch(() => undefined);
      },
      options: flags({ ...DIRECT, ...options.server }),
    },
  });
  source.driver.supportedDataTypes.push(XID8);
  return source;
}

// One plan for any values serves every statement that is not a search. Left to itself Postgres would plan a page of
// records anew each time, because it cannot see what its limit and offset will be: half as dear again.
const DIRECT = { plan_cache_mode: 'force_generic_plan', jit: 'off' };

// A Citus finds the node of a statement by its values: a plan for any values is refused there. A node that gives no sign
// of life is not waited for any longer than the statement itself may take.
const ON_CITUS = `select set_config('plan_cache_mode', 'force_custom_plan', false),
  set_config('citus.node_connection_timeout', $1, false) from pg_extension where extname = 'citus'`;

// Searches are planned with their values, and each of their plans goes along an index: what would make another one look
// cheaper (a scan of all tenants, compiling, more processes) is off. The memory is for sets that conditions are checked
// against.
const SEARCH = {
  plan_cache_mode: 'auto',
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
  work_mem: '32MB',
};

/** Milliseconds that a statement of a search may take: one that takes longer keeps a place from others. */
const SEARCH_TIMEOUT = 5000;

/** Connections of a process for searches. */
export const SEARCH_CONNECTIONS = 3;

/** A few connections for searches alone, so that slow ones queue among themselves. */
export function searchSource(options: DatabaseOptions): DataSource {
  const applicationName = `${options.applicationName ?? 'crm-service'}-search`;
  return dataSource({
    ...options,
    applicationName,
    poolSize: SEARCH_CONNECTIONS,
    statementTimeout: SEARCH_TIMEOUT,
    server: SEARCH,
  });
}

function flags(server: Record<string, string>): string {
  return Object.entries(server)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * Migrations are numbered SQL files, `NNNN-<name>.up.sql` with a `.down.sql` beside each; TypeORM wants them as
 * classes.
 */
function migrationClasses(): (new () => MigrationInterface)[] {
  return migrationNames().map(migrationClass);
}

/** In their order. */
function migrationNames(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.up.sql'))
    .sort()
    .map((file) => file.slice(0, -'.up.sql'.length));
}

/** The number of the newest migration: how the tables are that this code knows. */
export function schemaNumber(): number {
  return Math.max(...migrationNames().map((name) => Number(name.slice(0, 4))));
}

/** The text of a migration, by the name of its file. */
export function migrationSql(name: string, direction: 'up' | 'down'): string {
  return readFileSync(new URL(`${name}.${direction}.sql`, MIGRATIONS), 'utf8');
}

function migrationClass(name: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    // TypeORM orders migrations by 13 digits at the end of their name.
    name = `${name}-${String(1_000_000_000_000 + Number(name.slice(0, 4)))}`;
    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statementsOf(migrationSql(name, 'up'))) await runner.query(statement);
    }
    async down(runner: QueryRunner): Promise<void> {
      for (const statement of statementsOf(migrationSql(name, 'down'))) await runner.query(statement);
    }
  };
}
