import type { Choice } from '../values/value-type.js';
import type { ChoiceEntity } from '../attributes/choice.entity.js';

type ChoiceRow = Omit<ChoiceEntity, 'workspace_id'>;
type StageConfig = NonNullable<ChoiceEntity['config']>;

/** Option and Stage of the contract: a stage is a choice that has a config. */
export function choiceWire(workspaceId: string, choice: ChoiceRow): object {
  const key = choice.config ? 'stage_id' : 'option_id';
  return {
    id: {
      workspace_id: workspaceId,
      object_id: choice.object_id,
      attribute_id: choice.attribute_id,
      [key]: choice.choice_id,
    },
    title: choice.title,
    sort_order: choice.sort_order,
    ...(choice.config ? { config: stageFlags(choice.config) } : {}),
    archived_at: choice.archived_at?.toISOString() ?? null,
  };
}

/** Always in one order: Postgres keeps the fields of JSON in an order of its own. */
export function stageFlags({ is_closed, is_won, is_lost }: StageConfig): StageConfig {
  return { is_closed, is_won, is_lost };
}

/** A choice as values know it. */
export function asChoice(workspaceId: string, choice: ChoiceRow): Choice {
  return {
    id: choice.choice_id,
    title: choice.title,
    archived: choice.archived_at !== null,
    wire: choiceWire(workspaceId, choice),
  };
}
