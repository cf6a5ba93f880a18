import { invalid, type DomainError } from '../../errors.js';
import { BOUNDS } from '../query/bounds.js';
import type { Condition, IndexedCondition, KeyedCondition } from '../query/condition.js';
import { holdsSeveral } from '../query/document-sql.js';
import { mostWalked } from '../query/most-walked.js';
import { rank, scanBy, smallestUnion, type Probes, type Scan } from '../query/query-plan.js';
import type { Group, JudgedAggregate } from './aggregate.js';

/** Rows of one attribute's index, counted by their keys. */
export interface IndexScan {
  group: Group;
  table: 'ref' | 'number';
  /** Conditions on the very keys that are counted. */
  own: readonly KeyedCondition[];
}

/** The scan of an index that alone says all there is to say; undefined where records have to be read. */
export function planIndex({ query, groups, measures }: JudgedAggregate): IndexScan | undefined {
  const [group, ...others] = groups;
  if (!group || others.length > 0 || measures.some(({ function: name }) => name !== 'count')) return undefined;
  const { column, valueType } = group.subject;
  const { table } = valueType.filter;
  if (column || (table !== 'ref' && table !== 'number')) return undefined;
  const own = query.conditions.filter((each) => isOwn(each, group));
  return own.length === query.conditions.length ? { group, table, own } : undefined;
}

/**
 * A condition that the keys of the group itself answer. Where there are several, a record that meets it has other groups
 * as well.
 */
function isOwn(condition: Condition, { subject }: Group): condition is KeyedCondition {
  if (condition.kind !== 'keys' && condition.kind !== 'range') return false;
  const isWhole = condition.kind === 'keys' ? condition.exact === null : condition.beginning === null;
  return isWhole && condition.attribute === subject && !holdsSeveral(subject);
}

/** Records that an index leads to are read one by one, which costs so many times as much as all of them in a row. */
const ONE_BY_ONE = 2;

/** The scan that reads the fewest records; undefined where all read more than may be. */
export function planRecords({ query }: JudgedAggregate, sizes: Probes, total: number): Scan | undefined {
  const conditions = [...query.conditions];
  const [best] = rank(conditions, sizes, BOUNDS.walked);
  const union = smallestUnion(conditions, sizes);
  const scans: { scan: Scan; size: number }[] = [
    { scan: scanBy(conditions, undefined), size: total },
    ...(best ? [{ scan: scanBy(conditions, best), size: ONE_BY_ONE * (sizes.get(best) ?? Infinity) }] : []),
    ...(union ? [{ scan: unionOf(union.arms, conditions), size: ONE_BY_ONE * union.size }] : []),
  ];
  const [smallest] = scans.sort((a, b) => a.size - b.size);
  return smallest!.size <= mostWalked(query.conditions) ? smallest!.scan : undefined;
}

function unionOf(arms: readonly IndexedCondition[], checks: Condition[]): Scan {
  return { driver: { kind: 'union', conditions: arms }, checks };
}

const INSTEAD =
  'Add a condition that fewer meet and that an index answers, such as eq, in or a range on an attribute of the object; or take count as the only measure and one select, multi-select, pipeline, reference, member, date or timestamp attribute as the only group, which an index counts without reading records.';

/** Refuses what would take reading more records than may be; names the condition that is why, if there is one. */
export function tooManyToRead({ query, groups }: JudgedAggregate): DomainError {
  const { conditions } = query;
  const path = conditions.at(-1)?.path ?? (groups.length > 0 ? 'group_by' : 'measures');
  const most = mostWalked(query.conditions);
  return tooWide(
    path,
    `This takes reading more than ${most} records, or ${Math.floor(most / ONE_BY_ONE)} to which an index leads. ${INSTEAD}`,
  );
}

/** Refuses what counts too many rows of an index, or of the values of its records. */
export function tooManyRows({ groups }: JudgedAggregate): DomainError {
  const message = `The records have too many values, or too many of them are in the trash, to be counted by this. Add a condition that fewer meet, or take attributes with one value.`;
  return tooWide(groups.length > 0 ? 'group_by' : 'measures', message);
}

function tooWide(path: string, message: string): DomainError {
  return invalid([{ path, message, expected: 'a narrower filter, or another group', reason: 'query_too_wide' }]);
}
