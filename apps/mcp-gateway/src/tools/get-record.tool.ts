import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { READS, objectParameter, recordParameter, recordShape, shortenRecord } from './shapes.js';

export const getRecord = defineTool({
  name: 'get_record',
  title: 'Get a record',
  description: 'Shows one record with its current values.',
  needs: 'read:data',
  input: z.strictObject({ object: objectParameter, record_id: recordParameter }),
  output: recordShape,
  hints: READS,
  proved: 'statement',
  shorten: shortenRecord,
  run: ({ records }, claim, { object, record_id }) => records.get(claim, { object, record: record_id }),
});
