import { WorkTime } from '../db/work-time.js';
import { invalid, type Issue } from '../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { Verdicts } from '../objects/verdicts.js';
import { isTimeZone } from '../values/periods.js';
import { isObject } from '../values/parse.js';
import { memberKey, type Members } from '../records/matching/members.js';
import { Asking } from '../records/query/asking.js';
import type { Condition, Subject } from '../records/query/condition.js';
import { parseOperand } from '../records/query/operand.js';
import { judgeSort } from '../records/query/parse-sort.js';
import { parseTree, type Spent } from '../records/query/parse-tree.js';
import { findNamed } from '../records/query/subject.js';
import { issuesOfFields } from '../records/shown/shape.js';
import type { ViewEntity, ViewQuery } from './view.entity.js';
import { keptPath, shownPath } from './kept-paths.js';
import { brokenView } from './view.js';

/** Where a view is judged. */
export interface ViewScope {
  object: ObjectSchema;
  schema: WorkspaceSchema;
  asking: Asking;
}

/** Stands for whoever runs a view, while it is judged whether anybody can. */
const ANYBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Everything that is wrong with a view, whoever runs it; names of members of which it is not known whose they are; and
 * whether it asks for `me`.
 */
export function examineView(
  { object, schema }: Omit<ViewScope, 'asking'>,
  { filter, sort, fields, time_zone = 'UTC' }: ViewQuery,
  members?: Members,
): { issues: Issue[]; strangers: ReadonlySet<string>; namesMe: boolean } {
  const issues: Issue[] = [];
  const expected = 'the name of a time zone, such as Europe/Berlin';
  const isZone = isTimeZone(time_zone);
  if (!isZone) issues.push({ path: 'time_zone', message: `Expected ${expected}.`, expected });
  const asking = new Asking(ANYBODY, isZone ? time_zone : 'UTC', Date.now(), members);
  parseTree({ object, schema, asking }, filter, issues);
  judgeSort(object, sort, { text: '', trashed: false, issues });
  if (fields) issues.push(...issuesOfFields(object, fields, schema));
  return { issues, strangers: asking.strangers, namesMe: asking.namesMe };
}

/** What becomes of a view that is stored, whoever runs it. */
export interface ViewVerdict {
  /** What is wrong with it in a sentence, the names of members left aside; null where nothing is. */
  fault: string | null;
  /** Names of members, in the order in which they were found. */
  strangers: ReadonlySet<string>;
  /** Whether it asks for `me`. */
  namesMe: boolean;
  /** What was wrong with it when its names of members stood for what they did when that was last asked. */
  named?: { as: string; fault: string | null };
}

/** Judging a query takes as long as answering so many times its bytes: a list of telephone numbers the longest. */
const BYTES_OF_ONE = 6;
/** Characters of a sentence that says what is wrong. */
const LONGEST_FAULT = 800;

const verdicts = new Verdicts<ViewVerdict>(({ strangers }) => {
  let texts = LONGEST_FAULT;
  for (const stranger of strangers) texts += stranger.length + LONGEST_FAULT / 10;
  return texts;
});

/** The same of a view that is stored, which is judged once by each schema. */
export function verdictOn(scope: Omit<ViewScope, 'asking'>, query: ViewQuery): ViewVerdict {
  return verdicts.of(scope.schema, [scope.object.row.object_id, query], () => {
    WorkTime.workOn(JSON.stringify(query).length * BYTES_OF_ONE);
    const { issues, ...found } = examineView(scope, query);
    return { fault: sentence(issues), ...found };
  });
}

/** What is wrong with a view that is stored, in a sentence; null where nothing is. */
export function faultOf(
  scope: Omit<ViewScope, 'asking'>,
  query: ViewQuery,
  members: Members | undefined,
  verdict = verdictOn(scope, query),
): string | null {
  if (!members || verdict.strangers.size === 0) return verdict.fault;
  const isOne = [...verdict.strangers].map((name) => members.get(memberKey(name)));
  if (isOne.every((id) => id)) return verdict.fault;
  const as = isOne.map((id) => (id ? '1' : id === null ? '2' : '0')).join('');
  if (verdict.named?.as !== as) verdict.named = { as, fault: sentence(examineView(scope, query, members).issues) };
  return verdict.named.fault;
}

function sentence(issues: readonly Issue[]): string | null {
  return issues.length > 0 ? invalid(issues).message : null;
}

/**
 * The conditions of a view, for who asks; they count together with those that are asked beside them.
 *
 * @throws DomainError conflict where the view is broken; validation where it asks for `me` and a key runs it
 */
export function conditionsOfView(scope: ViewScope, view: ViewEntity, spent?: Spent): Condition[] {
  const fault = faultOf(scope, view.query, scope.asking.members);
  if (fault !== null) throw brokenView(view, fault);
  const issues: Issue[] = [];
  const conditions = parseTree(scope, view.query.filter, issues, spent);
  // What nobody could run is refused above: the rest is for who asks.
  if (issues.length > 0) throw invalid(issues.map(({ message, expected }) => ({ path: 'view', message, expected })));
  return conditions;
}

/** What is asked, with what the view says where nothing else is said; its conditions hold beside those that are. */
export function askedThrough<Asked extends Omit<ViewQuery, 'filter'>>(view: ViewEntity | undefined, asked: Asked) {
  const { sort, fields, time_zone } = view?.query ?? {};
  return {
    ...asked,
    sort: asked.sort ?? sort,
    fields: asked.fields ?? fields,
    time_zone: asked.time_zone ?? time_zone,
  };
}

/** The query of a view after it was judged: options, stages and the references of paths back are named by their ids. */
export function keptQuery(scope: Names, query: ViewQuery): ViewQuery {
  const ofChoice: OfChoice = (attribute, operand) => parseOperand(attribute, operand);
  return changed(scope, query, { ofPath: keptPath, ofChoice });
}

/** The same with their titles and slugs of this moment, which may be sent back. */
export function shownQuery(scope: Names, query: ViewQuery): ViewQuery {
  const ofChoice: OfChoice = ({ valueType, context }, operand) =>
    typeof operand === 'string' ? (valueType.concise(operand, context) ?? operand) : operand;
  return changed(scope, query, { ofPath: shownPath, ofChoice });
}

type Names = Omit<ViewScope, 'asking'>;
type OfChoice = (attribute: Subject, operand: unknown) => unknown;

/** What becomes of a condition. */
interface Change {
  ofPath: (scope: Names, path: string) => string;
  ofChoice: OfChoice;
}

function changed(scope: Names, query: ViewQuery, change: Change): ViewQuery {
  return query.filter ? { ...query, filter: inFilter(scope, query.filter, change) as ViewQuery['filter'] } : query;
}

function inFilter(scope: Names, node: unknown, change: Change): unknown {
  if (Array.isArray(node)) return node.map((each) => inFilter(scope, each, change));
  if (!isObject(node)) return node;
  const { attribute: name, value } = node;
  if (typeof name !== 'string')
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, inFilter(scope, inner, change)]));
  const named = { ...node, attribute: change.ofPath(scope, name) };
  // A path that leads to several objects may mean a choice of each.
  const [subject, ...others] = findNamed(scope.object, name, scope.schema)?.subjects ?? [];
  if (!subject || others.length > 0 || subject.choices.length === 0 || value === undefined || value === null)
    return named;
  const { ofChoice } = change;
  return {
    ...named,
    value: Array.isArray(value) ? value.map((each) => ofChoice(subject, each)) : ofChoice(subject, value),
  };
}
