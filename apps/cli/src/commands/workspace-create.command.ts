import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';

export const workspaceCreate = defineCommand({
  name: 'workspace create',
  summary: 'create a workspace with the system objects people, companies and deals',
  options: {
    name: { value: '<name>', about: 'its name', required: true },
    id: { value: '<uuid>', about: 'its id, when one exists already elsewhere' },
    'no-api-access': { about: 'start without the right to use the API' },
  },
  example: '--name "Acme"',
  async run({ name, id, 'no-api-access': closed }) {
    const { workspace_id } = await withDomain((domain) => domain.workspaces.create({ name, workspace_id: id, api_access: !closed }));
    return { json: { workspace_id }, text: `Created the workspace "${name}": ${workspace_id}` };
  },
});
