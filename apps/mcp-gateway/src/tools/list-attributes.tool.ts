import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { READS, objectParameter } from './shapes.js';

export const listAttributes = defineTool({
  name: 'list_attributes',
  title: 'List attributes',
  description:
    'Lists the attributes of an object: slug, type, and whether a value is required, unique, or may be several.',
  needs: 'read:data',
  input: z.strictObject({ object: objectParameter }),
  output: z.object({
    attributes: z.array(
      z.object({
        ...{
          id: z.string(),
          slug: z.string(),
          title: z.string(),
          description: z.string().nullable(),
          type: z.string(),
        },
        ...{ required: z.boolean(), unique: z.boolean(), multiple: z.boolean() },
        allowed_object_ids: z
          .array(z.string())
          .describe('Objects a reference may point at; empty means any, and nothing on other types'),
      }),
    ),
  }),
  hints: READS,
  run: async ({ attributes }, actor, { object }) => {
    const active = (await attributes.list(actor, object)).filter((attribute) => attribute.archived_at === null);
    return {
      attributes: active.map(({ id, slug, title, description, type, config, ...flags }) => ({
        ...{ id: id.attribute_id, slug, title, description, type },
        ...{ required: flags.is_required, unique: flags.is_unique, multiple: flags.is_multi_select },
        allowed_object_ids: config.record_reference.allowed_object_ids,
      })),
    };
  },
});
