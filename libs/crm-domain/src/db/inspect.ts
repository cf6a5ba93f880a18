import type { DataSource } from 'typeorm';
import { WAIT_OF_COMMANDS, dataSource } from './data-source.js';

/** What an operator asks of a server before trusting it with the service. */
export interface DatabaseFacts {
  /** As the server says it: `18.4`. */
  version: string;
  max_connections: number;
  /** Whether it takes no writes: it is in recovery, or told so. */
  read_only: boolean;
  /** Of this connection, as SQL writes it. */
  role: string;
  /** Rights that the services need and the role does not have; empty where all is well. */
  missing_rights: MissingRight[];
  /** Whether the role may do what migrations do: create in our schemas, and change the tables that are there. */
  may_migrate: boolean;
}

/** A right that a role lacks on a schema, or on some of its tables. */
export interface MissingRight {
  /** As SQL writes it. */
  schema: string;
  right: 'USAGE' | 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';
  /** How many tables lack it, and one of them; 0 and null where it is a right on the schema. */
  tables: number;
  example: string | null;
}

const FACTS = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
         current_setting('max_connections')::int as max_connections,
         current_setting('transaction_read_only')::bool as read_only,
         quote_ident(current_user) as role`;

// Of a schema that others use too, only the tables of whoever owns the one by which ours is known.
const OURS = `
  with schema as (
    select n.oid, n.nspname, n.nspowner, known.relowner
      from pg_namespace n
      left join pg_class known on known.relnamespace = n.oid
           and known.relname = case n.nspname when 'pgboss' then 'version' else 'migration' end
     where n.nspname in (coalesce(current_schema(), 'public'), 'pgboss')
  ), tables as (
    select schema.nspname, c.oid, c.relname, c.relowner
      from schema join pg_class c on c.relnamespace = schema.oid and c.relowner = schema.relowner
     where c.relkind in ('r', 'p')
  )`;

// The services read what was migrated; only crm migrate writes it.
const MISSING_RIGHTS = `${OURS}
  select quote_ident(nspname) as schema, 'USAGE' as right, 0 as tables, null as example
    from schema where not has_schema_privilege(oid, 'USAGE')
  union all
  select quote_ident(nspname), wanted, count(*)::int, min(relname)
    from tables cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) wanted
   where not has_table_privilege(oid, wanted) and (relname <> 'migration' or wanted = 'SELECT')
   group by nspname, wanted
   order by 1, 2`;

const MAY_MIGRATE = `${OURS}
  select bool_and(has_schema_privilege(oid, 'CREATE'))
         and (bool_or(nspname = 'pgboss') or has_database_privilege(current_database(), 'CREATE'))
         and not exists (select from tables where not pg_has_role(relowner, 'USAGE')) as may_migrate
    from schema`;

/**
 * What `crm doctor` asks a database.
 *
 * @throws when it cannot be reached
 */
export function inspectDatabase(url: string): Promise<DatabaseFacts> {
  return looking(url, async (source) => {
    const [facts] =
      await source.query<Pick<DatabaseFacts, 'version' | 'max_connections' | 'read_only' | 'role'>[]>(FACTS);
    const missing_rights = await source.query<MissingRight[]>(MISSING_RIGHTS);
    const [{ may_migrate }] = await source.query<[{ may_migrate: boolean | null }]>(MAY_MIGRATE);
    return { ...facts!, missing_rights, may_migrate: may_migrate === true };
  });
}

/** Something that is stored sealed, with whose it is. */
export interface SealedText {
  kind: 'account' | 'webhook';
  workspace_id: string;
  /** Of the account or the webhook. */
  id: string;
  sealed: string;
}

/** From each end of a table, so that both what is old and what is new is among them. */
const SAMPLE = 50;

const account = (order: string) => `
  (select 'account' as kind, workspace_id, channel_account_id as id, credentials as sealed from channel_account
    where credentials is not null and status <> 'disconnected'
    order by workspace_id ${order}, channel_account_id ${order} limit ${SAMPLE})`;
const webhook = (column: string, where: string) => (order: string) => `
  (select 'webhook', workspace_id, webhook_id, ${column} from webhook where ${where}
    order by workspace_id ${order}, webhook_id ${order} limit ${SAMPLE})`;

const SEALED = [account, webhook('secret', `secret <> ''`), webhook('old_secret', 'old_secret_until > now()')]
  .flatMap((part) => [part('asc'), part('desc')])
  .join(' union ')
  .concat(' order by kind');

/**
 * Some of each kind of what is stored sealed, 300 at most, with the owners it was sealed for.
 *
 * @throws when it cannot be read
 */
export function sealedSamples(url: string): Promise<SealedText[]> {
  return looking(url, (source) => source.query<SealedText[]>(SEALED));
}

/** Looks at a database over one connection of its own. @throws what `work` throws, or when it cannot be reached */
export async function looking<T>(url: string, work: (source: DataSource) => Promise<T>): Promise<T> {
  const waits = { poolWait: WAIT_OF_COMMANDS, statementTimeout: 2 * WAIT_OF_COMMANDS };
  const source = await dataSource({ url, poolSize: 1, ...waits, applicationName: 'crm-doctor' }).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}
