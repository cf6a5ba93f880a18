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

function planChoices(
  attribute: Pick<Partial<AttributeRow>, 'attribute_id' | 'object_id'>,
  field: 'options' | 'stages',
  of: { deltas: readonly ChoiceDelta[]; held: readonly ChoiceRow[] },
): ChoiceRow[] {
  const after = of.held.map((choice) => ({ ...choice }));
  for (const [at, delta] of of.deltas.entries()) {
    if (delta.id !== undefined) {
      const choice = after.find((each) => each.choice_id === delta.id!.toLowerCase());
      if (!choice) throw notFound(field === 'stages' ? 'Stage' : 'Option');
      change(choice, delta);
    } else {
      if (!delta.title?.trim())
        throw invalid([{ path: `${field}[${at}].title`, message: 'A new entry needs a title.', expected: 'string' }]);
      const config = field === 'stages' ? { ...OPEN } : null;
      const { attribute_id, object_id } = attribute;
      const choice = {
        choice_id: newId(),
        attribute_id: attribute_id!,
        object_id: object_id!,
        title: '',
        sort_order: orderBehind(after),
        config,
        archived_at: null,
      };
      change(choice, delta);
      after.push(choice);
    }
  }
  return after;
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
    if (seen.has(key)) throw conflict(`Two active ones would have the title "${title.slice(0, 60)}".`);
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
