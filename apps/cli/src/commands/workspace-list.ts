import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { table } from '../terminal.js';

export const workspaceList = defineCommand({
  name: 'workspace list',
  summary: 'Show all workspaces of this database',
  options: {},
  example: '',
  async run(_given, { env }) {
    const workspaces = await withDomain(env, (domain) => domain.workspaces.list());
    const rows = workspaces.map((each) => [each.workspace_id, each.api_access ? 'on' : 'off', each.name]);
    return { json: workspaces, text: table(['Id', 'API access', 'Name'], rows, 'There is no workspace yet.') };
  },
});
