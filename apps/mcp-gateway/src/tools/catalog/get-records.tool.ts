import { MAX_RECORD_KEY_LENGTH, MAX_TOGETHER } from '#crm-domain';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { followedBy } from '../support/fit-page.js';
import {
  READS,
  fieldsParameter,
  idOf,
  momentParameter,
  objectParameter,
  pageFormatParameter,
  recordsShape,
  shortenRow,
  trashedParameter,
} from '../support/shapes.js';

export const getRecords = defineTool({
  name: 'get_records',
  title: 'Get several records',
  description:
    'Shows records of one object by their ids, in the order given. missing names those that do not exist, left_out those for which there was no room: ask for them again. Name the fields you need and take format: concise or table.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter,
    ids: z.array(z.string().min(1).max(MAX_RECORD_KEY_LENGTH)).min(1).max(MAX_TOGETHER),
    fields: fieldsParameter.meta({ description: undefined }),
    format: pageFormatParameter,
    as_of: momentParameter.meta({ description: undefined }),
    trashed: trashedParameter.meta({ description: undefined }),
  }),
  output: z.object({
    ...recordsShape,
    missing: z.array(z.string()),
    left_out: z.array(z.string()).optional(),
  }),
  hints: READS,
  cost: 'page',
  proved: 'statement',
  rows: { key: 'records', shorten: shortenRow },
  run: async (services, caller, { object, as_of, ...asked }) => {
    const { records, table, missing, left_out } =
      as_of === undefined
        ? await services.records.getMany(caller, object, asked)
        : await services.recordPast.getMany(caller, object, { ...asked, as_of });
    const page = { ...(table ? { table } : { records }), missing, ...(left_out && { left_out }) };
    const ids = records.map(idOf);
    return followedBy(page, (rows) => ({ left_out: [...ids.slice(rows), ...(left_out ?? [])] }));
  },
});
