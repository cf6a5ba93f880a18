import { DomainError } from '../../errors.js';
import { BOUNDS } from './bounds.js';
import type { Condition, RelatedCondition } from './condition.js';
import { planQuery, toProbe } from './query-plan.js';
import type { RecordQueryStore } from './record-query.store.js';
import { systemSubject } from './subject.js';

/**
 * Conditions on other records as conditions on ids, where few of those meet them.
 *
 * @throws DomainError unavailable when all of them together take too long
 */
export async function resolveRelated(
  queries: RecordQueryStore,
  conditions: readonly Condition[],
  until = performance.now() + BOUNDS.lookingUp,
): Promise<Condition[]> {
  const resolved: Condition[] = [];
  for (const condition of conditions) resolved.push(await resolveOne(queries, condition, until));
  return resolved;
}

async function resolveOne(queries: RecordQueryStore, condition: Condition, until: number): Promise<Condition> {
  const { path } = condition;
  if (condition.kind === 'not') return { kind: 'not', path, of: await resolveOne(queries, condition.of, until) };
  if (condition.kind === 'and' || condition.kind === 'or')
    return { kind: condition.kind, path, of: await resolveRelated(queries, condition.of, until) };
  if (condition.kind !== 'related') return condition;
  if (performance.now() > until)
    throw new DomainError('unavailable', 'The conditions on other records took too long. Ask for less, or try again.');
  const ids = await idsOf(queries, condition);
  return ids ? { ...referring(condition, ids), path } : condition;
}

/** Ids of the records that meet what is asked of them, or of those that they refer to; undefined where they are many. */
async function idsOf(queries: RecordQueryStore, { object, of, via, inverse }: RelatedCondition) {
  const { object_id } = object.row;
  const conditions = of.kind === 'and' ? [...of.of] : [of];
  const query = {
    object_id,
    conditions,
    order: { by: null, direction: 'asc' as const },
    keys: [],
    trashed: false,
    limit: BOUNDS.targets,
    offset: 0,
    after: null,
  };
  const judged = { ...query, strangers: [], nothing: false, question: [] };
  const plan = planQuery(judged, await queries.probe(object_id, toProbe(judged), BOUNDS.probed));
  const { places, isCut } = await queries.places(object_id, plan, judged);
  if (isCut || places.length > BOUNDS.targets) return undefined;
  const ids = places.map(({ record_id }) => record_id);
  return inverse ? queries.targetsOf(via.attr_no, ids) : ids;
}

function referring({ via, inverse }: RelatedCondition, keys: string[]): Condition {
  if (keys.length === 0) return { kind: 'or', of: [] };
  const attribute = inverse ? systemSubject(via, 'record_id') : via;
  return { kind: 'keys', attribute, table: 'ref', keys, exact: null };
}
