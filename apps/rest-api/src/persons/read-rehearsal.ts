import { invalid } from '#crm-domain';
import { REHEARSAL } from '../http/rehearsal.js';
import { readFlag, readText } from '../records/page-query.js';
import { MAX_DIGEST_LENGTH, type ErasePersonDto } from './person.dto.js';

type Rehearsal = Pick<ErasePersonDto, (typeof REHEARSAL)[number]>;

/**
 * `dry_run` and `expect_digest` of the query, where all other writes take them. An erasure cannot be undone: it is not
 * guessed which of two values was meant.
 *
 * @throws DomainError validation where the body says something else
 */
export function readRehearsal(query: Record<string, unknown>, body: Rehearsal): Rehearsal {
  const given: Rehearsal = {};
  if (query.dry_run !== undefined) given.dry_run = readFlag(query, 'dry_run');
  const digest = readText(query, 'expect_digest', MAX_DIGEST_LENGTH);
  if (digest !== undefined) given.expect_digest = digest;
  const differing = REHEARSAL.filter((name) => name in given && body[name] !== undefined && body[name] !== given[name]);
  const message = 'The query and the body say different things.';
  if (differing.length > 0) throw invalid(differing.map((path) => ({ path, message })));
  return given;
}
