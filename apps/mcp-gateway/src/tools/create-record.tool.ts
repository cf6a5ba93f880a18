import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { SYSTEM_FIELDS, objectParameter, recordShape, shortenRecord, valuesParameter } from './shapes.js';

export const createRecord = defineTool({
  name: 'create_record',
  title: 'Create a record',
  description:
    'Creates a record of an object. Refused when a required attribute is missing or a unique value is held by another record.',
  needs: 'write:data',
  input: z.strictObject({ object: objectParameter, values: valuesParameter }),
  output: recordShape,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  shorten: shortenRecord,
  run: ({ recordWriter }, actor, { object, values }) =>
    recordWriter.create(actor, object, { data: values, path: 'values', ignore: SYSTEM_FIELDS }),
});
