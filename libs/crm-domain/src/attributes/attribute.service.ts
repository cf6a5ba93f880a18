import { newId } from '#platform';
import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor } from '../actor.js';
import type { Db } from '../crm-database.js';
import { conflict, notFound } from '../errors.js';
import { changeSchema } from '../objects/change-schema.js';
import { ObjectSchema, type Attribute, type AttributeRow, type WorkspaceSchema } from '../objects/schema.js';
import type { SchemaCache } from '../objects/schema-cache.js';
import type { SchemaStore } from '../objects/schema.store.js';
import { checkSlug, isReserved } from '../objects/slug.js';
import type { Versioned } from '../objects/schema-version.js';
import type { ExpectedVersions } from '../version-mismatch.js';
import { objectOf } from '../records/authorize-and-find.js';
import { valueType } from '../values/registry.js';
import {
  checkDefault,
  checkFlags,
  checkRoom,
  checkType,
  orderBehind,
  readConfig,
  refusal,
  refuseSystem,
} from './attribute-rules.js';
import { attributeEvent, raised } from './attribute-events.js';
import { attributeWire, type AttributeChanges, type AttributeWire, type NewAttribute } from './attribute-wire.js';
import { presetOf, reconcileChoices, renames } from './choice-deltas.js';
import { addInverse, changeRelationship } from './relationship.js';

/** Changes of an attribute, and the versions of which it must have one. */
type BoundChanges = AttributeChanges & { expected?: ExpectedVersions };

/** Attributes of an object (contract: Attribute and its request-only fields). */
export class AttributeService {
  constructor(
    readonly db: Db,
    readonly schemas: SchemaCache,
    readonly policy: AccessPolicy,
  ) {}

  /** All attributes, archived ones too, by sort order. @throws DomainError not_found */
  async list(actor: Actor, objectKey: string): Promise<AttributeWire[]> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    return objectOf(schema, objectKey).attributes.map((attribute) => attributeWire(actor.workspace_id, attribute));
  }

  /** @throws DomainError not_found */
  async get(actor: Actor, objectKey: string, attributeKey: string): Promise<AttributeWire> {
    const schema = await this.schemas.at(actor.workspace_id, actor.schema_version);
    return attributeWire(actor.workspace_id, attributeOf(objectOf(schema, objectKey), attributeKey));
  }

  /** @throws DomainError not_found, validation, conflict */
  create(actor: Actor, objectKey: string, attribute: NewAttribute): Promise<AttributeWire> {
    checkSlug(attribute.slug);
    if (isReserved(attribute.slug)) throw refusal('slug', 'This name is reserved.', { expected: 'another slug' });
    const type = checkType(attribute.type);
    checkFlags(type, attribute);
    return changeSchema(this, actor, async (store, schema, { tell }) => {
      const object = objectOf(schema, objectKey);
      checkRoom(object, 1, 'slug');
      const row = await this.newRow(store, schema, { object, attribute, type });
      await store.insertAttribute(row);
      await reconcileChoices(store, row, { deltas: attribute.options ?? attribute.stages ?? [], held: [] });
      if (valueType(type).hasOtherSide) await addInverse(store, schema, row, attribute);
      const { made, other } = await reread(store, schema, row.attribute_id!);
      await checkDefault(store, made);
      for (const after of other ? [made, other] : [made])
        await tell(attributeEvent('attribute.created', actor.workspace_id, { after }));
      return attributeWire(actor.workspace_id, made);
    });
  }

  /** @throws DomainError not_found, validation, conflict, version_mismatch */
  update(actor: Actor, objectKey: string, attributeKey: string, changes: BoundChanges): Promise<AttributeWire> {
    return changeSchema(this, actor, async (store, schema, { purges, tell, expect }) => {
      const object = objectOf(schema, objectKey);
      const attribute = attributeOf(object, attributeKey);
      await expect(versionOf(attribute), changes.expected);
      if (changes.type !== undefined && changes.type !== attribute.type) {
        throw refusal('type', `The type of an attribute cannot be changed; this one stays ${attribute.type}.`, {
          expected: attribute.type,
        });
      }
      const shown = attributeWire(actor.workspace_id, attribute).config.record_reference.allowed_object_ids;
      checkFlags(attribute.type, changes, shown);
      if (changes.archived_at && attribute === object.epithet)
        throw conflict('display_attribute', 'The display attribute of an object cannot be archived.');
      await store.updateAttribute(attribute.attribute_id, columnsOf(schema, attribute.type, changes));
      const deltas = changes.options ?? changes.stages;
      const preset = changes.default_value === undefined ? presetOf(attribute) : undefined;
      if (deltas) await reconcileChoices(store, attribute, { deltas, held: attribute.choices, preset });
      if (attribute.valueType.hasOtherSide) await changeRelationship(store, schema, attribute, changes);
      const { object_id } = attribute;
      if (changes.archived_at !== undefined || renames(deltas)) await purges.add({ kind: 'search', object_id });
      const { made: now, other } = await reread(store, schema, attribute.attribute_id);
      await checkDefault(store, now, attribute);
      const made = await raised(store, attribute, now);
      await tell(attributeEvent('attribute.updated', actor.workspace_id, { before: attribute, after: made }));
      if (other && changes.relationship) {
        const before = inverseOf(schema, attribute)!;
        const after = await raised(store, before, other);
        await tell(attributeEvent('attribute.updated', actor.workspace_id, { before, after }));
      }
      return attributeWire(actor.workspace_id, made);
    });
  }

  /**
   * Gone at once; its values go in the background. A relationship goes with its other side.
   *
   * @throws DomainError not_found, conflict, version_mismatch
   */
  delete(actor: Actor, objectKey: string, attributeKey: string, expected?: ExpectedVersions): Promise<AttributeWire> {
    return changeSchema(this, actor, async (store, schema, { purges, tell, expect }) => {
      const object = objectOf(schema, objectKey);
      const attribute = attributeOf(object, attributeKey);
      await expect(versionOf(attribute), expected);
      refuseSystem(attribute, object.row.epithet_attribute_id);
      const inverse = inverseOf(schema, attribute);
      for (const before of inverse ? [attribute, inverse] : [attribute]) {
        const { attribute_id, object_id, attr_no } = before;
        await tell(attributeEvent('attribute.deleted', actor.workspace_id, { before }));
        await store.deleteAttribute(attribute_id);
        await purges.add({ kind: 'attribute', object_id, attribute_id, attr_no });
        await purges.add({ kind: 'search', object_id });
      }
      return attributeWire(actor.workspace_id, { ...attribute, archived_at: attribute.archived_at ?? new Date() });
    });
  }

  private async newRow(
    store: SchemaStore,
    schema: WorkspaceSchema,
    of: { object: ObjectSchema; attribute: NewAttribute; type: AttributeRow['type'] },
  ): Promise<Partial<AttributeRow>> {
    const { object, attribute, type } = of;
    const { slug, title, is_required = false, is_unique = false, default_value = null, description = null } = attribute;
    return {
      slug,
      title,
      type,
      is_required,
      is_unique,
      default_value,
      description,
      is_multi_select: attribute.is_multi_select ?? valueType(type).several === 'always',
      sort_order: attribute.sort_order ?? orderBehind(object.attributes),
      config: readConfig(schema, type, attribute) ?? {},
      attribute_id: newId(),
      object_id: object.row.object_id,
      attr_no: await store.takeAttrNo(object.row.object_id),
    };
  }
}

function versionOf({ attribute_id: id, version }: Attribute): Versioned {
  return { thing: 'The attribute', id, version };
}

/**
 * The attribute as it now stands, and the other side of its relationship. `schema` is as it was; its objects have not
 * changed.
 */
async function reread(
  store: SchemaStore,
  schema: WorkspaceSchema,
  attributeId: string,
): Promise<{ made: Attribute; other?: Attribute }> {
  const { attribute, choices } = (await store.findAttribute(attributeId))!;
  const made = schema.complete(attribute, choices);
  const other = made.inverse_attribute_id ? await store.findAttribute(made.inverse_attribute_id) : undefined;
  return { made, other: other && schema.complete(other.attribute, other.choices) };
}

function inverseOf(schema: WorkspaceSchema, attribute: Attribute): Attribute | undefined {
  if (!attribute.inverse_attribute_id) return undefined;
  return schema.find(attribute.inverse_object_id!)?.find(attribute.inverse_attribute_id);
}

/** @throws DomainError not_found */
export function attributeOf(object: ObjectSchema, slugOrId: string): Attribute {
  const attribute = object.find(slugOrId);
  if (!attribute) throw notFound('Attribute');
  return attribute;
}

function columnsOf(
  schema: WorkspaceSchema,
  type: AttributeRow['type'],
  changes: AttributeChanges,
): Partial<AttributeRow> {
  const { title, description, is_required, is_unique, is_multi_select, default_value, sort_order, archived_at } =
    changes;
  const columns = {
    title,
    description,
    is_required,
    is_unique,
    is_multi_select,
    default_value,
    sort_order,
    config: readConfig(schema, type, changes),
    archived_at: archived_at ? new Date(archived_at) : archived_at,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
