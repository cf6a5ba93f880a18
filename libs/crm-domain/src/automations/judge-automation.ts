import { DomainError, invalid, type Issue } from '../errors.js';
import type { ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import { objectIn, refuseArchived } from '../records/authorize-and-find.js';
import type { Condition, Subject } from '../records/query/condition.js';
import type { Patch } from '../records/writing/change-plan.js';
import { parseFilter, type FilterInput } from '../records/query/parse-filter.js';
import { findNamed } from '../records/query/subject.js';
import { parseOperand } from '../records/query/operand.js';
import { checkRequired, completeForCreate, readShortPatch } from '../records/writing/read-patch.js';
import { TRIGGERS, type Action, type AutomationInput, type Trigger } from './automation.js';

const MAX_ACTIONS = 5;
const MAX_CONDITIONS = 10;

/** One part of an automation by itself: as it was given, and as it is kept, or what is wrong with it. */
export interface Part<Given, Judged = Given> {
  path: string;
  given: Given;
  /** Nothing where it is wrong, or cannot be judged because the object is. */
  judged?: Judged;
  issues: readonly Issue[];
}

/** An automation part by part, each judged against the schema. */
export interface Parts {
  kind: Part<string, Trigger>;
  object: Part<string, ObjectSchema>;
  condition: Part<FilterInput>[];
  actions: Part<Action>[];
}

/** The parts of an automation before they are judged; the object by slug or UUID. */
export type GivenParts = Required<Pick<AutomationInput, 'kind' | 'object' | 'actions'>> &
  Pick<AutomationInput, 'condition'> & { object_path?: string };

/** @throws DomainError validation where they are too many */
export function judgeParts(schema: WorkspaceSchema, given: GivenParts): Parts {
  const { kind, object: key, object_path = 'object', condition = [], actions } = given;
  if (condition.length > MAX_CONDITIONS)
    throw invalid([{ path: 'condition', message: `Expected at most ${MAX_CONDITIONS} conditions.` }]);
  if (actions.length < 1 || actions.length > MAX_ACTIONS)
    throw invalid([{ path: 'actions', message: `Expected 1 to ${MAX_ACTIONS} actions.`, expected: 'actions' }]);
  const object = part(object_path, key, () => objectIn(schema, key, object_path));
  const on = { schema, object: object.judged, kind };
  return {
    kind: part('kind', kind, () => readKind(kind)),
    object,
    condition: condition.map((filter, at) => {
      const path = `condition[${at}]`;
      return part(path, filter, () => on.object && judgeFilter(on.object, filter, path));
    }),
    actions: actions.map((action, at) => {
      const path = `actions[${at}]`;
      return part(path, action, () => judgeAction(on, action, path));
    }),
  };
}

/** Everything that is wrong with the parts. */
export function issuesOfParts(parts: Parts): Issue[] {
  return listed(parts).flatMap(({ issues }) => [...issues]);
}

/** All parts of an automation, in the order of its fields. */
export function listed({ kind, object, condition, actions }: Parts): Part<unknown>[] {
  return [kind, object, ...condition, ...actions];
}

function part<Given, Judged>(path: string, given: Given, judge: () => Judged | undefined): Part<Given, Judged> {
  try {
    return { path, given, judged: judge(), issues: [] };
  } catch (error) {
    if (error instanceof DomainError && error.issues.length > 0) return { path, given, issues: error.issues };
    throw error;
  }
}

function readKind(kind: string): Trigger {
  if (TRIGGERS.includes(kind as Trigger)) return kind as Trigger;
  throw invalid([
    {
      path: 'kind',
      message: 'This kind of event cannot trigger an automation.',
      expected: 'an event kind',
      allowed: TRIGGERS,
    },
  ]);
}

/**
 * A filter with options and stages by their ids: their titles may be others when it runs.
 *
 * @throws DomainError validation
 */
function judgeFilter(object: ObjectSchema, filter: FilterInput, path: string): FilterInput {
  const issues: Issue[] = [];
  parseFilter({ object }, filter, { path, issues });
  if (issues.length > 0) throw invalid(issues);
  const [attribute] = findNamed(object, filter.attribute)!.subjects as [Subject];
  const { value } = filter;
  if (attribute.choices.length === 0 || value === undefined || value === null) return filter;
  const idOf = (operand: unknown) => parseOperand(attribute, operand);
  return { ...filter, value: Array.isArray(value) ? value.map(idOf) : idOf(value) };
}

/** @throws DomainError validation */
export function judgeCondition(object: ObjectSchema, filters: readonly FilterInput[]): Condition[] {
  const issues: Issue[] = [];
  const conditions = filters.map((filter, at) => parseFilter({ object }, filter, { path: `condition[${at}]`, issues }));
  if (issues.length > 0) throw invalid(issues);
  return conditions as Condition[];
}

/** By what was read of an automation, which may be run for many events, and the schema that it was judged by. */
const conditions = new WeakMap<readonly FilterInput[], { object: ObjectSchema; judged: Condition[] }>();

/** The same for an automation that is held: it is judged once by each schema. @throws DomainError validation */
export function conditionsOf(object: ObjectSchema, filters: readonly FilterInput[]): Condition[] {
  const known = conditions.get(filters);
  if (known?.object === object) return known.judged;
  const judged = judgeCondition(object, filters);
  conditions.set(filters, { object, judged });
  return judged;
}

/**
 * Gives the action as it is kept; nothing where it sets values of an object that is not there.
 *
 * @throws DomainError validation
 */
function judgeAction(
  on: { schema: WorkspaceSchema; object: ObjectSchema | undefined; kind: string },
  action: Action,
  path: string,
): Action | undefined {
  if (action.type === 'call_webhook') return action;
  if (action.type === 'create_record') {
    const object = objectIn(on.schema, action.object, `${path}.object`);
    refuseArchived(object, `${path}.object`);
    const judged = judgeValues(object, action.values, path);
    completeForCreate(object, judged.patch, { path: `${path}.values`, me: null });
    return { ...action, values: judged.values };
  }
  if (on.kind === 'RecordDeletedEvent' || on.kind === 'record.trashed')
    throw invalid([{ path: `${path}.type`, message: 'The record is gone by then; its values cannot be set.' }]);
  if (Object.keys(action.values).length === 0)
    throw invalid([
      { path: `${path}.values`, message: 'There is no value to set.', expected: 'at least one attribute' },
    ]);
  if (!on.object) return undefined;
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
  const patch = readShortPatch({ object, data, path: `${path}.values` });
  const values = Object.entries(data).map(([key, value]) => {
    const attribute = object.find(key)!;
    if (attribute.choices.length === 0) return [key, value] as const;
    const ids = patch.get(attribute)!;
    return [key, attribute.several ? ids : (ids[0] ?? null)] as const;
  });
  return { patch, values: Object.fromEntries(values) };
}
