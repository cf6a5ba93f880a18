import { BATCH_MODES, isApplied } from '#crm-domain/writes';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { SYSTEM_FIELDS, objectParameter } from '../support/shapes.js';
import { itemsTold } from '../support/tool-errors.js';

const MAX_ITEMS = 50;
const MAX_MEMBERS = 10;
/** Bytes of the records in a result; beyond them only ids are told. */
const MAX_RECORDS = 100_000;

// What it holds is judged by the domain, item by item.
const item = z
  .unknown()
  .refine((given) => typeof given === 'object' && given !== null && Object.keys(given).length <= MAX_MEMBERS, {
    error: `must be an object of at most ${MAX_MEMBERS} members`,
  })
  .meta({ type: 'object', maxProperties: MAX_MEMBERS });

export const batchRecords = defineTool({
  name: 'batch_records',
  title: 'Write many records',
  description: `Up to ${MAX_ITEMS} writes in order. An item has op and what its own tool takes, expected_version too: create {values}, update {record_id, values}, upsert {match, values}, delete {record_id, trashed}, trash, restore {record_id}. {"$ref": "<ref>"} stands for the record of an earlier item with that ref.`,
  needs: 'write:data',
  input: z.strictObject({
    object: objectParameter.optional().describe('Of items that name no object'),
    mode: z.enum(BATCH_MODES).describe('atomic: all items or none'),
    items: z.array(item).min(1).max(MAX_ITEMS),
  }),
  output: z.object({ applied: z.boolean(), results: z.array(z.unknown()) }),
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  cost: 'page',
  undoable: true,
  itemsOf: ({ items }) => items.length,
  run: async ({ recordBatches }, actor, { object, mode, items }, signal) => {
    const { results } = await recordBatches.run(actor, {
      mode,
      items,
      object,
      names: { data: 'values', record: 'record_id' },
      ignore: SYSTEM_FIELDS,
      shape: { format: 'concise' },
      room: MAX_RECORDS,
      signal,
    });
    return { applied: isApplied(results), results: itemsTold(results) };
  },
});
