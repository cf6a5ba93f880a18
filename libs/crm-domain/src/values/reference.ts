import { field, idFilter } from './filter.js';
import { byText } from './keys.js';
import { fromJson, isObject, line, object, optional, quote, text, type Parse } from './parse.js';
import { MAX_FIELDS, asRead as readSchema } from './plain-value.js';
import { MAX_RECORD_KEY_LENGTH, recordIdOf } from './record-slug.js';
import type { ReportColumn } from './report-column.js';
import {
  ValueRefusal,
  defineValueType,
  type Json,
  type ResolvedTarget,
  type Target,
  type ValueContext,
  type ValueType,
} from './value-type.js';

const MAX_OBJECT_KEY_LENGTH = 100;
const MAX_LABEL_LENGTH = 255;
const anyLine = line({ max: MAX_RECORD_KEY_LENGTH });
const label = optional(text({ max: MAX_LABEL_LENGTH }), undefined);
const objectKey = line({ max: MAX_OBJECT_KEY_LENGTH });

const recordId: Parse<string> = (input, what) => {
  const given = anyLine(input, what);
  const found = recordIdOf(given);
  if (found) return found;
  throw new ValueRefusal(
    `${quote(given)} is not the id or slug of a record; a slug ends with 22 letters and digits.`,
    'the UUID or slug of a record',
  );
};
const written = object({ id: recordId }, { type: optional(objectKey, undefined), name: label }, ['target_deleted']);
const SHAPE = '{"type": "<slug of an object>", "id": "<id or slug of a record>"}';
const asRead = object({ target_object: objectKey, target_record: recordId }, {}, ['display_name', 'target_deleted']);

const recordSchema = { type: 'string', maxLength: MAX_RECORD_KEY_LENGTH };
const objectSchema = { type: 'string', maxLength: MAX_OBJECT_KEY_LENGTH };
const inputSchema = {
  anyOf: [
    {
      type: 'object',
      properties: {
        id: { ...recordSchema, description: 'UUID or slug of the record.' },
        type: {
          ...objectSchema,
          description: 'Slug or UUID of its object; only needed where the attribute may point at several objects.',
        },
        name: { type: 'string', maxLength: MAX_LABEL_LENGTH, description: 'As it was read; ignored.' },
      },
      required: ['id'],
      maxProperties: MAX_FIELDS,
    },
    readSchema({ target_object: objectSchema, target_record: recordSchema }, ['target_object', 'target_record']),
  ],
};
const wireSchema = {
  properties: {
    target_object: { type: 'string', format: 'uuid' },
    target_record: { type: 'string', format: 'uuid' },
    display_name: { type: 'string' },
    target_deleted: { type: 'boolean' },
  },
  required: ['target_object', 'target_record', 'target_deleted'],
};

/** A record's id or slug is enough to look for, without its object. */
const filter = idFilter({
  sortable: false,
  sql: field('record_id'),
  briefKey: (operand) => (typeof operand === 'string' ? recordIdOf(operand) : undefined),
});

const examples = [
  { id: '0197f000-0000-7000-8000-00000000000A', type: 'companies' },
  { id: 'ada-lovelace-02sz0FhJm3LrQx5nBxYGfZ', type: 'people' },
  { target_object: '0197f000-0000-7000-8000-0000000000b2', target_record: '0197f000-0000-7000-8000-00000000000b' },
];
const refusals = [
  '0197f000-0000-7000-8000-00000000000a',
  { id: 'ada-lovelace', type: 'people' },
  { id: '0197f000-0000-7000-8000-00000000000a', type: 'unicorns' },
  { id: '0197f000-0000-7000-8000-00000000000a', type: 'people', title: 'Dr' },
  { id: 'zzzzzzzzzzzzzzzzzzzzzz', type: 'people' },
];

const OBJECT_COLUMN: ReportColumn = {
  suffix: 'object',
  type: 'text',
  sql: (item, { objects }) => `${objects} ->> (${item} ->> 'object_id')`,
};

/** Its object is said where the attribute may point at several, or points at others now. */
function concise({ object_id, record_id }: Target, context: ValueContext, target?: ResolvedTarget): Json {
  const { allowedObjectIds, objectSlug } = context;
  const isOnly = allowedObjectIds.length === 1 && allowedObjectIds[0] === object_id;
  return {
    id: record_id,
    ...(target?.label && { name: target.label }),
    ...(!isOnly && { type: objectSlug(object_id) ?? object_id }),
    ...(target?.deleted && { target_deleted: true }),
  };
}

/** A type whose value points at a record. That the record exists is judged where the records are. */
export function referenceType(kind: Pick<ValueType, 'type' | 'limitsTargets' | 'hasOtherSide'>): ValueType {
  return defineValueType<{ object_id: string; record_id: string }>({
    ...kind,
    several: 'optional',
    canBeUnique: false,
    parse: (input, context) => {
      const { record, object: slugOrId } = pointer(input);
      return {
        object_id: slugOrId === undefined ? onlyObject(context) : allowedObject(slugOrId, context),
        record_id: record,
      };
    },
    serialise: (value, _context, target) => ({
      target_object: value.object_id,
      target_record: value.record_id,
      ...(target && target.label !== null && { display_name: target.label }),
      target_deleted: target?.deleted ?? false,
    }),
    concise,
    columns: ({ allowedObjectIds }) => (allowedObjectIds.length === 1 ? ['id', 'name'] : ['type', 'id', 'name']),
    reportColumns: ({ allowedObjectIds }) => [
      { type: 'uuid', sql: (item) => `${item} ->> 'record_id'` },
      { suffix: 'name', type: 'text', sql: (item, { label }) => label(`${item} ->> 'record_id'`) },
      ...(allowedObjectIds.length === 1 ? [] : [OBJECT_COLUMN]),
    ],
    compare: (a, b) => byText(a.object_id, b.object_id) || byText(a.record_id, b.record_id),
    text: () => '',
    search: false,
    filter,
    grouped: 'record',
    index: (value) => ({ ref: value.record_id }),
    target: (value): Target => value,
    fromDefault: fromJson,
    inputSchema,
    wireSchema,
    examples,
    refusals,
  });
}

function pointer(input: unknown): { record: string; object: string | undefined } {
  if (!isObject(input)) throw new ValueRefusal(`The value must be ${SHAPE}. Find the id by a search.`, SHAPE);
  try {
    return parts(input);
  } catch (refusal) {
    if (!(refusal instanceof ValueRefusal)) throw refusal;
    throw new ValueRefusal(`${refusal.message} Expected ${SHAPE}.`, refusal.expected, refusal.allowed);
  }
}

function parts(input: Record<string, unknown>): { record: string; object: string | undefined } {
  if (Object.hasOwn(input, 'target_object') || Object.hasOwn(input, 'target_record')) {
    const { target_record: record, target_object: object } = asRead(input);
    return { record, object };
  }
  const { id: record, type: object } = written(input);
  return { record, object };
}

/** An attribute that points at one object needs not be told which. */
function onlyObject({ allowedObjectIds }: ValueContext): string {
  const [only] = allowedObjectIds;
  if (only && allowedObjectIds.length === 1) return only;
  throw new ValueRefusal(`The value lacks type, the object of the record: ${SHAPE}.`, SHAPE);
}

function allowedObject(slugOrId: string, context: ValueContext): string {
  const objectId = context.findObjectId(slugOrId);
  const { allowedObjectIds } = context;
  if (objectId && (allowedObjectIds.length === 0 || allowedObjectIds.includes(objectId))) return objectId;
  const allowed = allowedObjectIds.map((id) => context.objectSlug(id) ?? id);
  const why = objectId ? 'is not an object this attribute may point at' : 'is not an object of this workspace';
  throw new ValueRefusal(
    `${quote(slugOrId)} ${why}.`,
    'the slug or UUID of an object',
    allowed.length > 0 ? allowed : undefined,
  );
}
