import type { QueryRunner } from 'typeorm';
import { DomainError } from '../../errors.js';

const DEADLOCK = '40P01';
const TRIES = 10;
const IN_THE_WAY =
  'Other work on this database stood in the way each time. The step that was under way changed nothing; run crm distribute again when there is less to do, or stop the services first.';

/**
 * Services that go on take tables in an order of their own; of two that wait for each other Postgres ends one.
 *
 * @param again told before each further try
 * @throws DomainError unavailable when other work stands in the way each time
 */
export async function retryDeadlocks<T>(session: QueryRunner, work: () => Promise<T>, again?: () => void): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK) throw error;
      await session.query('rollback');
      if (tries === TRIES) throw new DomainError('unavailable', IN_THE_WAY);
      again?.();
    }
  }
}
