import {
  FILTER_OPERATORS,
  FORMATS,
  MAX_FIELD_LENGTH,
  MAX_KEYS,
  MAX_NAMED,
  MAX_RECORD_KEY_LENGTH,
  QUERY_GRAMMAR,
  type ShownRecord,
} from '#crm-domain';
import { z } from 'zod';
import { fitRecord, fitRow } from './fit-record.js';

/** Parameters and results that several tools share, each with the words a client reads. */
export const objectParameter = z.string().min(1).max(100);
export const attributeParameter = z.string().min(1).max(100);
export const recordParameter = z.string().min(1).max(MAX_RECORD_KEY_LENGTH);
/** The moment of which something is shown. */
export const momentParameter = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('ISO 8601 with an offset: shows what was there then');

/** The version that a write expects. */
export const versionParameter = z.number().int().min(1).max(2_147_483_647).optional();
/** The same as the domain takes it. */
export const expecting = (version: number | undefined) => (version === undefined ? undefined : [version]);

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
      'Attribute slug or id -> one value, or a list of at most 50; null clears it. list_attributes shows how to write values.',
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
export const limitParameter = wholeNumber.default(25).transform(clampLimit).describe('1 to 100');
export const offsetParameter = z
  .number()
  .int()
  .min(0)
  .max(999_999_999)
  .default(0)
  .describe('While has_more is true: next_offset');

export const wordsParameter = z
  .string()
  .max(1000)
  .optional()
  .describe(
    'Words that a record must contain, all of them; the last one may be a prefix. To be filtered, not searched: date, timestamp, number, checkbox, currency, record-reference, actor-reference, relationship. A record is found by its first 500 words',
  );
const inside = z.array(z.unknown()).max(QUERY_GRAMMAR.conditions).optional();
const oneCondition = z.strictObject({
  attribute: z
    .string()
    .max(255)
    .optional()
    .describe(
      'Slug or id of an attribute, a part of it (email_addresses.email_domain, name.last_name), one of a record that it refers to (company.name) or that refers back (deals.stage), or created_at, updated_at, created_by, record_id',
    ),
  operator: z
    .enum(FILTER_OPERATORS)
    .optional()
    .describe(
      'lt, lte, gt, gte, between: numbers, dates, amounts; starts_with, ends_with, contains: texts. contains searches only the first 64 characters; use query to search whole texts',
    ),
  value: z
    .unknown()
    .optional()
    .describe(
      'As written into records, or shorter: "ada@example.com"; a list for in and not_in, [from, to] for between; omitted for is_empty and is_not_empty. Dates may be relative: "today", "this_month", "last_quarter", {"days_ago": 30}.',
    ),
  match: z.enum(QUERY_GRAMMAR.matches).optional().describe('Of several values: any (default), all or none'),
  and: inside,
  or: inside.describe('In place of attribute and operator: conditions of which one has to hold'),
  not: z.unknown().optional(),
});
/** As over REST, one may stand alone. */
function asList(given: unknown): unknown {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? [given] : given;
}
/** What is combined by `and`, `or` and `not` is judged by the domain, which says where in it something is wrong. */
export const filterParameter = z
  .preprocess(asList, z.array(oneCondition).max(QUERY_GRAMMAR.conditions))
  .optional()
  .meta({
    description: `Conditions, all of which must hold; and, or, not nest ${QUERY_GRAMMAR.depth} deep; ${QUERY_GRAMMAR.conditions} conditions in all`,
    examples: [[{ attribute: 'job_title', operator: 'eq', value: 'Engineer' }]],
  });
export const viewParameter = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('Slug or id of a view (list_views): its conditions hold beside filter; object may be left out');
/** The same two where there is no room to say it twice. */
export const sameConditions = {
  filter: z
    .preprocess(asList, z.array(z.unknown()).max(QUERY_GRAMMAR.conditions))
    .optional()
    .meta({ description: 'As in search_records' }),
  view: viewParameter.meta({ description: undefined }),
};
export const totalParameter = z
  .enum(QUERY_GRAMMAR.totals)
  .optional()
  .describe('quick (default): exact where that is cheap, else a lower bound; exact: counts up to 10,000; none');
export const zoneParameter = z
  .string()
  .max(64)
  .optional()
  .describe('IANA name for relative dates and buckets; default UTC');
const oneSort = z.strictObject({
  attribute: z
    .string()
    .max(255)
    .describe('Slug or id of an attribute with one value, created_at, updated_at, or relevance (with query)'),
  direction: z.enum(['asc', 'desc']).optional(),
});
export const sortParameter = z
  .preprocess(
    (given) => (given === 'relevance' ? [{ attribute: given, direction: 'desc' }] : asList(given)),
    z.array(oneSort).max(QUERY_GRAMMAR.sorts),
  )
  .optional()
  .meta({
    description: 'Default: oldest first. Records without a value come last',
    examples: [[{ attribute: 'created_at', direction: 'desc' }]],
  });
export const trashedParameter = z.enum(['only']).optional().describe('only: records in the trash');

export const fieldsParameter = z
  .array(z.string().min(1).max(MAX_FIELD_LENGTH))
  .min(1)
  .max(MAX_NAMED)
  .optional()
  .describe(
    'What to show: attributes, of a referenced record too (company.name), created_at, updated_at, created_by, created_via, slug. Default: all',
  );
export const formatParameter = z
  .enum(['detailed', 'concise'])
  .optional()
  .describe('concise: bare values, as they are written; detailed (default): each with type, time and author');
export const pageFormatParameter = z
  .enum(FORMATS)
  .optional()
  .describe('concise and table show bare values, as they are written; detailed (default) shows type, time and author');

/** The fields that every form of a record has; which others stand beside them depends on what was asked for. */
export const recordShape = z.object({
  id: z.unknown().describe('concise: the id; detailed: an object with record_id'),
  version: z.number().optional().describe('Rises with every write'),
  values: z
    .record(z.string(), z.unknown())
    .describe('Attribute slug -> concise: the bare value, or a list; detailed: the list of its current values'),
  omitted: z
    .array(z.string())
    .optional()
    .describe('Attributes for which there was no room: name them in fields of get_record'),
});
/** The same in fewer words, for tools beside `get_record`, which says what they mean: the list of tools has little room. */
export const writtenParameters = {
  fields: fieldsParameter.meta({ description: undefined }),
  format: formatParameter.meta({ description: undefined }),
};
export const writtenShape = z.object({
  id: z.unknown(),
  version: z.number().optional(),
  values: z.record(z.string(), z.unknown()),
  omitted: z.array(z.string()).optional(),
});
/** Records, or the table that was asked for in their place. */
export const recordsShape = {
  records: z.array(writtenShape).optional(),
  table: z
    .object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) })
    .optional()
    .describe('In place of records. {"omitted": true} stands for a value that is too long'),
};

/** For tools whose result, or whose rows, are records; in a table they are lists. */
export const shortenRecord = (record: unknown, room: number) => fitRecord(record as z.output<typeof recordShape>, room);
export const shortenRow = (row: unknown, room: number) =>
  Array.isArray(row) ? fitRow(row, room) : shortenRecord(row, room);

/** The id of a record, whichever its form. */
export const idOf = ({ id }: ShownRecord) => (typeof id === 'string' ? id : id.record_id);

/** Fields a client may send back with the values it read; they are the service's own (contract: Write rules 1). */
export const SYSTEM_FIELDS: ReadonlySet<string> = new Set(['id', 'created_at', 'created_by']);

export const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
