import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { listPage, listParameters, listShape } from '../support/paging.js';
import { READS, attributeParameter, objectParameter } from '../support/shapes.js';

export const listOptions = defineTool({
  name: 'list_options',
  title: 'List options',
  description:
    'Lists the options of a select or multi-select attribute, including archived ones, which are marked. Only options that are not archived can be written.',
  needs: 'read:data',
  input: z.strictObject({ object: objectParameter, attribute: attributeParameter, ...listParameters }),
  output: z.object({
    options: z.array(z.object({ id: z.string(), title: z.string(), sort_order: z.number(), is_archived: z.boolean() })),
    ...listShape,
  }),
  hints: READS,
  cost: 'page',
  rows: { key: 'options' },
  run: async ({ choices }, actor, { object, attribute, ...page }) => {
    const rows = await choices.rows(actor, { kind: 'option', object, attribute });
    const { shown, beside } = listPage(rows, page, ({ choice_id, title, sort_order, archived_at }) => ({
      id: choice_id,
      title,
      sort_order,
      is_archived: archived_at !== null,
    }));
    return { options: shown, ...beside };
  },
});
