import { z } from 'zod';
import { defineTool } from './define-tool.js';
import { READS, attributeParameter, objectParameter } from './shapes.js';

const flags = z.object({ is_closed: z.boolean(), is_won: z.boolean(), is_lost: z.boolean() });

export const listStages = defineTool({
  name: 'list_stages',
  title: 'List stages',
  description:
    'Lists the active stages of a pipeline attribute in pipeline order, with what each means: closed, won, lost.',
  needs: 'read:data',
  input: z.strictObject({ object: objectParameter, attribute: attributeParameter }),
  output: z.object({
    stages: z.array(z.object({ id: z.string(), title: z.string(), sort_order: z.number(), config: flags })),
  }),
  hints: READS,
  run: async ({ choices }, actor, { object, attribute }) => {
    const rows = await choices.rows(actor, { kind: 'stage', object, attribute });
    const active = rows.filter((stage) => stage.archived_at === null);
    return {
      stages: active.map(({ choice_id, title, sort_order, config }) => ({
        id: choice_id,
        title,
        sort_order,
        config: config!,
      })),
    };
  },
});
