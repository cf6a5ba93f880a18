import { emails, listOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { peopleOf } from '../people-of.js';
import { account, workspace } from './options.js';

export const accountSet = defineCommand({
  name: 'account set',
  summary: 'Set who shares an account without an owner',
  options: {
    workspace,
    account,
    members: {
      value: '<list>',
      about: 'Addresses of all who share it from now on, separated by commas',
      required: true,
      check: emails,
    },
  },
  example: '--workspace $WORKSPACE --account $ACCOUNT --members ines@example.com,omar@example.com',
  async run(given, { env }) {
    const members = listOf(given.members);
    await withDomain(env, async (domain) => {
      const ids = await peopleOf(domain, given.workspace, members);
      await domain.accounts.setMembers(given.workspace, given.account, ids);
    });
    return {
      json: { channel_account_id: given.account.toLowerCase(), members },
      text: `The account is shared by ${members.join(', ')}.`,
    };
  },
});
