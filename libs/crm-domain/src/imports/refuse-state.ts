import { conflict, notFound } from '../errors.js';
import type { ImportJobEntity } from './import.entity.js';
import type { ImportState } from './import.js';

/** @throws DomainError not_found, conflict */
export function refuseState(job: ImportJobEntity | undefined, allowed: readonly ImportState[]): void {
  if (!job) throw notFound('Import');
  if (allowed.includes(job.state)) return;
  throw conflict(
    'changed_meanwhile',
    `The import is ${job.state}; this can be done when it is ${allowed.join(' or ')}.`,
  );
}
