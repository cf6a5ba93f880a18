import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import {
  SYSTEM_FIELDS,
  attributeParameter,
  expecting,
  objectParameter,
  shortenRecord,
  valuesParameter,
  versionParameter,
  writtenParameters,
  writtenShape,
} from '../support/shapes.js';

export const upsertRecord = defineTool({
  name: 'upsert_record',
  title: 'Create or update a record',
  description:
    'Updates the record that has one of the values of a unique attribute, or creates one; created says which. A conflict if several records have them.',
  needs: 'write:data',
  input: z.strictObject({
    object: objectParameter,
    match: attributeParameter.describe('A unique attribute that is in values'),
    values: valuesParameter.describe('As in create_record'),
    expected_version: versionParameter.describe('As in update_record'),
    ...writtenParameters,
  }),
  output: writtenShape.extend({ created: z.boolean() }),
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  cost: 'record',
  undoable: true,
  shorten: shortenRecord,
  run: async ({ recordUpserter }, actor, { object, values, match, expected_version, ...shape }) => {
    const expected = expecting(expected_version);
    const input = { data: values, path: 'values', ignore: SYSTEM_FIELDS, match, expected, shape };
    const { record, created } = await recordUpserter.upsert(actor, object, input);
    return { ...record, created };
  },
});
