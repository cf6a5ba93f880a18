import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { account, workspace } from './options.js';

export const accountDisconnect = defineCommand({
  name: 'account disconnect',
  summary: 'Disconnect an account; its credentials are deleted, its conversations stay',
  options: { workspace, account },
  example: '--workspace $WORKSPACE --account $ACCOUNT',
  async run(given, { env }) {
    await withDomain(env, (domain) => domain.accounts.disconnect(given.workspace, given.account));
    return {
      json: { channel_account_id: given.account.toLowerCase(), disconnected: true },
      text: `Disconnected the account ${given.account}.`,
    };
  },
});
