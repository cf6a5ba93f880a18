import { VALUE_TYPES, type AttributeType } from '#crm-domain';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { listPage, listParameters, listShape } from '../support/paging.js';
import { READS, objectParameter } from '../support/shapes.js';

export const listAttributes = defineTool({
  name: 'list_attributes',
  title: 'List attributes',
  description:
    'Lists the attributes of an object: slug, type, whether a value is required or unique, whether several are allowed, and how to write one.',
  needs: 'read:data',
  input: z.strictObject({ object: objectParameter, ...listParameters }),
  output: z.object({
    attributes: z.array(
      z.object({
        id: z.string(),
        slug: z.string(),
        title: z.string(),
        description: z.string().nullable(),
        type: z.string(),
        required: z.boolean(),
        unique: z.boolean(),
        multiple: z.boolean(),
        allowed_object_ids: z.array(z.string()).describe('Objects that a reference may point at; empty: any'),
      }),
    ),
    write_as: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .describe('Type -> JSON Schema of one value, as create_record and update_record accept it'),
    ...listShape,
  }),
  hints: READS,
  cost: 'page',
  rows: { key: 'attributes' },
  run: async ({ attributes }, actor, { object, ...page }) => {
    const active = (await attributes.list(actor, object)).filter((attribute) => attribute.archived_at === null);
    const { shown, beside } = listPage(active, page, ({ id, slug, title, description, type, config, ...flags }) => ({
      id: id.attribute_id,
      slug,
      title,
      description,
      type,
      required: flags.is_required,
      unique: flags.is_unique,
      multiple: flags.is_multi_select,
      allowed_object_ids: config.record_reference.allowed_object_ids,
    }));
    return {
      attributes: shown,
      write_as: Object.fromEntries(shown.map(({ type }) => [type, writtenForm(type as AttributeType)])),
      ...beside,
    };
  },
});

/** Of the forms a value may be written in, the first; the others are those in which values are read. */
function writtenForm(type: AttributeType): Record<string, unknown> {
  const { inputSchema } = VALUE_TYPES[type];
  const [first] = 'anyOf' in inputSchema ? (inputSchema.anyOf as object[]) : [inputSchema];
  return { ...first };
}
