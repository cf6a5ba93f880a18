import { z } from 'zod';

/** Parameters and results that several tools share, each with the words a client reads. */
export const objectParameter = z.string().min(1).max(100).describe('Slug or id of an object, for example "people"');
export const attributeParameter = z.string().min(1).max(100).describe('Slug or id of an attribute of that object');
export const recordParameter = z.string().min(1).max(200).describe('Id or slug of the record');
export const valuesParameter = z
  .record(z.string(), z.unknown())
  .describe(
    'Attribute slug or id -> one value, or a list of at most 50. null clears. list_attributes shows the attributes and their types.',
  );

// Out of range is clamped, not refused; what is no whole number is refused.
export const limitParameter = z
  .number()
  .int()
  .transform((limit) => Math.min(100, Math.max(1, limit)))
  .default(25)
  .describe('Rows in the page: 1 to 100, 25 if not given');
export const offsetParameter = z
  .number()
  .int()
  .min(0)
  .default(0)
  .describe('next_offset of the page before; 0 if not given');

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
});

/** Fields a client may send back with the values it read; they are the service's own (contract: Write rules 1). */
export const SYSTEM_FIELDS: ReadonlySet<string> = new Set(['id', 'created_at', 'created_by']);

export const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
