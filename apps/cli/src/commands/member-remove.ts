import { email, filled } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { workspace } from './options.js';

export const memberRemove = defineCommand({
  name: 'member remove',
  summary: 'Take a person out of a workspace; they are refused from the next request on',
  details:
    'Their own messaging accounts are disconnected, shared ones are no longer theirs; what they wrote stays. Who is added again finds ' +
    'their connections able to read. Where the identity provider tells of members, remove them there too: its next word about the ' +
    'membership would bring them back.',
  options: {
    workspace,
    email: { value: '<address>', about: 'Their e-mail address', required: true, check: email },
    subject: { value: '<id>', about: 'Their id at the identity provider, where two have the address', check: filled },
  },
  example: '--workspace $WORKSPACE --email ines@example.com',
  async run(given, { env }) {
    const who = { email: given.email, subject: given.subject };
    const { user_id, name } = await withDomain(env, (domain) => domain.workspaces.removeMember(given.workspace, who));
    return {
      json: { user_id, removed: true },
      text: `${name} (${user_id}) is no longer a member of workspace ${given.workspace}.`,
    };
  },
});
