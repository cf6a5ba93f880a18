import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';

export const memberAdd = defineCommand({
  name: 'member add',
  summary: 'make a user a member of a workspace, or change their role',
  options: {
    workspace: { value: '<uuid>', about: 'id of the workspace', required: true },
    subject: { value: '<sub>', about: "the user's id at the identity provider", required: true },
    email: { value: '<address>', about: 'e-mail address', required: true },
    name: { value: '<name>', about: 'name to show', required: true },
    role: { value: '<role>', about: 'member if not given', choices: ['admin', 'member'] },
    issuer: { value: '<url>', about: 'the identity provider, when it is not the usual one' },
  },
  example: '--workspace 0197f000-0000-7000-8000-000000000001 --subject user_42 --email ada@example.com --name "Ada Example" --role admin',
  async run({ workspace, role, ...user }) {
    const member = { ...user, workspace_id: workspace, role: role === 'admin' ? ('admin' as const) : ('member' as const) };
    const { user_id } = await withDomain((domain) => domain.workspaces.addMember(member));
    return { json: { user_id }, text: `${user.name} is ${member.role} of ${workspace}: ${user_id}` };
  },
});
