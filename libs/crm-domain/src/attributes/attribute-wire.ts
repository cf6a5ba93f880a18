import type { Attribute, AttributeRow, StageConfig } from '../objects/schema.js';

/** An attribute as the contract shows it (section Attribute). */
export interface AttributeWire {
  id: { workspace_id: string; object_id: string; attribute_id: string };
  created_at: string;
  archived_at: string | null;
  slug: string;
  version: number;
  title: string;
  description: string | null;
  type: string;
  is_required: boolean;
  is_unique: boolean;
  is_multi_select: boolean;
  is_system_attribute: boolean;
  default_value: string | null;
  config: { currency: null; record_reference: { allowed_object_ids: string[] } };
  /** The other side, on attributes of type relationship. */
  relationship: { id: { attribute_id: string; object_id: string }; cardinality: string } | null;
  sort_order: number;
}

/** The id of an option or a stage, as it is read. */
export interface ChoiceIds {
  workspace_id?: string;
  object_id?: string;
  attribute_id?: string;
  option_id?: string;
  stage_id?: string;
}

/** A new option or stage, or changes of the one that `id` names. */
export interface ChoiceDelta {
  /** A UUID, or the id as it is read. */
  id?: string | ChoiceIds;
  title?: string;
  sort_order?: number;
  archived_at?: string | null;
  config?: Partial<StageConfig>;
}

/** What a PATCH of an attribute may say. What is not given stays as it is. */
export interface AttributeChanges {
  title?: string;
  description?: string | null;
  type?: string;
  is_required?: boolean;
  is_unique?: boolean;
  is_multi_select?: boolean;
  default_value?: string | null;
  config?: { currency?: null; record_reference?: { allowed_object_ids?: string[] | null } | null } | null;
  relationship?: {
    target_object_id?: string;
    inverse_title?: string;
    cardinality?: string;
    /** The other side, as it is read. */
    id?: { attribute_id: string; object_id: string };
  } | null;
  sort_order?: number;
  archived_at?: string | null;
  options?: ChoiceDelta[];
  stages?: ChoiceDelta[];
}

/** What a POST of an attribute says. */
export interface NewAttribute extends Omit<AttributeChanges, 'archived_at'> {
  slug: string;
  title: string;
  type: string;
}

export function attributeWire(workspace_id: string, row: AttributeRow | Attribute): AttributeWire {
  const { object_id, attribute_id, inverse_attribute_id, inverse_object_id, cardinality } = row;
  return {
    id: { workspace_id, object_id, attribute_id },
    created_at: row.created_at.toISOString(),
    archived_at: row.archived_at?.toISOString() ?? null,
    slug: row.slug,
    version: row.version,
    title: row.title,
    description: row.description,
    type: row.type,
    is_required: row.is_required,
    is_unique: row.is_unique,
    is_multi_select: row.is_multi_select,
    is_system_attribute: row.is_system_attribute,
    default_value: row.default_value,
    config: {
      currency: null,
      record_reference: {
        allowed_object_ids: row.config.allowed_object_ids ?? (inverse_object_id ? [inverse_object_id] : []),
      },
    },
    relationship: inverse_attribute_id
      ? { id: { attribute_id: inverse_attribute_id, object_id: inverse_object_id! }, cardinality: cardinality! }
      : null,
    sort_order: row.sort_order,
  };
}
