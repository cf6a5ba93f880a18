import type { Db } from '../../crm-database.js';
import type { JudgedQuery } from './condition.js';
import { parseQuery, type QueryScope, type RecordQuery } from './parse-query.js';

/**
 * Judges a query, and again where it names members by e-mail address or name, once it is known whose those are.
 *
 * @throws DomainError validation
 */
export async function judgeQuery(db: Db, scope: QueryScope, asked: RecordQuery): Promise<JudgedQuery> {
  const judged = parseQuery(scope, asked);
  if (judged.strangers.length === 0) return judged;
  const { workspace_id } = scope.schema;
  const members = await db.autocommit(workspace_id, ({ queries }) => queries.membersBy(judged.strangers));
  return parseQuery({ ...scope, members }, asked);
}
