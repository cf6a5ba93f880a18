import { isUuidShaped } from '#platform';
import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import { invalid, type Issue } from '../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { namesOfMembers, replaceNames } from '../records/matching/member-names.js';
import { memberOf, type Members } from '../records/matching/members.js';
import { findNamed } from '../records/query/subject.js';
import { ME } from '../values/actor-reference.js';
import type { FilterInput } from '../records/query/parse-filter.js';
import type { Action, AutomationInput } from './automation.js';

/** Members that one automation may name otherwise than by id. */
const MAX_NAMES = 100;

interface Known {
  me: string | null;
  members: Members;
}

/** What may name members, and where it stands. */
interface Place {
  object: ObjectSchema | undefined;
  path: string;
}

/**
 * Puts ids in place of e-mail addresses and names of members in condition and actions, and of `me`, which is whoever
 * writes the automation. They are kept as ids, as options are: a name may be another one's when it runs.
 *
 * @param objectKey of the object that the automation is about after this change
 * @throws DomainError validation
 */
export async function withMemberIds<Input extends AutomationInput>(
  db: Db,
  actor: Actor,
  { schema, objectKey }: { schema: WorkspaceSchema; objectKey: string | undefined },
  input: Input,
): Promise<Input> {
  const object = objectKey === undefined ? undefined : schema.find(objectKey);
  const { condition = [], actions = [] } = input;
  const places = actions.map((action, at) => placeOf(action, at, { schema, object }));
  const names = new Set([
    ...condition.flatMap((filter) => operandsOf(object, filter).filter(isName)),
    ...actions.flatMap((action, at) => namesIn(action, places[at]!)),
  ]);
  if (names.size > MAX_NAMES)
    throw invalid([{ path: 'actions', message: `Expected at most ${MAX_NAMES} members by name.`, expected: 'ids' }]);
  const members: Members =
    names.size === 0
      ? new Map()
      : await db.autocommit(actor.workspace_id, ({ queries }) => queries.membersBy([...names]));
  const known = { me: actor.user_id, members };
  return {
    ...input,
    ...(input.condition && { condition: condition.map((filter, at) => filterById(object, filter, at, known)) }),
    ...(input.actions && { actions: actions.map((action, at) => actionById(action, places[at]!, known)) }),
  };
}

function placeOf(
  action: Action,
  at: number,
  { schema, object }: { schema: WorkspaceSchema; object: ObjectSchema | undefined },
): Place {
  return {
    object: action.type === 'create_record' ? schema.find(action.object) : object,
    path: `actions[${at}].values`,
  };
}

function namesIn(action: Action, { object, path }: Place): string[] {
  return 'values' in action && object ? namesOfMembers(object, { data: action.values, path }) : [];
}

function actionById(action: Action, { object, path }: Place, known: Known): Action {
  if (!('values' in action) || !object) return action;
  return { ...action, values: replaceNames(object, { data: action.values, path }, known) as Record<string, unknown> };
}

/** The texts by which a condition may name members; none where its attribute holds none. */
function operandsOf(object: ObjectSchema | undefined, { attribute, value }: FilterInput): string[] {
  const [subject] = (object && typeof attribute === 'string' && findNamed(object, attribute)?.subjects) || [];
  if (!subject?.valueType.member) return [];
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');
}

function isName(text: string): boolean {
  return text !== ME && !isUuidShaped(text) && text.trim() !== '';
}

function filterById(object: ObjectSchema | undefined, filter: FilterInput, at: number, known: Known): FilterInput {
  const operands = operandsOf(object, filter);
  if (operands.length === 0) return filter;
  const issues: Issue[] = [];
  const idOf = (operand: unknown) => {
    if (typeof operand !== 'string' || (operand !== ME && !isName(operand))) return operand;
    const found = memberOf(operand, known);
    if ('id' in found) return found.id;
    issues.push({ path: `condition[${at}].value`, ...found });
    return operand;
  };
  const { value } = filter;
  const byId = { ...filter, value: Array.isArray(value) ? value.map(idOf) : idOf(value) };
  if (issues.length > 0) throw invalid(issues.slice(0, 1));
  return byId;
}
