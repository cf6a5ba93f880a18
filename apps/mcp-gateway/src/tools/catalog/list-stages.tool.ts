import { stageFlags } from '#crm-domain';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { listPage, listParameters, listShape } from '../support/paging.js';
import { READS, attributeParameter, objectParameter } from '../support/shapes.js';

const flags = z.object({ is_closed: z.boolean(), is_won: z.boolean(), is_lost: z.boolean() });

export const listStages = defineTool({
  name: 'list_stages',
  title: 'List stages',
  description:
    'Lists the active stages of a pipeline attribute in pipeline order, each with its meaning: closed, won, lost.',
  needs: 'read:data',
  input: z.strictObject({ object: objectParameter, attribute: attributeParameter, ...listParameters }),
  output: z.object({
    stages: z.array(z.object({ id: z.string(), title: z.string(), sort_order: z.number(), config: flags })),
    ...listShape,
  }),
  hints: READS,
  cost: 'page',
  rows: { key: 'stages' },
  run: async ({ choices }, actor, { object, attribute, ...page }) => {
    const rows = await choices.rows(actor, { kind: 'stage', object, attribute });
    const active = rows.filter((stage) => stage.archived_at === null);
    const { shown, beside } = listPage(active, page, ({ choice_id, title, sort_order, config }) => ({
      id: choice_id,
      title,
      sort_order,
      config: stageFlags(config!),
    }));
    return { stages: shown, ...beside };
  },
});
