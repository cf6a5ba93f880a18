import { invalid, type Issue } from '../../errors.js';
import type { Attribute, ObjectSchema } from '../../objects/schema.js';
import { nameOfZone } from '../../values/periods.js';
import type { JudgedQuery, Subject } from '../query/condition.js';
import { findNamed, unknownHere } from '../query/subject.js';
import {
  BUCKETS,
  MAX_GROUPS,
  MAX_GROUP_BY,
  MAX_MEASURES,
  WEEKDAYS,
  isAmount,
  nameOf,
  type Group,
  type GroupInput,
  type JudgedAggregate,
  type Measure,
  type MeasureInput,
  type RecordAggregate,
} from './aggregate.js';

const DEFAULT_LIMIT = 50;
const GROUPED =
  'a select, multi-select, pipeline, reference, relationship, member, checkbox, date or timestamp attribute, created_at, updated_at or created_by';

/** Judges groups and measures against the attributes of the object. @throws DomainError validation */
export function parseAggregate(object: ObjectSchema, asked: RecordAggregate, query: JudgedQuery): JudgedAggregate {
  const issues: Issue[] = [];
  const { group_by = [], measures = [{ function: 'count' }], limit = DEFAULT_LIMIT } = asked;
  if (group_by.length > MAX_GROUP_BY) issues.push(wrong('group_by', `at most ${MAX_GROUP_BY} groups`));
  if (measures.length < 1 || measures.length > MAX_MEASURES)
    issues.push(wrong('measures', `1 to ${MAX_MEASURES} measures`));
  const at = { object, issues };
  const groups = group_by
    .slice(0, MAX_GROUP_BY)
    .map((each, n) => groupOf(each, { ...at, path: `group_by[${n}]` }))
    .filter((group) => group !== undefined);
  refuseTwins(groups, issues);
  const measured = measures
    .slice(0, MAX_MEASURES)
    .map((each, n) => measureOf(each, { ...at, path: `measures[${n}]` }))
    .filter((measure) => measure !== undefined);
  const units = new Set(measured.filter(isAmount).map(({ subject }) => subject));
  if (units.size > 1)
    issues.push(wrong('measures', 'amounts of one currency attribute; ask for the others by themselves'));
  if (issues.length > 0) throw invalid(issues);
  const [unit = null] = units;
  return {
    query,
    groups,
    measures: measured,
    unit,
    order: asked.order ?? 'largest',
    limit: Math.min(MAX_GROUPS, Math.max(1, limit)),
    zone: nameOfZone(asked.time_zone ?? 'UTC'),
  };
}

interface At {
  object: ObjectSchema;
  path: string;
  issues: Issue[];
}

function groupOf({ attribute, bucket, week_start }: GroupInput, { object, path, issues }: At): Group | undefined {
  const subject = subjectOf(attribute, { object, path, issues }, isGroupable);
  if (subject === undefined) return undefined;
  if (subject === null) return void issues.push(notFitting(object, isGroupable, { path, expected: GROUPED }));
  const isDate = subject.valueType.grouped === 'day';
  if (isDate !== (bucket !== undefined))
    return void issues.push({
      path: `${path}.bucket`,
      message: isDate ? 'Dates are grouped by a bucket.' : 'Only dates have a bucket.',
      expected: isDate ? 'a bucket' : 'no bucket',
      ...(isDate && { allowed: BUCKETS }),
    });
  if (week_start !== undefined && bucket !== 'week')
    return void issues.push(wrong(`${path}.week_start`, 'a first day for the bucket week only'));
  const weekShift = WEEKDAYS.indexOf(week_start ?? 'monday');
  return { subject, weekShift, ...(bucket && { bucket }) };
}

function refuseTwins([first, second]: Group[], issues: Issue[]): void {
  if (first && second && nameOf(first.subject) === nameOf(second.subject))
    issues.push(wrong('group_by[1].attribute', 'another attribute than the first group'));
}

function measureOf({ function: name, attribute }: MeasureInput, { object, path, issues }: At): Measure | undefined {
  if (name === 'count') {
    if (attribute === undefined) return { function: name, subject: null };
    return void issues.push(wrong(`${path}.attribute`, 'no attribute: count is of records'));
  }
  if (attribute === undefined) return void issues.push(wrong(`${path}.attribute`, 'the attribute that is measured'));
  const fits = (subject: Subject) => canMeasure(name, subject);
  const subject = subjectOf(attribute, { object, path, issues }, fits);
  if (subject === undefined) return undefined;
  if (subject) return { function: name, subject };
  return void issues.push(notFitting(object, fits, { path, expected: MEASURED[name] }));
}

const ADDED = 'a number or currency attribute';
const COMPARED = 'a number, currency, date or timestamp attribute, created_at or updated_at';
const MEASURED = {
  count_distinct: 'an attribute, or a part of one',
  sum: ADDED,
  avg: ADDED,
  min: COMPARED,
  max: COMPARED,
};

function canMeasure(name: keyof typeof MEASURED, { several, part, column, valueType }: Subject): boolean {
  if (name === 'count_distinct') return true;
  if (several) return false;
  if (part !== undefined) return false;
  const isAdded = valueType.amount !== undefined && !column;
  return name === 'sum' || name === 'avg' ? isAdded : isAdded || valueType.grouped === 'day';
}

function isGroupable({ part, valueType }: Subject): boolean {
  return part === undefined && valueType.grouped !== undefined;
}

/** What a name stands for if it fits; null where it does not. Of what is not there, the issue is told here. */
function subjectOf(name: string, { object, path, issues }: At, fits: (subject: Subject) => boolean) {
  const [subject] = findNamed(object, name)?.subjects ?? [];
  if (subject) return fits(subject) ? subject : null;
  const allowed = object.attributes.filter(fits);
  return void issues.push({ path: `${path}.attribute`, ...unknownHere(object, name, allowed) });
}

function notFitting(
  object: ObjectSchema,
  fits: (subject: Attribute) => boolean,
  { path, expected }: { path: string; expected: string },
): Issue {
  const { allowed } = unknownHere(object, '', object.attributes.filter(fits));
  return { path: `${path}.attribute`, message: `Expected ${expected}.`, expected, allowed };
}

function wrong(path: string, expected: string): Issue {
  return { path, message: `Expected ${expected}.`, expected };
}
