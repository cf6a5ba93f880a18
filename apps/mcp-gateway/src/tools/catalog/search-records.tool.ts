import { QUERY_GRAMMAR, invalid, type AnswerShape, type Caller, type RecordQuery } from '#crm-domain';
import { z } from 'zod';
import { defineTool, type ToolServices } from '../define-tool.js';
import { followedBy } from '../support/fit-page.js';
import {
  READS,
  fieldsParameter,
  filterParameter,
  idOf,
  limitParameter,
  objectParameter,
  offsetParameter,
  pageFormatParameter,
  recordsShape,
  shortenRow,
  sortParameter,
  totalParameter,
  trashedParameter,
  viewParameter,
  wordsParameter,
  zoneParameter,
} from '../support/shapes.js';

export const searchRecords = defineTool({
  name: 'search_records',
  title: 'Search records',
  description:
    'Finds records of an object: all of them, oldest first, or those that contain the words of query and meet every condition of filter, in the order of sort. Name the fields you need and take format: concise or table; limit: 1 is enough for the total.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter.optional(),
    query: wordsParameter,
    filter: filterParameter,
    view: viewParameter,
    sort: sortParameter,
    time_zone: zoneParameter,
    total: totalParameter,
    trashed: trashedParameter,
    limit: limitParameter,
    offset: offsetParameter,
    cursor: z
      .string()
      .max(QUERY_GRAMMAR.cursor)
      .optional()
      .describe('With all else but limit as before; offset is ignored'),
    fields: fieldsParameter.meta({ description: undefined }),
    format: pageFormatParameter,
  }),
  output: z.object({
    ...recordsShape,
    total: z.number().optional().describe('Absent with total: none'),
    total_is_exact: z.boolean().optional().describe('false: see total_kind'),
    total_kind: z.enum(['at_least', 'estimate']).optional().describe('Only where total is not exact'),
    has_more: z.boolean(),
    next_offset: z.number().optional(),
    next_cursor: z.string().optional(),
  }),
  hints: READS,
  cost: 'page',
  proved: 'statement',
  rows: { key: 'records', shorten: shortenRow },
  run: async (services, caller, { object, limit, offset, fields, format, ...asked }) => {
    if (object === undefined && asked.view === undefined)
      throw invalid([{ path: 'object', message: 'is required unless view is given.', expected: 'string' }]);
    const shape = { fields, format };
    const isQuery = Object.values(asked).some((part) => part !== undefined);
    if (object === undefined || isQuery || offset <= QUERY_GRAMMAR.offset)
      return find(services, caller, {
        object,
        ...(asked as Partial<RecordQuery> & { view?: string }),
        limit,
        offset,
        ...shape,
      });
    // Only a listing goes as far by offsets.
    const { records, table, total } = await services.records.list(caller, object, { limit, offset, ...shape });
    const next_offset = offset + records.length;
    const has_more = records.length > 0 && next_offset < total;
    const page = { ...(table ? { table } : { records }), total, total_is_exact: true, has_more };
    return { ...page, ...(has_more ? { next_offset } : {}) };
  },
});

async function find(
  { recordQueries }: ToolServices,
  caller: Caller,
  { object, view, ...query }: RecordQuery & AnswerShape & { object: string | undefined; view?: string },
) {
  // A view knows its object.
  const found =
    object === undefined
      ? await recordQueries.queryView(caller, view!, query)
      : await recordQueries.query(caller, object, { ...query, view });
  const { records, table, passed, total, total_is_exact, total_kind, next_cursor, cursorAfter } = found;
  // An offset leads only as far as offsets go, and not on from a cursor.
  const after = (rows: number, cursor: string | undefined) => {
    const next_offset = query.offset + rows;
    const hasOffset = query.cursor === undefined && next_offset <= QUERY_GRAMMAR.offset;
    return { has_more: true, ...(hasOffset && { next_offset }), next_cursor: cursor };
  };
  const rest = next_cursor === undefined ? { has_more: false } : after(passed, next_cursor);
  const page = { ...(table ? { table } : { records }), total, total_is_exact, total_kind, ...rest };
  return followedBy(page, (rows) => after(rows, cursorAfter?.(idOf(records[rows - 1]!))));
}
