import { DomainError, type Issue } from '../../errors.js';
import { failed, type Batch, type ItemResult } from './batch.js';

/** What became of the items of an atomic batch that failed. */
export function undone(batch: Batch, results: readonly ItemResult[]): ItemResult[] {
  const made = madeBy(batch, results);
  return results.map((each) => (failed(each) ? withoutIds(each, made) : { undone: true }));
}

/** Ids of the records that an atomic batch has made before it failed: they are not there. */
function madeBy({ items }: Batch, results: readonly ItemResult[]): ReadonlySet<string> {
  const made = results.flatMap((result, at) =>
    'record' in result && (result.created ?? (items[at] as { op: string }).op === 'create') ? [result.record.id] : [],
  );
  return new Set(made.map((id) => (typeof id === 'string' ? id : id.record_id)));
}

/** The same refusal, which names none of these records. */
function withoutIds({ error }: { error: unknown }, ids: ReadonlySet<string>): ItemResult {
  if (!(error instanceof DomainError) || !error.issues.some(({ record_id }) => ids.has(record_id ?? '')))
    return { error };
  const { kind, message, reason, retryAfter } = error;
  const issues = error.issues.map(({ record_id, ...issue }): Issue =>
    record_id === undefined || ids.has(record_id) ? issue : { ...issue, record_id },
  );
  return { error: new DomainError(kind, message, issues, retryAfter).because(reason) };
}
