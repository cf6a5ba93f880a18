import type { DataSource } from 'typeorm';
import { DomainError } from '../../errors.js';

/** Where `DATABASE_URL` leads when it should lead to a coordinator. */
export const AT_A_WORKER = 'DATABASE_URL leads to a worker of a Citus cluster; it must lead to the coordinator';

/**
 * Whether a connection leads to a worker of a Citus. What belongs to no workspace is on the coordinator alone, so a
 * worker looks like a database that was never migrated.
 */
export async function isWorker(source: DataSource): Promise<boolean> {
  const [{ is_citus }] = await source.query<[{ is_citus: boolean }]>(
    `select to_regclass('pg_catalog.pg_dist_local_group') is not null as is_citus`,
  );
  if (!is_citus) return false;
  const [{ is_worker }] = await source.query<[{ is_worker: boolean }]>(
    'select groupid <> 0 as is_worker from pg_catalog.pg_dist_local_group',
  );
  return is_worker;
}

/** Gives the source back. @throws DomainError conflict where it leads to a worker; it is closed then */
export async function notAWorker(source: DataSource): Promise<DataSource> {
  const isSo = await isWorker(source).catch(async (error: unknown) => {
    await source.destroy();
    throw error;
  });
  if (!isSo) return source;
  await source.destroy();
  throw new DomainError('conflict', `${AT_A_WORKER}.`);
}
