import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { day, table } from '../terminal.js';
import { workspace } from './options.js';

export const connectionList = defineCommand({
  name: 'connection list',
  summary: 'Show the connected clients with their users and permissions',
  options: { workspace },
  example: '--workspace $WORKSPACE',
  async run(given, { env }) {
    const { connections, people } = await withDomain(env, async (domain) => ({
      people: await domain.workspaces.members(given.workspace),
      connections: await domain.connections.list(given.workspace, null),
    }));
    const rows = connections.map((each) => [
      ...[each.connection_id, each.revoked_at ? 'none (revoked)' : each.capabilities.join(',')],
      people.find(({ user_id }) => user_id === each.user_id)?.email ?? `${each.subject}, not a member`,
      ...[each.client_name ?? each.client_id, day(each.created_at), day(each.last_used_at)],
    ]);
    const heading = ['Id', 'Permissions', 'User', 'Client', 'Connected', 'Last used'];
    return { json: connections, text: table(heading, rows, 'No client is connected to the workspace.') };
  },
});
