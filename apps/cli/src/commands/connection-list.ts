import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { table } from '../terminal.js';
import { workspace } from './options.js';

export const connectionList = defineCommand({
  name: 'connection list',
  summary: 'Show which clients are connected, for whom, and what they may do',
  options: { workspace },
  example: '--workspace $WORKSPACE',
  async run(given, { env }) {
    const connections = await withDomain(env, async (domain) => {
      await domain.workspaces.get(given.workspace);
      return domain.connections.list(given.workspace, null);
    });
    const rows = connections.map((each) => [
      each.connection_id,
      each.revoked_at ? 'revoked' : each.tier,
      each.subject,
      each.client_name ?? each.client_id,
    ]);
    return {
      json: connections,
      text: table(['Id', 'May', 'Subject', 'Client'], rows, 'No client is connected to the workspace.'),
    };
  },
});
