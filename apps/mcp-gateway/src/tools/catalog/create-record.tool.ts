import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import {
  SYSTEM_FIELDS,
  objectParameter,
  shortenRecord,
  valuesParameter,
  writtenParameters,
  writtenShape,
} from '../support/shapes.js';

export const createRecord = defineTool({
  name: 'create_record',
  title: 'Create a record',
  description:
    'Creates a record of an object. Refused if a required attribute is missing or another record already has a unique value. A reference may be by a unique value: {"match": {"domains": "example.com"}}, with "create": true to create what is missing.',
  needs: 'write:data',
  input: z.strictObject({
    object: objectParameter,
    values: valuesParameter,
    ...writtenParameters,
  }),
  output: writtenShape,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  cost: 'record',
  undoable: true,
  shorten: shortenRecord,
  run: ({ recordWriter }, actor, { object, values, ...shape }) =>
    recordWriter.create(actor, object, { data: values, path: 'values', ignore: SYSTEM_FIELDS, shape }),
});
