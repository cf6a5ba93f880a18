import type { AuthenticatedRequest } from '#auth';
import type { DryRun } from '#crm-domain/writes';
import { readFlag, readText } from '../records/page-query.js';
import { Answer } from './answer.js';

/** The parameters of every write by which it is only tried, or must do what was shown. */
export const REHEARSAL = ['dry_run', 'expect_digest'] as const;

/** Characters that the changes may have in an answer. */
const ROOM = 1_000_000;

type Rehearsed = Pick<AuthenticatedRequest, 'method' | 'bodyDigest'> & {
  originalUrl: string;
  query: Record<string, unknown>;
  body: unknown;
};

/** What a write asks for in this way; undefined for the many that do not. @throws DomainError validation */
export function rehearsalOf(request: Rehearsed) {
  if (!request.originalUrl.includes('?')) return undefined;
  const { query, method, originalUrl, bodyDigest, body = null } = request;
  const isDryRun = readFlag(query, 'dry_run');
  const expectDigest = readText(query, 'expect_digest', 100);
  if (!isDryRun && expectDigest === undefined) return undefined;
  const others = Object.entries(query).filter(([name]) => !REHEARSAL.some((each) => each === name));
  const path = originalUrl.slice(0, originalUrl.indexOf('?'));
  const input = [method, path, Object.fromEntries(others), bodyDigest ?? body];
  return { isDryRun, expectDigest, input, room: ROOM };
}

/** An answer with what the write would do beside it. */
export function rehearsed(answer: unknown, dry_run: DryRun): Answer {
  const { data, more } = answer instanceof Answer ? answer : new Answer(answer, {});
  return new Answer(data, { ...more, dry_run });
}
