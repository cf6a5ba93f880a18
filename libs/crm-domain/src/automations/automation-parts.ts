import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../errors.js';
import { sentAs } from '../events/either-name.js';
import type { WorkspaceSchema } from '../objects/schema.js';
import type { Action, AutomationInput, Mention } from './automation.js';
import type { AutomationEntity } from './automation.entity.js';
import { issuesOfParts, judgeParts, listed, type Part, type Parts } from './judge-automation.js';
import { mentionsOf, refuseManyMentions } from './mentions.js';

/** Bytes of JSON of the condition and the actions of one, so that a list of all of them stays small. */
const MAX_BYTES = 65_536;
/** Values that the actions of one write: a list judges all automations anew after a change of the schema. */
const MAX_VALUES = 200;

/** The parts of an automation as they are kept, and what is named in those that are new. */
export interface Kept {
  columns: Pick<AutomationEntity, 'kind' | 'object_id' | 'condition' | 'actions'>;
  mentions: readonly Mention[];
}

/** Judges the parts of a new automation. @throws DomainError validation */
export function readParts(
  schema: WorkspaceSchema,
  input: AutomationInput & Required<Pick<AutomationInput, 'kind' | 'actions'>>,
): Kept {
  refuseMany(input.actions);
  const object = sentObject(input);
  if (!object)
    throw invalid([{ path: 'object', message: 'This field is required.', expected: 'slug or id of an object' }]);
  const { kind, condition, actions } = input;
  const parts = judgeParts(schema, { kind, condition, actions, ...object });
  const issues = issuesOfParts(parts);
  if (issues.length > 0) throw invalid(issues);
  const mentions = mentionsOf(schema, parts);
  refuseManyMentions(mentions);
  return { columns: columnsOf(parts, parts.object.judged!.row.object_id), mentions };
}

/**
 * Judges the parts of an automation as they are after a change. What stands as it stood may be broken, since it can be
 * mended by another request or be written back as it was read; what is new, or was right until now, must be right.
 * Nothing where no part was sent. @throws DomainError validation
 */
export function changeParts(
  schema: WorkspaceSchema,
  before: AutomationEntity,
  input: AutomationInput,
): Kept | undefined {
  const { kind, condition, actions } = input;
  const object = sentObject(input);
  if (actions) refuseMany(actions);
  if (!object && kind === undefined && !condition && !actions) return undefined;
  const stood = { kind: before.kind, object: before.object_id, condition: before.condition, actions: before.actions };
  const given = { ...(kind !== undefined && { kind }), ...(condition && { condition }), ...(actions && { actions }) };
  const was = judgeParts(schema, stood);
  const is = judgeParts(schema, { ...stood, ...given, ...object });
  const broken = listed(was).filter(isWrong);
  const wrong = listed(is).filter((part) => isWrong(part) && !isAmong(part, broken));
  if (wrong.length > 0) {
    const issues = wrong.flatMap((part) => part.issues);
    throw invalid(issues.length > 0 ? issues : is.object.issues);
  }
  refuseManyMentions(mentionsOf(schema, is));
  const isNew = (part: Part<unknown>) => !isAmong(part, [...was.condition, ...was.actions]);
  const added = { ...is, condition: is.condition.filter(isNew), actions: is.actions.filter(isNew) };
  const object_id = is.object.judged?.row.object_id ?? before.object_id;
  return { columns: columnsOf(is, object_id), mentions: mentionsOf(schema, added) };
}

function sentObject(input: AutomationInput): { object: string; object_path: string } | undefined {
  const sent = sentAs({ path: 'object', value: input.object }, { path: 'object_id', value: input.object_id });
  return sent && { object: sent.value, object_path: sent.path };
}

function isWrong({ judged }: Part<unknown>): boolean {
  return judged === undefined;
}

function isAmong({ given }: Part<unknown>, parts: readonly Part<unknown>[]): boolean {
  return parts.some((part) => isDeepStrictEqual(part.given, given));
}

/** @throws DomainError validation where they are too large */
function columnsOf({ kind, condition, actions }: Parts, object_id: string): Kept['columns'] {
  const kept = <Given>({ given, judged }: Part<Given>): Given => judged ?? given;
  const columns = {
    kind: kind.given as AutomationEntity['kind'],
    object_id,
    condition: condition.map(kept),
    actions: actions.map(kept),
  };
  refuseLarge(columns);
  return columns;
}

function refuseLarge({ condition, actions }: Kept['columns']): void {
  const bytes = Buffer.byteLength(JSON.stringify([condition, actions]));
  if (bytes <= MAX_BYTES) return;
  const message = `The condition and the actions of an automation have at most ${MAX_BYTES} bytes together; these have ${bytes}.`;
  throw invalid([{ path: 'actions', message, expected: `at most ${MAX_BYTES} bytes` }]);
}

/** @throws DomainError validation */
function refuseMany(actions: readonly Action[]): void {
  let count = 0;
  for (const action of actions)
    if ('values' in action)
      for (const value of Object.values(action.values)) count += Array.isArray(value) ? value.length : 1;
  if (count <= MAX_VALUES) return;
  const expected = `at most ${MAX_VALUES} values in all actions`;
  throw invalid([{ path: 'actions', message: `Expected ${expected}, got ${count}.`, expected }]);
}
