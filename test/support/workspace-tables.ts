import { getMetadataArgsStorage } from 'typeorm';
import { TENANT_NAME } from '../../libs/crm-domain/src/db/citus/tenant-name.js';
import { FULL_TABLES } from '../../libs/crm-domain/src/exports/full/full-tables.js';

interface Database {
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
}

const UNKNOWN =
  'The provider never confirmed whether it accepted the message. It may have been delivered, so do not send it again before you know.';
const OFF = {
  status: `'disabled'`,
  disabled_reason: `case status when 'active' then 'Switched off when the workspace was restored.' else disabled_reason end`,
  lease_owner: 'null',
  lease_until: 'null',
};
const unlessPending = (column: string, value: string) =>
  `case status when 'pending' then '${value}' else ${column} end`;
const unlessOpen = (column: string, value: string) =>
  `case when finished_at is null then '${value}' else ${column}::text end`;

/** What a restored row has in a column where it is not what the row it comes from has: SQL over that row. */
const RESTORED: Record<string, Record<string, string>> = {
  webhook: { ...OFF, secret: `''`, old_secret: 'null', old_secret_until: 'null' },
  automation: OFF,
  automation_run: {
    state: `case state when 'retrying' then 'stopped' else state end`,
    error: `case state when 'retrying' then 'The automation was switched off.' else error end`,
  },
  channel_account: {
    status: `'disconnected'`,
    ...Object.fromEntries(
      [
        ...['credentials', 'push_subscription_id', 'push_secret_hash', 'push_expires_at'],
        ...['sync_lease_owner', 'sync_lease_until'],
      ].map((column) => [column, 'null']),
    ),
  },
  message: {
    status: unlessPending('status', 'failed'),
    failure_code: unlessPending('failure_code', 'outcome_unknown'),
    failure_detail: unlessPending('failure_detail', UNKNOWN),
  },
  message_delivery: {
    state: unlessOpen('state', 'rejected'),
    last_error_code: unlessOpen('last_error_code', 'outcome_unknown'),
    last_error: unlessOpen('last_error', UNKNOWN),
    is_behind: unlessOpen('is_behind', 'false'),
    finished_at: `coalesce(finished_at::text, 'now')`,
    lease_owner: 'null',
    lease_until: 'null',
  },
  import_job: {
    state: `case when state in ('done', 'failed', 'canceled') then state else 'failed' end`,
    failure: `case when state in ('done', 'failed', 'canceled') then failure else 'The workspace was restored before the import had ended.' end`,
    finished_at: `case when state in ('done', 'failed', 'canceled') then finished_at::text else 'now' end`,
    claim: 'null',
    kept_until: 'null',
  },
  // Of the transaction that has written it.
  purge: { deleted_by_xid: 'null' },
};

/** Columns of a restored row that say when it was restored, and that it is not to be compared with what was before. */
const OF_THE_RESTORE = new Set(['message_delivery.finished_at', 'import_job.finished_at']);

/** The restore is one transaction, and each of its moments the same. */
const unlessRestored = (column: string) =>
  `case when date_trunc('milliseconds', ${column}) = (select max(occurred_at) from audit_entry
    where workspace_id = $1 and action = 'workspace.restored') then 'now' else ${column}::text end`;

/** Rows of a table, each as Postgres writes it, in no particular order. */
export type TableRows = Record<string, string[]>;

/** Tables with rows of a workspace that a full export holds. */
export function exportedTables(): string[] {
  const names = new Map(getMetadataArgsStorage().tables.map(({ target, name }) => [target, name!]));
  return FULL_TABLES.map(({ entity }) => names.get(entity)!);
}

/**
 * All rows that a workspace has after it was restored, or `before` that should have then. What the restore itself adds
 * to the audit log is left out.
 */
export async function workspaceTables(
  database: Database,
  workspaceId: string,
  when: 'before' | 'after',
): Promise<TableRows> {
  const rows: TableRows = {};
  for (const table of exportedTables()) {
    const columns = await database.sql<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 order by ordinal_position`,
      [table],
    );
    const shown = columns.map(({ name }) => {
      if (when === 'before') return RESTORED[table]?.[name] ?? name;
      if (table === 'purge' && name === 'deleted_by_xid') return 'null';
      return OF_THE_RESTORE.has(`${table}.${name}`) ? unlessRestored(name) : name;
    });
    const where = { audit_entry: `action <> 'workspace.restored'`, audit_head: 'false' }[table] ?? 'true';
    const found = await database.sql<{ row: string }>(
      `select row(${shown.map((column) => `(${column})::text`).join(', ')})::text as row from ${table}
       where workspace_id = $1 and ${where} order by 1`,
      [workspaceId],
    );
    rows[table] = found.map(({ row }) => row).sort();
  }
  return rows;
}

/** Takes a workspace away as if it had never been there. People stay: others may name them. */
export async function removeWorkspace(database: Database, workspaceId: string): Promise<void> {
  const others = ['api_key', 'idempotency', 'export', 'export_chunk', 'import_part', 'import_rows', 'import_error'];
  for (const table of [...exportedTables().reverse(), ...others])
    await database.sql(`delete from ${table} where workspace_id = $1`, [workspaceId]);
  if (process.env.TEST_DATABASE_NODES)
    await database.sql(`delete from ${TENANT_NAME} where workspace_id = $1`, [workspaceId]);
}
