import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { listPage, listParameters, listShape } from '../support/paging.js';
import { READS } from '../support/shapes.js';

// Said in words: the list of tools has little room.
const view = z.object({
  slug: z.string(),
  title: z.string(),
  object: z.string().nullable(),
  query: z.unknown(),
  state: z.enum(['active', 'broken']),
  broken_reason: z.string().nullable(),
});

export const listViews = defineTool({
  name: 'list_views',
  title: 'List views',
  description:
    'Lists the saved queries of the workspace, such as "Open deals". search_records and aggregate_records take one as view.',
  needs: 'read:data',
  input: z.strictObject(listParameters),
  output: z.object({
    views: z.array(view).meta({
      items: {},
      description:
        'Each with slug, title, object (null: deleted), query (filter, sort, fields, time_zone), state, and broken_reason where something it names was deleted: it cannot be run then',
    }),
    ...listShape,
  }),
  hints: READS,
  cost: 'page',
  rows: { key: 'views' },
  run: async ({ views }, actor, page) => {
    const { shown, beside } = listPage(
      await views.list(actor),
      page,
      ({ slug, title, object, query, state, broken_reason }) => ({ slug, title, object, query, state, broken_reason }),
    );
    return { views: shown, ...beside };
  },
});
