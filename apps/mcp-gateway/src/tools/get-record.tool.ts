import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { fitValues } from './fit-record.js';
import { READS, attributeParameter, objectParameter, recordParameter, recordShape, shortenRecord } from './shapes.js';

const MOST_ATTRIBUTES = 100;
/** A relationship may hold thousands of links; a record of 2 MiB holds fewer than this. */
const MOST_VALUES = 10_000;
/** Longer than any text. */
const MOST_CHARACTERS = 1_000_000;

export const getRecord = defineTool({
  name: 'get_record',
  title: 'Get a record',
  description:
    'Shows one record with its current values. Of a record that is too long for one result the longest attributes are left out, and omitted names them: call it again with attributes to see those.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter,
    record_id: recordParameter,
    attributes: z
      .array(attributeParameter)
      .min(1)
      .max(MOST_ATTRIBUTES)
      .optional()
      .describe('Slugs or ids of the attributes to show, such as those in omitted; all if not given'),
    value_offset: z
      .number()
      .int()
      .min(0)
      .max(MOST_VALUES)
      .optional()
      .describe('next_value_offset of the answer before, beside the one attribute that it was about'),
    character_offset: z
      .number()
      .int()
      .min(0)
      .max(MOST_CHARACTERS)
      .optional()
      .describe('next_character_offset of the answer before, beside its next_value_offset and the one attribute'),
  }),
  output: recordShape.extend({
    next_value_offset: z
      .number()
      .optional()
      .describe(
        'Of one attribute that is too long for one result even alone: the value_offset that shows the values after these',
      ),
    next_character_offset: z
      .number()
      .optional()
      .describe(
        'Of one text that is too long for one result even alone: the character_offset that shows what comes after this part of it',
      ),
  }),
  hints: READS,
  proved: 'statement',
  shorten: (record, room, { attributes, value_offset: value = 0, character_offset: character = 0 }) =>
    attributes?.length === 1 ? fitValues(record as Shown, room, { value, character }) : shortenRecord(record, room),
  run: async ({ records }, claim, { object, record_id, attributes, value_offset = 0, character_offset = 0 }) => {
    const record = await records.get(claim, { object, record: record_id }, { attributes });
    if (value_offset === 0 && character_offset === 0) return record;
    const rest = Object.entries(record.values).map(([slug, values]) => {
      const [first, ...others] = values.slice(value_offset);
      return [slug, first ? [from(first, character_offset), ...others] : []];
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
