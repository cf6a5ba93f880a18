import { newId } from '#platform';
import type { Attribute, AttributeRow, WorkspaceSchema } from '../objects/schema.js';
import type { SchemaStore } from '../objects/schema.store.js';
import { slugFrom } from '../objects/slug.js';
import { checkCardinality, checkRoom, orderBehind, refusal, sidesOf } from './attribute-rules.js';
import type { AttributeChanges, NewAttribute } from './attribute-wire.js';

const NOT_ONE_SIDED = 'A relationship cannot be unique, required or have a default: its other side writes it too.';

/** Makes the other side of a new relationship, and joins the two. @throws DomainError validation */
export async function addInverse(
  store: SchemaStore,
  schema: WorkspaceSchema,
  row: Partial<AttributeRow>,
  attribute: NewAttribute,
): Promise<void> {
  const { target, title, cardinality } = readOtherSide(schema, attribute);
  const { here, there, mirrored } = sidesOf(cardinality);
  const object_id = target.row.object_id;
  const attribute_id = newId();
  const sameObject = object_id === row.object_id;
  checkRoom(target, sameObject ? 2 : 1, 'relationship.target_object_id');
  await store.insertAttribute({
    attribute_id,
    object_id,
    title,
    type: 'relationship',
    is_multi_select: there,
    cardinality: mirrored,
    attr_no: await store.takeAttrNo(object_id),
    slug: slugFrom(title, (slug) => target.find(slug) !== undefined || (sameObject && slug === row.slug)),
    sort_order: orderBehind([...target.attributes, ...(sameObject ? [{ sort_order: row.sort_order! }] : [])]),
    inverse_attribute_id: row.attribute_id,
    inverse_object_id: row.object_id,
  });
  const joined = {
    inverse_attribute_id: attribute_id,
    inverse_object_id: object_id,
    cardinality,
    is_multi_select: here,
  };
  await store.updateAttribute(row.attribute_id!, joined);
}

/** @throws DomainError validation */
function readOtherSide(schema: WorkspaceSchema, attribute: NewAttribute) {
  const expected = '{ target_object_id, inverse_title, cardinality }';
  if (!attribute.relationship)
    throw refusal('relationship', 'A relationship needs to know its other side.', { expected });
  const { target_object_id, inverse_title, cardinality } = attribute.relationship;
  const target = target_object_id ? schema.find(target_object_id) : undefined;
  const allowed = schema.objects.map((each) => each.row.slug);
  if (!target) throw refusal('relationship.target_object_id', 'There is no such object.', { allowed });
  const title = inverse_title?.trim();
  if (!title) throw refusal('relationship.inverse_title', 'The other side needs a title.', { expected: 'string' });
  if (attribute.is_unique || attribute.is_required || attribute.default_value)
    throw refusal('relationship', NOT_ONE_SIDED, {});
  return { target, title, cardinality: checkCardinality(cardinality) };
}

/** Renames the other side, or lets a side hold more than it did. @throws DomainError validation */
export async function changeRelationship(
  store: SchemaStore,
  schema: WorkspaceSchema,
  attribute: Attribute,
  changes: AttributeChanges,
): Promise<void> {
  if (changes.is_unique || changes.is_required || changes.default_value)
    throw refusal('relationship', NOT_ONE_SIDED, {});
  if (changes.is_multi_select !== undefined && changes.is_multi_select !== attribute.is_multi_select)
    throw refusal('is_multi_select', 'Follows from the cardinality of the relationship.', {});
  if (changes.relationship === null)
    throw refusal('relationship', 'A relationship keeps its other side. Delete the attribute instead.', {});
  const { id, target_object_id, inverse_title, cardinality } = changes.relationship ?? {};
  checkOtherSide(attribute, id);
  if (target_object_id !== undefined && schema.find(target_object_id)?.row.object_id !== attribute.inverse_object_id) {
    const expected = attribute.inverse_object_id!;
    throw refusal('relationship.target_object_id', 'The target of a relationship cannot be changed.', { expected });
  }
  if (inverse_title !== undefined)
    await store.updateAttribute(attribute.inverse_attribute_id!, { title: inverse_title.trim() });
  if (cardinality === undefined || cardinality === attribute.cardinality) return;
  const [before, after] = [sidesOf(attribute.cardinality!), sidesOf(checkCardinality(cardinality))];
  if ((before.here && !after.here) || (before.there && !after.there)) {
    throw refusal(
      'relationship.cardinality',
      'A side with several links cannot be limited to one: existing links would be lost.',
      { allowed: ['many-to-many'] },
    );
  }
  await store.updateAttribute(attribute.attribute_id, {
    cardinality: checkCardinality(cardinality),
    is_multi_select: after.here,
  });
  await store.updateAttribute(attribute.inverse_attribute_id!, {
    cardinality: after.mirrored,
    is_multi_select: after.there,
  });
}

/** What is read of a relationship names its other side. @throws DomainError validation for another one */
function checkOtherSide(attribute: Attribute, id: { attribute_id: string; object_id: string } | undefined): void {
  const { inverse_attribute_id: attribute_id, inverse_object_id: object_id } = attribute;
  const isAsRead = id?.attribute_id.toLowerCase() === attribute_id && id?.object_id.toLowerCase() === object_id;
  if (id && !isAsRead)
    throw refusal('relationship.id', 'The other side of a relationship cannot be changed. Create a new one.', {
      expected: `{ "attribute_id": "${attribute_id}", "object_id": "${object_id}" }`,
    });
}
