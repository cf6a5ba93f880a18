import { ATTRIBUTE_TYPES, MAX_KEYS, VALUE_TYPES } from '#crm-domain';
import { BATCH_OPERATIONS } from '#crm-domain/writes';

/** A reference that names its record by a value. */
const BY_VALUE = {
  title: 'reference by value',
  description:
    'In place of a reference: the record that has this value of a unique attribute. With `create`, it is created if it is missing. `type`, an object, is only needed where several objects have the attribute.',
  type: 'object',
  properties: {
    match: {
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      propertyNames: { type: 'string', maxLength: 100 },
      additionalProperties: true,
    },
    create: { type: 'boolean' },
    type: { type: 'string', maxLength: 100 },
  },
  required: ['match'],
  additionalProperties: false,
};

const OWN_OBJECT = { object: { type: 'string', maxLength: 100, description: 'No other than that of the address.' } };
const OBJECT = { object: { type: 'string', maxLength: 100, description: 'Slug or id of the object.' } };

const REF = {
  type: 'object',
  properties: { $ref: { type: 'string', maxLength: 64 } },
  required: ['$ref'],
  additionalProperties: false,
};

/** What may be written into records. */
export const INPUTS: Record<string, object> = {
  ValueInput: {
    description: 'One value, as its type is written.',
    anyOf: [...ATTRIBUTE_TYPES.map((type) => ({ title: type, ...VALUE_TYPES[type].inputSchema })), BY_VALUE],
  },
  RecordInput: {
    type: 'object',
    description: 'Attribute slug or id -> one value, or an array of at most 50.',
    maxProperties: MAX_KEYS,
    propertyNames: { type: 'string', maxLength: 100 },
    additionalProperties: inputUnion(),
  },
  BatchItem: itemSchema(OWN_OBJECT),
  ObjectBatchItem: itemSchema(OBJECT, ['object']),
};

/** What may be written of an attribute: one value, several, or what to add to them and take away. */
function inputUnion(): object {
  const one = { $ref: '#/components/schemas/ValueInput' };
  const several = { type: 'array', maxItems: 50, items: one };
  return { anyOf: [{ type: 'null' }, one, several, listChange({ anyOf: [{ type: 'null' }, one, several] })] };
}

/** What to add to the values of an attribute, and what to take from them. */
function listChange(values: object): object {
  return {
    title: 'append, remove',
    description:
      'Of an attribute that may hold several values, in a record that is there: adds values to those it holds, takes values from them, or both. Others may do so at the same time.',
    type: 'object',
    properties: { append: values, remove: values },
    minProperties: 1,
    additionalProperties: false,
  };
}

/** One item of a batch; `more` is what it has beside that. */
function itemSchema(more: Record<string, object>, required: readonly string[] = []): object {
  const key = { type: 'string', maxLength: 2048 };
  const properties = {
    op: { type: 'string', enum: BATCH_OPERATIONS },
    ...more,
    record: {
      description: 'Id or slug of the record, or the record of an earlier item. For update, delete, trash and restore.',
      anyOf: [key, REF],
    },
    match: { ...key, maxLength: 100, description: 'Slug or id of a unique attribute. For upsert.' },
    data: {
      description:
        'As for a single record, for create, update and upsert. `{"$ref": "<ref>"}` stands for a reference to the record of an earlier item.',
      type: 'object',
      maxProperties: MAX_KEYS,
      propertyNames: { type: 'string', maxLength: 100 },
    },
    trashed: { type: 'string', enum: ['only'], description: 'For delete: the record is one in the trash.' },
    expected_version: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The version that the record must have, as with `If-Match`. Not for create.',
    },
    ref: { type: 'string', maxLength: 64, description: 'A name for its record, for later items.' },
  };
  return { type: 'object', properties, required: ['op', ...required], additionalProperties: false };
}
