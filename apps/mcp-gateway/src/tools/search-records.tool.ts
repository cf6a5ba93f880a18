import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { READS, limitParameter, objectParameter, offsetParameter, recordShape } from './shapes.js';

export const searchRecords = defineTool({
  name: 'search_records',
  title: 'Search records',
  description:
    'Lists the records of an object, oldest first, page by page. While has_more is true, next_offset is the offset of the next page.',
  needs: 'read:data',
  input: z.strictObject({ object: objectParameter, limit: limitParameter, offset: offsetParameter }),
  output: z.object({
    records: z.array(recordShape),
    total: z.number(),
    has_more: z.boolean(),
    next_offset: z.number().optional(),
  }),
  hints: READS,
  rows: { key: 'records' },
  run: async ({ records }, actor, { object, limit, offset }) => {
    const page = await records.list(actor, object, { limit, offset });
    const next_offset = offset + page.records.length;
    const has_more = page.records.length > 0 && next_offset < page.total;
    return { records: page.records, total: page.total, has_more, ...(has_more ? { next_offset } : {}) };
  },
});
