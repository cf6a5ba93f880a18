import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { AT_A_WORKER, isWorker } from './citus/coordinator.js';
import { isBehind } from './migrate.js';

const NO_RIGHT = '42501';

const looks = new WeakMap<DataSource, Promise<string[]>>();

/**
 * What a service lacks of its database, in words for the operator; nothing when it can serve. A database that only
 * reads is lacking too: callers write, and another instance may have found the one that takes writes. Anybody may ask,
 * as often as they like: those who ask while somebody looks get the same answer, so that they never take the
 * connections of others.
 */
export function missingFrom(source: DataSource): Promise<string[]> {
  const begun = looks.get(source);
  if (begun) return begun;
  const look = lookAt(source).finally(() => looks.delete(source));
  looks.set(source, look);
  return look;
}

async function lookAt(source: DataSource): Promise<string[]> {
  try {
    if (await isReadOnly(source)) return ['database: it is read-only, so nothing can be written'];
    if (!(await isBehind(source))) return [];
    if (await isWorker((sql) => source.query(sql))) return [`database: ${AT_A_WORKER}`];
    return ['migrations: the database is behind, run "crm migrate"'];
  } catch (error) {
    if ((error as { code?: string }).code === NO_RIGHT)
      return ['database: its role lacks rights, "crm doctor" says which'];
    return ['database: it cannot be reached'];
  }
}

/**
 * Whether a transaction could not write: on a server in recovery, or one told to refuse writes. Such a connection is
 * not used again: it may lead to a server that was the primary before a failover, and a new one to the primary of
 * today.
 */
async function isReadOnly(source: DataSource): Promise<boolean> {
  const client = await (source.driver as unknown as { master: Pool }).master.connect();
  let readOnly = true;
  try {
    const { rows } = await client.query<{ read_only: boolean }>(
      `select current_setting('transaction_read_only')::bool as read_only`,
    );
    readOnly = rows[0]!.read_only;
    return readOnly;
  } finally {
    client.release(readOnly);
  }
}
