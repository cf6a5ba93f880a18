import { invalid, type Issue } from '../errors.js';
import type { Attribute, ObjectSchema, WorkspaceSchema } from '../objects/schema.js';
import type { FilterInput } from '../records/query/judge-filter.js';
import { readOperand } from '../records/query/operand.js';
import { readPatch } from '../records/read-patch.js';
import type { Json } from '../values/value-type.js';
import type { Action } from './automation.js';
import type { AutomationEntity } from './automation.entity.js';

/** A record, member or webhook that an automation names. Unlike what it names of the schema, it can go unnoticed. */
export interface Mention {
  path: string;
  of: 'record' | 'member' | 'webhook';
  id: string;
}

/** Those of one automation, so that a list of automations can look all of them up at once. */
const MOST_MENTIONS = 50;

const MISSING: Record<Mention['of'], Omit<Issue, 'path'>> = {
  record: { message: 'There is no such record; it may be in the trash.', expected: 'an existing record' },
  member: {
    message: 'There is no such member in this workspace. GET /v1/members lists them.',
    expected: 'id of a member',
  },
  webhook: { message: 'There is no such webhook.', expected: 'id of a webhook' },
};

/** What the parts of an automation name, which were judged by the same schema. @throws DomainError validation where they are too many */
export function mentionsOf(
  schema: WorkspaceSchema,
  { object_id, condition, actions }: Pick<AutomationEntity, 'object_id' | 'condition' | 'actions'>,
): Mention[] {
  const object = schema.find(object_id)!;
  const mentions = [
    ...condition.flatMap((filter, at) => inFilter(object, filter, `condition[${at}].value`)),
    ...actions.flatMap((action, at) => inAction(schema, object, action, `actions[${at}]`)),
  ];
  if (mentions.length <= MOST_MENTIONS) return mentions;
  const message = `An automation names at most ${MOST_MENTIONS} records, members and webhooks; this one names ${mentions.length}.`;
  throw invalid([{ path: mentions[MOST_MENTIONS]!.path, message, expected: `at most ${MOST_MENTIONS}` }]);
}

/** What is wrong with mentions of what is not there. */
export function issuesOf(missing: readonly Mention[]): Issue[] {
  return missing.map(({ path, of }) => ({ path, ...MISSING[of] }));
}

function inFilter(object: ObjectSchema, { attribute: key, value }: FilterInput, path: string): Mention[] {
  const attribute = object.find(key)!;
  const of = mentionedBy(attribute);
  if (!of || value === undefined || value === null) return [];
  const operands: unknown[] = Array.isArray(value) ? value : [value];
  return operands.map((operand) => ({ path, of, id: String(readOperand(attribute, 'ref', operand).v) }));
}

function inAction(schema: WorkspaceSchema, on: ObjectSchema, action: Action, path: string): Mention[] {
  if (action.type === 'call_webhook') return [{ path: `${path}.webhook_id`, of: 'webhook', id: action.webhook_id }];
  const object = action.type === 'create_record' ? schema.find(action.object)! : on;
  const patch = readPatch({ object, data: action.values, path: `${path}.values` });
  return [...patch].flatMap(([attribute, items]) => inItems(attribute, items, `${path}.values.${attribute.slug}`));
}

function inItems(attribute: Attribute, items: readonly Json[], path: string): Mention[] {
  const of = mentionedBy(attribute);
  return of ? items.map((item) => ({ path, of, id: attribute.valueType.index!(item)!.ref! })) : [];
}

function mentionedBy({ type, valueType }: Attribute): 'record' | 'member' | undefined {
  if (type === 'actor-reference') return 'member';
  return valueType.target ? 'record' : undefined;
}
