import { isDeepStrictEqual } from 'node:util';
import { newId } from '#platform';
import { conflict, invalid, notFound } from '../errors.js';
import type { AttributeRow, ChoiceRow, StageConfig } from '../objects/schema.js';
import type { SchemaStore } from '../objects/schema.store.js';
import { orderBehind } from './attribute-rules.js';
import type { ChoiceDelta } from './attribute-wire.js';

const OPEN: StageConfig = { is_closed: false, is_won: false, is_lost: false };
const WITH_CHOICES: Record<string, 'options' | 'stages'> = {
  select: 'options',
  'multi-select': 'options',
  pipeline: 'stages',
};

/**
 * Brings an attribute's options or stages to what the deltas ask for: with an id that one is changed, without one it is
 * made, those not mentioned stay (decisions: Stage and option deltas).
 * @throws DomainError not_found, validation, conflict
 */
export async function reconcileChoices(
  store: SchemaStore,
  attribute: Pick<Partial<AttributeRow>, 'attribute_id' | 'object_id' | 'type' | 'default_value'>,
  of: { deltas: readonly ChoiceDelta[]; held: readonly ChoiceRow[] },
): Promise<ChoiceRow[]> {
  const field = WITH_CHOICES[attribute.type!];
  if (!field) return [];
  const after = planChoices(attribute, field, of);
  refuseTwins(after);
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
  const preset = of.held.find(({ title }) => title === attribute.default_value);
  const now = after.find(({ choice_id }) => choice_id === preset?.choice_id);
  // The default goes by its title, and is meant to stay the same choice.
  if (now && now.title !== preset!.title)
    await store.updateAttribute(attribute.attribute_id!, { default_value: now.title });
  return after;
}

/** Options or stages of one attribute, archived ones included. */
export const MOST_CHOICES = 500;

/** Those there are change first, so that those without a place of their own come behind all of them. */
function planChoices(
  attribute: Pick<Partial<AttributeRow>, 'attribute_id' | 'object_id'>,
  field: 'options' | 'stages',
  { deltas, held }: { deltas: readonly ChoiceDelta[]; held: readonly ChoiceRow[] },
): ChoiceRow[] {
  const wanted = deltas.filter(({ id }) => id === undefined).length;
  if (wanted > 0 && held.length + wanted > MOST_CHOICES) throw tooMany(field, held.length + wanted);
  const after = held.map((choice) => ({ ...choice }));
  const byId = new Map(after.map((choice) => [choice.choice_id, choice]));
  for (const delta of deltas) {
    if (delta.id === undefined) continue;
    const choice = byId.get(delta.id.toLowerCase());
    if (!choice) throw notFound(field === 'stages' ? 'Stage' : 'Option');
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

function tooMany(field: 'options' | 'stages', count: number): Error {
  const message = `An attribute has at most ${MOST_CHOICES} ${field}, archived ones included; with these it would have ${count}.`;
  return invalid([{ path: field, message, expected: `at most ${MOST_CHOICES} ${field}`, reason: 'limit_reached' }]);
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

function refuseTwins(choices: readonly ChoiceRow[]): void {
  const seen = new Set<string>();
  for (const { title, archived_at } of choices) {
    if (archived_at) continue;
    const key = title.toLowerCase();
    if (seen.has(key)) throw conflict('title_taken', `Two active ones would have the title "${title.slice(0, 60)}".`);
    seen.add(key);
  }
}

async function save(store: SchemaStore, held: readonly ChoiceRow[], after: readonly ChoiceRow[]): Promise<void> {
  const before = new Map(held.map((choice) => [choice.choice_id, choice]));
  const changed = after.filter((choice) => !isDeepStrictEqual(choice, before.get(choice.choice_id)));
  // All of them step aside first: their titles become free for each other and for those that are made in the same request.
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
