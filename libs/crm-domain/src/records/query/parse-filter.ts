import type { Issue } from '../../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import type { Operator } from '../../values/filter.js';
import { recordIdOf } from '../../values/record-slug.js';
import { ValueRefusal } from '../../values/value-type.js';
import type { Asking } from './asking.js';
import { basesOf } from './bases.js';
import type { Condition, Subject } from './condition.js';
import { countCost, type FilterCost } from './filter-cost.js';
import type { Base } from './judges.js';
import { displayTextOf, findNamed, unknownName, type Named } from './subject.js';

/** One condition of a query as it is sent. */
export interface FilterInput {
  attribute: string;
  operator: string;
  value?: unknown;
  match?: string;
}

/** What conditions may speak of. */
export interface Scope {
  object: ObjectSchema;
  /** Left out where nothing leads to other records or to columns, as when a record is judged by its values alone. */
  schema?: WorkspaceSchema;
  asking?: Asking;
}

/** How many of several values have to meet a condition. */
export const MATCHES = ['any', 'all', 'none'] as const;

/** Turns one condition into what is looked up; what is wrong with it goes into `issues`. */
export function parseFilter(
  scope: Scope,
  filter: FilterInput,
  at: { path: string; issues: Issue[]; cost?: FilterCost },
): Condition | undefined {
  const { object, schema } = scope;
  const found = findNamed(object, filter.attribute, schema);
  const named =
    found && schema && isByText(found, filter) ? (displayTextOf(found.subjects[0]!, schema) ?? found) : found;
  const refuse = (field: string, issue: Omit<Issue, 'path'>) =>
    void at.issues.push({ path: `${at.path}.${field}`, ...issue });
  if (!named || (!schema && named.subjects[0]!.column))
    return refuse('attribute', unknownName(object, filter.attribute, schema));
  const tooFar = at.cost && countCost(at.cost, named, filter.value);
  if (tooFar) return refuse('attribute', tooFar);
  const operators = [...new Set(named.subjects.flatMap((each) => each.valueType.filter.operators))];
  const operator = operators.find((each) => each === filter.operator);
  if (!operator) {
    const message = `An attribute of type ${named.subjects[0]!.type} does not support this operator.`;
    return refuse('operator', { message, expected: 'an operator of this type', allowed: operators });
  }
  const match = MATCHES.find((each) => each === (filter.match ?? 'any'));
  if (!match) return refuse('match', { message: 'Expected any, all or none.', expected: 'a match', allowed: MATCHES });
  try {
    const judged = { operator, value: filter.value, match, asking: scope.asking, isByText: named !== found };
    return judge(named, judged);
  } catch (refusal) {
    if (!(refusal instanceof ValueRefusal)) throw refusal;
    const { message, expected, allowed } = refusal;
    return refuse('value', { message, expected, allowed });
  }
}

const OF_TEXT = ['starts_with', 'ends_with', 'contains'];
const OF_EQUALS = ['eq', 'not_eq', 'in', 'not_in'];

/** Whether a reference is held against the display text of its record, in place of the record itself. */
function isByText({ steps, subjects: [subject] }: Named, { operator, value }: FilterInput): boolean {
  if (steps.length > 0 || !subject!.valueType.target || subject!.column) return false;
  if (!OF_EQUALS.includes(operator)) return OF_TEXT.includes(operator);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.length > 0 && values.every((each) => typeof each === 'string' && recordIdOf(each) === undefined);
}

interface Judged {
  operator: Operator;
  value: unknown;
  match: (typeof MATCHES)[number];
  asking: Asking | undefined;
  /** Whether what has several values is a reference: then a record without a display text is one of them. */
  isByText: boolean;
}

/** Operators that hold where another one does not, a missing value included. */
const NEGATED: Partial<Record<Operator, Operator>> = { not_eq: 'eq', not_in: 'in' };

function judge({ steps, subjects }: Named, { operator, value, match, asking, isByText }: Judged): Condition {
  /** That it holds of the record itself, or of one to which one of the steps leads. Undefined holds of none. */
  const there = (what: (subject: Subject, at: number) => Condition | undefined): Condition => {
    const found = subjects.flatMap((subject, at): Condition[] => {
      const [step, of] = [steps[at], what(subject, at)];
      if (!of) return [];
      return [step ? { kind: 'related', ...step, of } : of];
    });
    return group('or', found);
  };
  const filled = (attribute: Subject): Condition => ({ kind: 'filled', attribute, filled: true });
  if (operator === 'is_empty' || operator === 'is_not_empty') {
    if (value !== undefined && value !== null) throw new ValueRefusal('This operator takes no value.', 'no value');
    if (operator === 'is_not_empty') return there(filled);
    return steps.length > 0 ? not(there(filled)) : { kind: 'filled', attribute: subjects[0]!, filled: false };
  }
  const bases = basesOf(subjects, { operator: NEGATED[operator] ?? operator, value, asking });
  const others = (subject: Subject, at: number) => {
    const base = bases[at];
    if (isByText) return base ? not(base) : group('and', []);
    return base ? othersOf(base) : filled(subject);
  };
  const found = match === 'all' ? group('and', [there(filled), not(there(others))]) : there((_, at) => bases[at]);
  return (match === 'none') === (NEGATED[operator] !== undefined) ? found : not(found);
}

export function not(of: Condition): Condition {
  return of.kind === 'not' ? of.of : { kind: 'not', of };
}

export function group(kind: 'and' | 'or', of: readonly Condition[]): Condition {
  return of.length === 1 ? of[0]! : { kind, of };
}

/** That a value does not meet the condition. */
function othersOf(base: Base): Condition {
  return base.kind === 'and' ? group('or', base.of.map(othersOf)) : { kind: 'others', of: base };
}
