import { MAX_FIELD_LENGTH, invalid } from '#crm-domain';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { fitValues } from '../support/fit-record.js';
import {
  READS,
  fieldsParameter,
  formatParameter,
  momentParameter,
  objectParameter,
  recordParameter,
  recordShape,
  shortenRecord,
  trashedParameter,
} from '../support/shapes.js';

const MAX_ATTRIBUTES = 100;
/** A relationship may hold thousands of links; a record of 2 MiB holds fewer than this. */
const MAX_VALUES = 10_000;
/** Longer than any text. */
const MAX_CHARACTERS = 1_000_000;

export const getRecord = defineTool({
  name: 'get_record',
  title: 'Get a record',
  description:
    'Shows one record with its current values; with fields only those you need, with format: concise as bare values that can be written back. If it is too long for one result, its longest attributes are left out and named in omitted; get them with fields.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter,
    record_id: recordParameter,
    attributes: z
      .array(z.string().min(1).max(MAX_FIELD_LENGTH))
      .min(1)
      .max(MAX_ATTRIBUTES)
      .optional()
      .describe('Older form of fields'),
    fields: fieldsParameter,
    format: formatParameter,
    as_of: momentParameter,
    trashed: trashedParameter.meta({ description: undefined }),
    value_offset: z
      .number()
      .int()
      .min(0)
      .max(MAX_VALUES)
      .optional()
      .describe('next_value_offset of the previous result, together with its one attribute'),
    character_offset: z
      .number()
      .int()
      .min(0)
      .max(MAX_CHARACTERS)
      .optional()
      .describe(
        'next_character_offset of the previous result, together with its next_value_offset and its one attribute',
      ),
  }),
  output: recordShape.extend({
    next_value_offset: z
      .number()
      .optional()
      .describe('One attribute alone is too long: the value_offset of its next values'),
    next_character_offset: z
      .number()
      .optional()
      .describe('One text alone is too long: the character_offset of its next part'),
  }),
  hints: READS,
  cost: 'record',
  proved: 'statement',
  shorten: (record, room, { attributes, fields = attributes, format, value_offset, character_offset }) => {
    if (fields?.length !== 1 || format === 'concise') return shortenRecord(record, room);
    return fitValues(record as Detailed, room, { value: value_offset ?? 0, character: character_offset ?? 0 });
  },
  run: async (
    services,
    caller,
    { object, record_id, value_offset = 0, character_offset = 0, as_of, trashed, ...wanted },
  ) => {
    const at = { object, record: record_id };
    const record =
      as_of === undefined
        ? await services.records.get(caller, at, { ...wanted, trashed: trashed === 'only' })
        : await services.recordPast.get(caller, at, { ...wanted, as_of, trashed });
    if (value_offset === 0 && character_offset === 0) return record;
    if (wanted.format === 'concise') throw invalid([{ path: 'format', message: 'must be detailed with an offset.' }]);
    const rest = Object.entries((record as Detailed).values).map(([slug, values]) => {
      const [first, ...others] = values.slice(value_offset);
      return [slug, first ? [from(first as object, character_offset), ...others] : []];
    });
    return { ...record, values: Object.fromEntries(rest) as Shown['values'] };
  },
});

/** A value whose text begins at a character; of what is no text alone, the whole. */
function from(value: object, character: number): object {
  const { value: text } = value as { value?: unknown };
  return typeof text === 'string' ? { ...value, value: text.slice(character).toWellFormed() } : value;
}

type Shown = z.output<typeof recordShape>;
type Detailed = Shown & { values: Record<string, readonly unknown[]> };
