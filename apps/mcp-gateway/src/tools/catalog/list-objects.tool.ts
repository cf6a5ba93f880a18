import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { listPage, listParameters, listShape } from '../support/paging.js';
import { READS } from '../support/shapes.js';

export const listObjects = defineTool({
  name: 'list_objects',
  title: 'List objects',
  description:
    'Lists the record types of the workspace, such as people, deals, notes and tasks. Their slugs are used by the other tools.',
  needs: 'read:data',
  input: z.strictObject(listParameters),
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
    ...listShape,
  }),
  hints: READS,
  cost: 'page',
  rows: { key: 'objects' },
  run: async ({ objects }, actor, page) => {
    const visible = (await objects.list(actor)).filter((object) => object.archived_at === null);
    const { shown, beside } = listPage(visible, page, ({ id, slug, singular_noun, plural_noun, is_system_object }) => ({
      id: id.object_id,
      slug,
      singular_noun,
      plural_noun,
      type: is_system_object ? ('system' as const) : ('custom' as const),
    }));
    return { objects: shown, ...beside };
  },
});
