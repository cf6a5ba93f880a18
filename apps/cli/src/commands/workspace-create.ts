import { filled, uuid } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';

export const workspaceCreate = defineCommand({
  name: 'workspace create',
  summary: 'Make a workspace with people, companies and deals',
  options: {
    name: { value: '<text>', about: 'What the workspace is called', required: true, check: filled },
    id: { value: '<uuid>', about: 'Its id; a new one if not given', check: uuid },
    'external-org-id': {
      value: '<id>',
      about: 'The identity provider’s id of it; its own id if not given',
      check: filled,
    },
    'no-api-access': { about: 'Start without the paid API access' },
  },
  example: '--name "Tarnwick" --json',
  async run(given, { env }) {
    const created = await withDomain(env, (domain) =>
      domain.workspaces.create({
        name: given.name,
        workspace_id: given.id,
        external_org_id: given['external-org-id'],
        api_access: !given['no-api-access'],
      }),
    );
    return { json: created, text: `Made workspace ${created.workspace_id}.` };
  },
});
