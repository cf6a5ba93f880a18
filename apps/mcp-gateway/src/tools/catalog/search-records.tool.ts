import { MAX_OFFSET, invalid, type Caller, type RecordQuery } from '#crm-domain';
import { z } from 'zod';
import { defineTool, type ToolServices } from '../define-tool.js';
import {
  READS,
  filterParameter,
  limitParameter,
  objectParameter,
  offsetParameter,
  recordShape,
  shortenRecord,
  sortParameter,
  wordsParameter,
} from '../support/shapes.js';

export const searchRecords = defineTool({
  name: 'search_records',
  title: 'Search records',
  description:
    'Finds records of an object: all of them, oldest first, or those that contain the words of query and meet every condition of filter, in the order of sort. A page has at most 150,000 characters. While has_more is true, next_offset is the offset of the next page.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter,
    query: wordsParameter,
    filter: filterParameter,
    sort: sortParameter,
    limit: limitParameter,
    offset: offsetParameter,
  }),
  output: z.object({
    records: z.array(recordShape),
    total: z.number(),
    total_is_exact: z
      .boolean()
      .optional()
      .describe(
        'Only with query, filter or sort. false: total is a lower bound, because counting would have taken too long or contains did not search the whole of some texts',
      ),
    has_more: z.boolean(),
    next_offset: z.number().optional(),
  }),
  hints: READS,
  cost: 'page',
  proved: 'statement',
  rows: { key: 'records', shorten: shortenRecord },
  run: async (services, caller, { object, limit, offset, ...asked }) => {
    const isQuery = Object.values(asked).some((part) => part !== undefined);
    if (isQuery) return find(services, caller, { object, ...asked, limit, offset });
    const { records, total } = await services.records.list(caller, object, { limit, offset });
    const next_offset = offset + records.length;
    const has_more = records.length > 0 && next_offset < total;
    return { records, total, has_more, ...(has_more ? { next_offset } : {}) };
  },
});

async function find(
  { recordQueries }: ToolServices,
  caller: Caller,
  { object, ...query }: RecordQuery & { object: string },
) {
  if (query.offset > MAX_OFFSET) {
    const expected = `at most ${MAX_OFFSET}`;
    throw invalid([{ path: 'offset', message: `Expected ${expected}; narrow the search instead.`, expected }]);
  }
  const { records, passed, total, total_is_exact, next_cursor } = await recordQueries.query(caller, object, query);
  const next_offset = query.offset + passed;
  const has_more = next_cursor !== undefined;
  return { records, total, total_is_exact, has_more, ...(has_more ? { next_offset } : {}) };
}
