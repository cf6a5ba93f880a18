import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { READS } from './shapes.js';

export const listObjects = defineTool({
  name: 'list_objects',
  title: 'List objects',
  description:
    'Lists the record types of the workspace, such as people, companies and deals. Their slugs are used by the other tools.',
  needs: 'read:data',
  input: z.strictObject({}),
  output: z.object({
    objects: z.array(
      z.object({
        id: z.string(),
        slug: z.string(),
        singular_noun: z.string(),
        plural_noun: z.string(),
        type: z.enum(['system', 'custom']),
      }),
    ),
  }),
  hints: READS,
  run: async ({ objects }, actor) => {
    const visible = (await objects.list(actor)).filter((object) => object.archived_at === null);
    return {
      objects: visible.map(({ id, slug, singular_noun, plural_noun, is_system_object }) => ({
        ...{ id: id.object_id, slug, singular_noun, plural_noun },
        type: is_system_object ? ('system' as const) : ('custom' as const),
      })),
    };
  },
});
