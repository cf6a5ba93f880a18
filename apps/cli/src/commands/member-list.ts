import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { table } from '../terminal.js';
import { workspace } from './options.js';

export const memberList = defineCommand({
  name: 'member list',
  summary: 'Show the people and services of a workspace',
  options: { workspace },
  example: '--workspace $WORKSPACE',
  async run(given, { env }) {
    const members = await withDomain(env, (domain) => domain.workspaces.members(given.workspace));
    const rows = members.map(({ user_id, role, name, email }) => [user_id, role, name, email]);
    return { json: members, text: table(['Id', 'Role', 'Name', 'E-mail'], rows, 'The workspace has no members.') };
  },
});
