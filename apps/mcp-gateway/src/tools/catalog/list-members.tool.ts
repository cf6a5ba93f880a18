import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { listPage, listParameters, listShape } from '../support/paging.js';
import { READS } from '../support/shapes.js';

/** The oldest ones; as many as over REST. */
const MAX_MEMBERS = 1000;

export const listMembers = defineTool({
  name: 'list_members',
  title: 'List members',
  description:
    'Lists members: people and services. A value or a condition names one by user_id, by email, by a name that only one has, or as "me".',
  needs: 'read:data',
  input: z.strictObject(listParameters),
  output: z.object({
    members: z.array(
      z.object({
        user_id: z.string(),
        name: z.string(),
        email: z.string(),
        role: z.enum(['admin', 'member', 'service']),
        is_me: z.boolean(),
      }),
    ),
    ...listShape,
  }),
  hints: READS,
  cost: 'page',
  rows: { key: 'members' },
  run: async ({ workspaces }, actor, page) => {
    const people = await workspaces.members(actor.workspace_id, MAX_MEMBERS);
    const { shown, beside } = listPage(people, page, ({ user_id, name, email, role }) => ({
      user_id,
      name,
      email,
      role,
      is_me: user_id === actor.user_id,
    }));
    return { members: shown, ...beside };
  },
});
