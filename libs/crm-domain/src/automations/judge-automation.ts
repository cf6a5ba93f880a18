import { invalid, type Issue } from '../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { objectIn } from '../records/locate.js';
import type { Condition } from '../records/query/condition.js';
import { judgeFilter, type FilterInput } from '../records/query/judge-filter.js';
import { completeForCreate, readPatch } from '../records/read-patch.js';
import { TRIGGERS, type Action, type AutomationInput, type AutomationRow, type Trigger } from './automation.js';

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
): Pick<AutomationRow, 'kind' | 'object_id' | 'condition' | 'actions'> {
  if (!TRIGGERS.includes(kind as Trigger))
    throw invalid([
      { path: 'kind', message: 'No automation begins with this.', expected: 'an event kind', allowed: TRIGGERS },
    ]);
  const object = objectIn(schema, key, 'object');
  judgeCondition(object, condition);
  if (actions.length < 1 || actions.length > MOST_ACTIONS)
    throw invalid([{ path: 'actions', message: `Expected 1 to ${MOST_ACTIONS} actions.`, expected: 'actions' }]);
  actions.forEach((action, at) => judgeAction(schema, { object, kind: kind as Trigger }, action, `actions[${at}]`));
  return { kind: kind as Trigger, object_id: object.row.object_id, condition, actions };
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

function judgeAction(
  schema: WorkspaceSchema,
  on: { object: ObjectSchema; kind: Trigger },
  action: Action,
  path: string,
): void {
  if (action.type === 'call_webhook') return;
  if (action.type === 'create_record') {
    const object = objectIn(schema, action.object, `${path}.object`);
    const patch = readPatch({ object, data: action.values, path: `${path}.values` });
    return completeForCreate(object, patch, `${path}.values`);
  }
  if (on.kind === 'RecordDeletedEvent' || on.kind === 'record.trashed')
    throw invalid([{ path: `${path}.type`, message: 'The record is gone by then; its values cannot be set.' }]);
  readPatch({ object: on.object, data: action.values, path: `${path}.values` });
}
