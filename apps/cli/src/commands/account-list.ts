import type { AccountView } from '#crm-domain/messaging';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { table } from '../terminal.js';
import { workspace } from './options.js';

export const accountList = defineCommand({
  name: 'account list',
  summary: 'Show the accounts of a workspace, without their credentials',
  options: { workspace },
  example: '--workspace $WORKSPACE',
  async run(given, { env }) {
    const accounts = await withDomain(env, async (domain) => {
      await domain.workspaces.get(given.workspace);
      return domain.accounts.list(given.workspace);
    });
    const rows = accounts.map((each) => [
      ...[each.channel_account_id, each.channel, each.status, whose(each), each.address],
      each.last_error_code ?? '',
    ]);
    const heading = ['Id', 'Channel', 'Status', 'Whose', 'Address', 'Last error'];
    return { json: accounts, text: table(heading, rows, 'No account is connected to the workspace.') };
  },
});

function whose({ owner, members }: AccountView): string {
  return owner ? owner.email : `shared: ${members.map(({ email }) => email).join(', ') || 'nobody yet'}`;
}
