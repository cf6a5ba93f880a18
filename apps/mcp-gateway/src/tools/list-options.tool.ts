import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { READS, attributeParameter, objectParameter } from './shapes.js';

export const listOptions = defineTool({
  name: 'list_options',
  title: 'List options',
  description:
    'Lists the options of a select or multi-select attribute, archived ones included and flagged. Only options that are not archived can be written.',
  needs: 'read:data',
  input: z.strictObject({ object: objectParameter, attribute: attributeParameter }),
  output: z.object({
    options: z.array(z.object({ id: z.string(), title: z.string(), sort_order: z.number(), is_archived: z.boolean() })),
  }),
  hints: READS,
  run: async ({ choices }, actor, { object, attribute }) => {
    const rows = await choices.rows(actor, { kind: 'option', object, attribute });
    return {
      options: rows.map(({ choice_id, title, sort_order, archived_at }) => ({
        id: choice_id,
        title,
        sort_order,
        is_archived: archived_at !== null,
      })),
    };
  },
});
