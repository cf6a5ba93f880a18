import { DomainError } from '#crm-domain';
import { type ItemResult } from '#crm-domain/writes';
import { logger } from '#platform';
import { ERRORS, reasonOf } from './error-table.js';

/** What became of the items of a batch, each with the status that it would have had alone. */
export function batchResults(results: readonly ItemResult[], requestId: string): object[] {
  return results.map((result) => {
    if ('error' in result) return failure(result.error, requestId);
    if ('undone' in result) return failure(UNDONE, requestId);
    if ('deleted' in result) return { status: 200, data: result };
    const { record, ...beside } = result;
    return { status: 200, data: record, ...beside };
  });
}

const UNDONE = new DomainError('dependency_failed', 'This item was fine. It was not done, because another one failed.');

function failure(error: unknown, requestId: string): object {
  const isKnown = error instanceof DomainError;
  if (!isKnown || error.kind === 'unavailable')
    logger.error({ err: error, request_id: requestId }, 'An item of a batch failed.');
  const kind = isKnown ? error.kind : 'internal';
  const { statusCode: status, ...row } = ERRORS[kind];
  if (!isKnown) return { status, error: { ...row, reason: reasonOf(kind), message: MASKED } };
  const { message, reason, issues, facts } = error;
  return { status, error: { ...row, reason, message, ...(issues.length > 0 && { issues }), ...facts } };
}

const MASKED = 'Something went wrong on our side. The log has the details under the request id.';
