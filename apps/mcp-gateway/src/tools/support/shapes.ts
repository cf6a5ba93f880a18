import { FILTER_OPERATORS, MAX_RECORD_KEY_LENGTH, MAX_KEYS, UNSEARCHED_TYPES } from '#crm-domain';
import { z } from 'zod';
import { fitRecord } from './fit-record.js';

/** Parameters and results that several tools share, each with the words a client reads. */
export const objectParameter = z.string().min(1).max(100).describe('Slug or id of an object, for example "people"');
export const attributeParameter = z.string().min(1).max(100).describe('Slug or id of an attribute of that object');
export const recordParameter = z.string().min(1).max(MAX_RECORD_KEY_LENGTH).describe('Id or slug of the record');
// Judged by the domain, key by key: a record of zod leaves `__proto__` out, and nobody would be told.
export const valuesParameter = z
  .unknown()
  .refine((values) => typeof values === 'object' && values !== null && !Array.isArray(values), {
    error: 'must be an object',
    // The keys of a text are its characters: a million of them.
    abort: true,
  })
  .refine((values) => Object.keys(values ?? {}).length <= MAX_KEYS, `must have at most ${MAX_KEYS} members`)
  .meta({
    type: 'object',
    description:
      'Attribute slug or id -> one value, or a list of at most 50. null clears the attribute. list_attributes shows the attributes and how to write their values.',
    maxProperties: MAX_KEYS,
    propertyNames: { type: 'string', maxLength: 100 },
  });

// The `int` of zod refuses what is beyond 2^53.
export const wholeNumber = z
  .number()
  .superRefine((input, { addIssue }) => {
    if (!Number.isInteger(input)) addIssue({ code: 'invalid_type', expected: 'int', input });
  })
  .meta({ type: 'integer' });
/** Out of range is clamped, not refused. */
export const clampLimit = (limit: number) => Math.min(100, Math.max(1, limit));
export const limitParameter = wholeNumber
  .default(25)
  .transform(clampLimit)
  .describe('Maximum number of rows in the page: 1 to 100, default 25');
export const offsetParameter = z
  .number()
  .int()
  .min(0)
  .max(999_999_999)
  .default(0)
  .describe('next_offset of the previous page; default 0');

export const wordsParameter = z
  .string()
  .max(1000)
  .optional()
  .describe(
    `Words to find in a record; the last word matches as a prefix. Not searched are attributes of the types ${UNSEARCHED_TYPES.join(', ')}: use filter for them. Of a web address, only the domain is searched; of a long record, only the first 500 different words`,
  );
export const filterParameter = z
  .array(
    z.strictObject({
      attribute: attributeParameter,
      operator: z
        .enum(FILTER_OPERATORS)
        .describe(
          'lt, lte, gt, gte: numbers, dates, amounts; starts_with, contains: texts. contains searches only the first 64 characters; use query to search whole texts',
        ),
      value: z
        .unknown()
        .optional()
        .describe(
          'As written into records, or shorter: "ada@example.com", {"type": "user", "id": ...}; a list for in; omitted for is_empty and is_not_empty',
        ),
    }),
  )
  .max(10)
  .optional()
  .meta({
    description: 'Conditions; a record has to meet all of them',
    examples: [[{ attribute: 'job_title', operator: 'eq', value: 'Engineer' }]],
  });
export const sortParameter = z
  .strictObject({
    attribute: z.string().min(1).max(100).describe('Slug or id of an attribute with one value, or created_at'),
    direction: z.enum(['asc', 'desc']),
  })
  .optional()
  .describe('Default: oldest first. Records without a value come last');

const createdBy = z.object({ type: z.string(), id: z.string().nullable() });

const valueShape = z
  .looseObject({
    active_from: z.string(),
    active_until: z.string().nullable(),
    attribute_slug: z.string(),
    attribute_type: z.string(),
    created_by: createdBy,
  })
  .describe('A value with the fields of its type');

export const recordShape = z.object({
  id: z.object({ workspace_id: z.string(), object_id: z.string(), record_id: z.string() }),
  slug: z.string(),
  values: z.record(z.string(), z.array(valueShape)).describe('Attribute slug -> its current values'),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: createdBy,
  created_via: z.object({ via_import: z.boolean(), origin_name: z.string(), actor_name: z.string() }),
  omitted: z
    .array(z.string())
    .optional()
    .describe(
      'Attributes left out of values because the record is too long for one result; name them in attributes of get_record to get them. Absent if none is left out',
    ),
});

/** For tools whose result, or whose rows, are records. */
export const shortenRecord = (record: unknown, room: number) => fitRecord(record as z.output<typeof recordShape>, room);

/** Fields a client may send back with the values it read; they are the service's own (contract: Write rules 1). */
export const SYSTEM_FIELDS: ReadonlySet<string> = new Set(['id', 'created_at', 'created_by']);

export const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
