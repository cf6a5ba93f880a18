import { invalid, type Issue } from '../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { objectIn, refuseArchived } from '../records/locate.js';
import type { Condition } from '../records/query/condition.js';
import type { Patch } from '../records/change-plan.js';
import { judgeFilter, type FilterInput } from '../records/query/judge-filter.js';
import { parseOperand } from '../records/query/operand.js';
import { checkRequired, completeForCreate, readPatch } from '../records/read-patch.js';
import { TRIGGERS, type Action, type AutomationInput, type Trigger } from './automation.js';
import type { AutomationEntity } from './automation.entity.js';

const MOST_ACTIONS = 5;
const MOST_CONDITIONS = 10;

/** Judges the parts of an automation against the schema. @throws DomainError validation */
export function judgeAutomation(
  schema: WorkspaceSchema,
  {
    kind,
    object: key,
    condition = [],
    actions,
  }: Required<Pick<AutomationInput, 'kind' | 'object' | 'actions'>> & AutomationInput,
): Pick<AutomationEntity, 'kind' | 'object_id' | 'condition' | 'actions'> {
  if (!TRIGGERS.includes(kind as Trigger))
    throw invalid([
      { path: 'kind', message: 'No automation begins with this.', expected: 'an event kind', allowed: TRIGGERS },
    ]);
  const object = objectIn(schema, key, 'object');
  judgeCondition(object, condition);
  if (actions.length < 1 || actions.length > MOST_ACTIONS)
    throw invalid([{ path: 'actions', message: `Expected 1 to ${MOST_ACTIONS} actions.`, expected: 'actions' }]);
  const on = { object, kind: kind as Trigger };
  return {
    kind: on.kind,
    object_id: object.row.object_id,
    condition: condition.map((filter) => withChoiceIds(object, filter)),
    actions: actions.map((action, at) => judgeAction(schema, on, action, `actions[${at}]`)),
  };
}

/** A condition that was judged, with options and stages by their ids: their titles may be others when it runs. */
function withChoiceIds(object: ObjectSchema, filter: FilterInput): FilterInput {
  const attribute = object.find(filter.attribute)!;
  const { value } = filter;
  if (attribute.choices.length === 0 || value === undefined || value === null) return filter;
  const idOf = (operand: unknown) => parseOperand(attribute, operand);
  return { ...filter, value: Array.isArray(value) ? value.map(idOf) : idOf(value) };
}

/** @throws DomainError validation */
export function judgeCondition(
  object: ObjectSchema,
  filters: readonly FilterInput[],
): Exclude<Condition, { kind: 'words' }>[] {
  const issues: Issue[] = [];
  if (filters.length > MOST_CONDITIONS)
    issues.push({ path: 'condition', message: `Expected at most ${MOST_CONDITIONS} conditions.` });
  const conditions = filters.flatMap((filter, at) => judgeFilter(object, filter, { path: `condition[${at}]`, issues }));
  if (issues.length > 0) throw invalid(issues);
  return conditions as Exclude<Condition, { kind: 'words' }>[];
}

/** Gives the action as it is kept. */
function judgeAction(
  schema: WorkspaceSchema,
  on: { object: ObjectSchema; kind: Trigger },
  action: Action,
  path: string,
): Action {
  if (action.type === 'call_webhook') return action;
  if (action.type === 'create_record') {
    const object = objectIn(schema, action.object, `${path}.object`);
    refuseArchived(object, `${path}.object`);
    const judged = judgeValues(object, action.values, path);
    completeForCreate(object, judged.patch, `${path}.values`);
    return { ...action, values: judged.values };
  }
  if (on.kind === 'RecordDeletedEvent' || on.kind === 'record.trashed')
    throw invalid([{ path: `${path}.type`, message: 'The record is gone by then; its values cannot be set.' }]);
  if (Object.keys(action.values).length === 0)
    throw invalid([
      { path: `${path}.values`, message: 'There is nothing to set.', expected: 'at least one attribute' },
    ]);
  const { patch, values } = judgeValues(on.object, action.values, path);
  checkRequired(patch, `${path}.values`);
  return { ...action, values };
}

/** Values of an action, with options and stages by their ids. */
function judgeValues(
  object: ObjectSchema,
  data: Record<string, unknown>,
  path: string,
): { patch: Patch; values: Record<string, unknown> } {
  const patch = readPatch({ object, data, path: `${path}.values` });
  const values = Object.entries(data).map(([key, value]) => {
    const attribute = object.find(key)!;
    if (attribute.choices.length === 0) return [key, value] as const;
    const ids = patch.get(attribute)!;
    return [key, attribute.several ? ids : (ids[0] ?? null)] as const;
  });
  return { patch, values: Object.fromEntries(values) };
}
