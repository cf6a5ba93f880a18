import { MAX_FROM } from '#crm-domain/writes';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import {
  SYSTEM_FIELDS,
  expecting,
  objectParameter,
  recordParameter,
  shortenRecord,
  valuesParameter,
  versionParameter,
  writtenParameters,
  writtenShape,
} from '../support/shapes.js';

export const mergeRecords = defineTool({
  name: 'merge_records',
  title: 'Merge records',
  description:
    'Makes duplicates one record: it keeps its values and gets those that it lacks; lists are united, references and conversations move. Old ids lead to it; undo_changes undoes it.',
  needs: 'write:data',
  input: z.strictObject({
    object: objectParameter,
    into: recordParameter.describe('The record that stays'),
    from: z.array(recordParameter.describe('')).min(1).max(MAX_FROM),
    values: valuesParameter.optional().describe('To hold instead, as in create_record'),
    expected_version: versionParameter,
    ...writtenParameters,
  }),
  output: writtenShape.extend({ merged: z.array(z.string()), references_moved: z.number() }),
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  cost: 'page',
  undoable: true,
  shorten: shortenRecord,
  run: async ({ recordMerges }, actor, { object, into, from, values, expected_version, ...shape }) => {
    const input = { into, from, values, ignore: SYSTEM_FIELDS, expected: expecting(expected_version), shape };
    const { record, ...told } = await recordMerges.merge(actor, object, input);
    return { ...record, ...told };
  },
});
