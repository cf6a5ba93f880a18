import { MAX_DUPLICATES_CURSOR } from '#crm-domain';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { followedBy } from '../support/fit-page.js';
import { READS, limitParameter, objectParameter, recordParameter } from '../support/shapes.js';

export const findDuplicates = defineTool({
  name: 'find_duplicates',
  title: 'Find duplicates',
  description:
    'Finds pairs of records that may be one, with reasons: the same e-mail address, phone number or domain, or a similar name. A page may be empty while has_more is true. merge_records merges them.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter,
    record_id: recordParameter.optional().describe('Only duplicates of this record'),
    limit: limitParameter,
    cursor: z.string().min(1).max(MAX_DUPLICATES_CURSOR).optional(),
  }),
  output: z.object({
    pairs: z.array(z.unknown()),
    skipped: z.array(z.unknown()).optional().describe('Values that too many records have'),
    has_more: z.boolean(),
    next_cursor: z.string().optional(),
  }),
  hints: READS,
  cost: 'page',
  proved: 'statement',
  rows: { key: 'pairs' },
  run: async ({ duplicates }, caller, { object, record_id, limit, cursor }) => {
    const { pairs, skipped, cursorAfter } = await duplicates.find(caller, object, { record: record_id, limit, cursor });
    const after = (rows: number) => {
      const next_cursor = cursorAfter(rows);
      return { has_more: next_cursor !== undefined, ...(next_cursor !== undefined && { next_cursor }) };
    };
    return followedBy({ pairs, ...(skipped.length > 0 && { skipped }), ...after(pairs.length) }, after);
  },
});
