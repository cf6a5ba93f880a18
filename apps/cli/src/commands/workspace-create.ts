import { filled, uuid } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';

export const workspaceCreate = defineCommand({
  name: 'workspace create',
  summary: 'Create a workspace with its system objects, such as people and tasks',
  options: {
    name: { value: '<text>', about: 'The name of the workspace', required: true, check: filled },
    id: { value: '<uuid>', about: 'Its id; default: a new one', check: uuid },
    'external-org-id': {
      value: '<id>',
      about: 'Its id at the identity provider; default: the id of the workspace',
      check: filled,
    },
    'no-api-access': { about: 'Create it without the paid API access' },
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
    return { json: created, text: `Created workspace ${created.workspace_id}.` };
  },
});
