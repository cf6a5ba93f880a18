import { invalid, type Issue } from '../errors.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { FilterInput } from '../records/query/parse-filter.js';
import { readOperand } from '../records/query/operand.js';
import { readShortPatch } from '../records/writing/read-patch.js';
import type { Json } from '../values/value-type.js';
import type { Action, Mention } from './automation.js';
import type { Parts } from './judge-automation.js';

/** Those of one automation, so that a list of automations can look all of them up at once. */
const MAX_MENTIONS = 50;

const MISSING: Record<Mention['of'], Omit<Issue, 'path'>> = {
  record: { message: 'There is no such record; it may be in the trash.', expected: 'an existing record' },
  member: {
    message: 'There is no such member in this workspace. GET /v1/members lists them.',
    expected: 'id of a member',
  },
  webhook: { message: 'There is no such webhook.', expected: 'id of a webhook' },
  view: { message: 'There is no such view.', expected: 'slug or id of a view' },
};

/** What the parts of an automation name that nothing is wrong with. */
export function mentionsOf(schema: WorkspaceSchema, { object, condition, actions }: Parts): Mention[] {
  const on = object.judged;
  return [
    ...condition.flatMap(({ path, judged }) => (on && judged ? inFilter(on, judged, `${path}.value`) : [])),
    ...actions.flatMap(({ path, judged }) => (judged ? inAction(schema, on, judged, path) : [])),
  ];
}

/** @throws DomainError validation */
export function refuseManyMentions(mentions: readonly Mention[]): void {
  if (mentions.length <= MAX_MENTIONS) return;
  const message = `An automation names at most ${MAX_MENTIONS} records, members and webhooks; this one names ${mentions.length}.`;
  throw invalid([{ path: mentions[MAX_MENTIONS]!.path, message, expected: `at most ${MAX_MENTIONS}` }]);
}

/** What is wrong with mentions of what is not there. */
export function issuesOf(missing: readonly Mention[]): Issue[] {
  return missing.map(({ path, of }) => ({ path, ...MISSING[of] }));
}

function inFilter(object: ObjectSchema, { attribute: key, value }: FilterInput, path: string): Mention[] {
  // A part of a value names nothing.
  const attribute = object.find(key);
  const of = attribute && mentionedBy(attribute);
  if (!of || value === undefined || value === null) return [];
  const operands: unknown[] = Array.isArray(value) ? value : [value];
  return operands.map((operand) => ({ path, of, id: String(readOperand(attribute, 'ref', operand).v) }));
}

function inAction(schema: WorkspaceSchema, on: ObjectSchema | undefined, action: Action, path: string): Mention[] {
  if (action.type === 'call_webhook') return [{ path: `${path}.webhook_id`, of: 'webhook', id: action.webhook_id }];
  const object = action.type === 'create_record' ? schema.find(action.object)! : on!;
  const patch = readShortPatch({ object, data: action.values, path: `${path}.values` });
  return [...patch].flatMap(([attribute, items]) => inItems(attribute, items, `${path}.values.${attribute.slug}`));
}

function inItems(attribute: Attribute, items: readonly Json[], path: string): Mention[] {
  const of = mentionedBy(attribute);
  return of ? items.map((item) => ({ path, of, id: attribute.valueType.index!(item)!.ref! })) : [];
}

function mentionedBy({ valueType }: Attribute): 'record' | 'member' | undefined {
  if (valueType.member) return 'member';
  return valueType.target ? 'record' : undefined;
}
