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

export const updateRecord = defineTool({
  name: 'update_record',
  title: 'Update a record',
  description:
    'Changes the given attributes of a record and leaves the others unchanged. A list replaces all values of its attribute; {"append": [...]}, {"remove": [...]} or both change it. Previous values are kept in the history.',
  needs: 'write:data',
  input: z.strictObject({
    object: objectParameter,
    record_id: recordParameter,
    values: valuesParameter.describe('As in create_record'),
    expected_version: versionParameter,
    ...writtenParameters,
  }),
  output: writtenShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  cost: 'record',
  undoable: true,
  shorten: shortenRecord,
  run: ({ recordWriter }, actor, { object, record_id, values, expected_version, ...shape }) =>
    recordWriter.update(
      actor,
      { object, record: record_id },
      { data: values, path: 'values', ignore: SYSTEM_FIELDS, expected: expecting(expected_version), shape },
    ),
});
