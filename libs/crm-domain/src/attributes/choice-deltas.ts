import { isDeepStrictEqual } from 'node:util';
import { newId } from '#platform';
import { conflict, invalid, notFound } from '../errors.js';
import type { Attribute, AttributeRow, ChoiceRow, StageConfig } from '../objects/schema.js';
import type { SchemaStore } from '../objects/schema.store.js';
import { choiceOf } from '../values/choice.js';
import { valueType } from '../values/registry.js';
import type { Choice } from '../values/value-type.js';
import { orderBehind } from './attribute-rules.js';
import type { ChoiceDelta, ChoiceIds } from './attribute-wire.js';

const OPEN: StageConfig = { is_closed: false, is_won: false, is_lost: false };

/**
 * Brings an attribute's options or stages to what the deltas ask for: with an id that one is changed, without one it is
 * made, those not mentioned stay (decisions: Stage and option deltas). The default follows `preset`, the choice that it
 * is, to a new title.
 * @throws DomainError not_found, validation, conflict
 */
export async function reconcileChoices(
  store: SchemaStore,
  attribute: Pick<Partial<AttributeRow>, 'attribute_id' | 'object_id' | 'type' | 'default_value'>,
  of: { deltas: readonly ChoiceDelta[]; held: readonly ChoiceRow[]; preset?: Choice },
): Promise<ChoiceRow[]> {
  const field = valueType(attribute.type!).choices;
  if (!field) return [];
  const after = planChoices(attribute, field, of);
  refuseTwins(after, field);
  if (!after.some((choice) => !choice.archived_at)) {
    throw invalid([
      {
        path: field,
        message: `An attribute of type ${attribute.type} needs at least one that is not archived.`,
        expected: 'one active entry',
        reason: field === 'stages' ? 'last_stage' : 'last_option',
      },
    ]);
  }
  await save(store, of.held, after);
  const default_value = defaultAfter(attribute, of.preset, after);
  if (default_value !== attribute.default_value)
    await store.updateAttribute(attribute.attribute_id!, { default_value });
  return after;
}

/** The option or stage that is an attribute's default. */
export function presetOf({ default_value: text, context }: Attribute): Choice | undefined {
  return text === null ? undefined : choiceOf(text.trim(), context.choices).found;
}

/**
 * A default that goes by its title stays the same choice when that gets another one; without the choice there is none.
 */
export function defaultAfter(
  { default_value: text }: Pick<Partial<AttributeRow>, 'default_value'>,
  preset: Choice | undefined,
  after: readonly ChoiceRow[],
): string | null | undefined {
  if (!preset) return text;
  const now = after.find(({ choice_id }) => choice_id === preset.id);
  if (!now) return null;
  return now.title === preset.title || text?.trim().toLowerCase() === preset.id ? text : now.title;
}

/** Options or stages of one attribute, archived ones included. */
export const MAX_CHOICES = 500;

/** Those there are change first, so that those without a place of their own come behind all of them. */
function planChoices(
  attribute: Pick<Partial<AttributeRow>, 'attribute_id' | 'object_id'>,
  field: 'options' | 'stages',
  { deltas, held }: { deltas: readonly ChoiceDelta[]; held: readonly ChoiceRow[] },
): ChoiceRow[] {
  const wanted = deltas.filter(({ id }) => id === undefined).length;
  if (wanted > 0 && held.length + wanted > MAX_CHOICES) throw tooMany(field, held.length + wanted);
  const after = held.map((choice) => ({ ...choice }));
  const byId = new Map(after.map((choice) => [choice.choice_id, choice]));
  const given = new Set<ChoiceRow>();
  for (const [at, delta] of deltas.entries()) {
    if (delta.id === undefined) continue;
    const choice = byId.get(idOf(delta.id));
    if (!choice || !isOf(choice, delta.id)) throw notFound(field === 'stages' ? 'Stage' : 'Option');
    if (given.has(choice)) throw givenTwice(`${field}[${at}].id`);
    given.add(choice);
    change(choice, delta);
  }
  const { attribute_id, object_id } = attribute;
  let sort_order = orderBehind(after);
  for (const [at, delta] of deltas.entries()) {
    if (delta.id !== undefined) continue;
    if (!delta.title?.trim())
      throw invalid([{ path: `${field}[${at}].title`, message: 'A new entry needs a title.', expected: 'string' }]);
    const ids = { choice_id: newId(), attribute_id: attribute_id!, object_id: object_id! };
    const config = field === 'stages' ? { ...OPEN } : null;
    const choice = { ...ids, title: '', sort_order, config, archived_at: null };
    change(choice, delta);
    after.push(choice);
    sort_order = orderBehind([{ sort_order: sort_order - 1 }, choice]);
  }
  return after;
}

function givenTwice(path: string): Error {
  return invalid([{ path, message: 'This entry is given twice.', expected: 'each entry once' }]);
}

function idOf(id: string | ChoiceIds): string {
  const own = typeof id === 'string' ? id : (id.option_id ?? id.stage_id ?? '');
  return own.toLowerCase();
}

/** Whether an id as it is read is that of a choice; its parts may not say different things. */
function isOf(choice: ChoiceRow, id: string | ChoiceIds): boolean {
  if (typeof id === 'string') return true;
  const { object_id = choice.object_id, attribute_id = choice.attribute_id } = id;
  return object_id === choice.object_id && attribute_id === choice.attribute_id;
}

function tooMany(field: 'options' | 'stages', count: number): Error {
  const message = `An attribute has at most ${MAX_CHOICES} ${field}, archived ones included; with these it would have ${count}.`;
  return invalid([{ path: field, message, expected: `at most ${MAX_CHOICES} ${field}`, reason: 'limit_reached' }]);
}

function change(choice: ChoiceRow, delta: ChoiceDelta): void {
  if (delta.title !== undefined) choice.title = delta.title.trim();
  if (delta.sort_order !== undefined) choice.sort_order = delta.sort_order;
  if (delta.archived_at !== undefined)
    choice.archived_at = delta.archived_at === null ? null : new Date(delta.archived_at);
  if (choice.config && delta.config) choice.config = settled({ ...choice.config, ...delta.config });
}

/** A stage that is won or lost is closed; it cannot be both. */
function settled(config: StageConfig): StageConfig {
  if (config.is_won && config.is_lost)
    throw invalid([
      { path: 'config', message: 'A stage cannot be won and lost at once.', expected: 'is_won or is_lost' },
    ]);
  return { ...config, is_closed: config.is_closed || config.is_won || config.is_lost };
}

function refuseTwins(choices: readonly ChoiceRow[], field: 'options' | 'stages'): void {
  const one = field === 'stages' ? 'stage' : 'option';
  const seen = new Set<string>();
  for (const { title, archived_at } of choices) {
    if (archived_at) continue;
    const key = title.toLowerCase();
    if (seen.has(key)) throw conflict('title_taken', `An active ${one} already has the title "${title.slice(0, 60)}".`);
    seen.add(key);
  }
}

async function save(store: SchemaStore, held: readonly ChoiceRow[], after: readonly ChoiceRow[]): Promise<void> {
  const before = new Map(held.map((choice) => [choice.choice_id, choice]));
  const changed = after.filter((choice) => !isDeepStrictEqual(choice, before.get(choice.choice_id)));
  // All of them step aside first: their titles become free for each other and for those that are made in the same
  // request.
  for (const { choice_id } of changed)
    if (before.has(choice_id)) await store.updateChoice(choice_id, { archived_at: new Date(0) });
  for (const { choice_id, attribute_id, object_id, ...rest } of changed) {
    if (before.has(choice_id)) await store.updateChoice(choice_id, rest);
    else await store.insertChoice({ choice_id, attribute_id, object_id, ...rest });
  }
}

/** Whether words by which records are found change with these deltas. */
export function renames(deltas: readonly ChoiceDelta[] | undefined): boolean {
  return deltas?.some(({ id, title }) => id !== undefined && title !== undefined) ?? false;
}
