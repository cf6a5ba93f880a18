import { email, filled, oneOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { readDemoFile } from '../demo-file.js';
import { workspace } from './options.js';

export const memberAdd = defineCommand({
  name: 'member add',
  summary: 'Add a person to a workspace, or change their role',
  options: {
    workspace,
    subject: { value: '<id>', about: 'The person’s id at the identity provider', required: true, check: filled },
    email: { value: '<address>', about: 'Their e-mail address', required: true, check: email },
    name: { value: '<text>', about: 'Their name', required: true, check: filled },
    role: { value: 'admin|member', about: 'Their role', default: 'member', check: oneOf(['admin', 'member']) },
    issuer: { value: '<url>', about: 'The identity provider, if it is not MCP_AUTH_URL', check: filled },
  },
  example: '--workspace $WORKSPACE --subject ines --email ines@example.com --name "Ines Falk" --role admin',
  async run(given, { env }) {
    const issuer = given.issuer ?? issuerOf(env);
    const member = { ...given, workspace_id: given.workspace, issuer, role: given.role as 'admin' | 'member' };
    const added = await withDomain(env, (domain) => domain.workspaces.addMember(member));
    return { json: added, text: `${given.name} (${added.user_id}) is ${given.role} of workspace ${given.workspace}.` };
  },
});

function issuerOf(env: NodeJS.ProcessEnv): string {
  return env.MCP_AUTH_URL || readDemoFile()?.auth_url || 'local';
}
