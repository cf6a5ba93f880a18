import { email, filled } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { BadArguments } from '../failure.js';
import { workspace } from './options.js';

export const memberRemove = defineCommand({
  name: 'member remove',
  summary: 'Remove a person or a service from a workspace; they are refused from their next request on',
  details:
    'Their own messaging accounts are disconnected, and they no longer share other accounts; what they wrote stays. If they are added ' +
    'again, their connections can only read. If the identity provider sends webhooks about members, remove them there, too: otherwise ' +
    'the next webhook about this membership adds them again.',
  options: {
    workspace,
    email: { value: '<address>', about: 'Their e-mail address', check: email },
    subject: {
      value: '<id>',
      about: 'Their id at the identity provider, if they have no e-mail address or share it',
      check: filled,
    },
  },
  example: '--workspace $WORKSPACE --email ines@example.com',
  async run(given, { env }) {
    if (!given.email && !given.subject) throw new BadArguments('--email or --subject is missing', 'member remove');
    const who = { email: given.email, subject: given.subject };
    const { user_id, name } = await withDomain(env, (domain) => domain.workspaces.removeMember(given.workspace, who));
    return {
      json: { user_id, removed: true },
      text: `${name} (${user_id}) is no longer a member of workspace ${given.workspace}.`,
    };
  },
});
