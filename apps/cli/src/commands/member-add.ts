import { email, filled, oneOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { readDemoFile } from '../demo-file.js';
import { BadArguments } from '../failure.js';
import { workspace } from './options.js';

export const memberAdd = defineCommand({
  name: 'member add',
  summary: 'Add a person or a service to a workspace, or change their role',
  details:
    'A service is an assistant or a program without a browser: its client gets tokens for itself at the identity provider, by the grant ' +
    'client_credentials. It starts read-only, as every client; an admin of the workspace decides what it may do on the screen "Connected ' +
    'clients". It cannot sign in, is never an admin, and has no inbox unless an account is given to its address.',
  options: {
    workspace,
    service: { about: 'Add a service; it needs neither --subject nor --email' },
    client: { value: '<id>', about: 'The client id of the service at the identity provider', check: filled },
    subject: {
      value: '<id>',
      about: 'The id (sub) at the identity provider; a service’s client id if not given',
      check: filled,
    },
    email: { value: '<address>', about: 'The e-mail address', check: email },
    name: { value: '<text>', about: 'The name', required: true, check: filled },
    role: { value: 'admin|member', about: 'Their role', default: 'member', check: oneOf(['admin', 'member']) },
    issuer: { value: '<url>', about: 'The identity provider, if it is not MCP_AUTH_URL', check: filled },
  },
  example: '--workspace $WORKSPACE --subject ines --email ines@example.com --name "Ines Falk" --role admin',
  async run(given, { env }) {
    const { workspace: workspace_id, service, client, name } = given;
    const problem = problemOf(given);
    if (problem) throw new BadArguments(problem, 'member add');
    const [subject, address] = [given.subject ?? client!, given.email ?? ''];
    const role = given.role as 'admin' | 'member';
    const issuer = given.issuer ?? issuerOf(env);
    const member = { workspace_id, issuer, subject, email: address, name, role };
    const added = await withDomain(env, (domain) =>
      domain.workspaces.addMember({ ...member, ...(service && { service_client_id: client! }) }),
    );
    const what = service ? 'a service' : role;
    return { json: added, text: `${name} (${added.user_id}) is ${what} of workspace ${workspace_id}.` };
  },
});

function problemOf({ service, client, subject, email: address }: Who): string | undefined {
  if (service) return client ? undefined : '--client is missing, which a service needs';
  if (client) return '--client is for a service: give --service as well';
  const missing = subject ? '--email' : '--subject';
  return subject && address ? undefined : `${missing} is missing`;
}

interface Who {
  service: boolean;
  client: string | undefined;
  subject: string | undefined;
  email: string | undefined;
}

function issuerOf(env: NodeJS.ProcessEnv): string {
  return env.MCP_AUTH_URL || readDemoFile()?.auth_url || 'local';
}
