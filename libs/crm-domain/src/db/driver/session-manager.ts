import { QueryResult, type DataSource, type EntityManager } from 'typeorm';
import type { Session } from '../session.js';

/**
 * TypeORM on a session: what it writes is sent as every other statement is, over the session's connection, with its
 * errors and its traces. It begins no transactions; which statements stand together is for `Db` to say.
 */
export function sessionManager(source: DataSource, { query }: Pick<Session, 'query'>): EntityManager {
  const runner = source.createQueryRunner();
  const ask = async (text: string, values: unknown[] = [], isStructured = false): Promise<unknown> => {
    const rows = await query<object>({ text }, values);
    return isStructured ? Object.assign(new QueryResult(), { raw: rows, records: rows }) : rows;
  };
  Object.assign(runner, { query: ask, isTransactionActive: true });
  return runner.manager;
}
