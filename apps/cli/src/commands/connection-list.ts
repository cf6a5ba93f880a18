import type { Domain } from '#crm-domain';
import type { ConnectionView } from '#crm-domain/people';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { day, table } from '../terminal.js';
import { workspace } from './options.js';

type Members = Awaited<ReturnType<Domain['workspaces']['members']>>;

function userOf({ user_id, subject }: ConnectionView, members: Members): string {
  const member = members.find((each) => each.user_id === user_id);
  return member ? member.email || member.name : `${subject}, not a member`;
}

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
      userOf(each, people),
      ...[each.client_name ?? each.client_id, day(each.created_at), day(each.last_used_at)],
    ]);
    const heading = ['Id', 'Permissions', 'User', 'Client', 'Connected', 'Last used'];
    return { json: connections, text: table(heading, rows, 'No client is connected to the workspace.') };
  },
});
