import { CHANNELS, isMail, type ChannelName } from '#crm-domain/messaging';
import { accountSeal, credentialKeysOf, readCredentials } from '../account-credentials.js';
import { email, emails, filled, listOf, oneOf } from '../checks.js';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { BadArguments } from '../failure.js';
import { checkMailbox } from '../mailbox-owner.js';
import { peopleOf } from '../people-of.js';
import { WHY_WEBHOOKS, missingForWhatsApp, subscribeWhatsApp } from '../whatsapp-webhooks.js';
import { workspace } from './options.js';

export const accountAdd = defineCommand({
  name: 'account add',
  summary: 'Connect a mailbox, number or page for outgoing and incoming messages',
  details:
    'The credentials are read from ACCOUNT_CREDENTIALS or from stdin, never from the command line, and are encrypted with ' +
    'CREDENTIALS_KEYS. For gmail and outlook, give a refresh token that was issued to the OAuth client of the services; for the other ' +
    'channels, an access token; or a JSON object with access_token, refresh_token, and expires_at or expires_in. A token of instagram ' +
    'without an expiry is taken to be valid for 60 days. If the account is already connected, its credentials are replaced. The provider of a mailbox is ' +
    'asked whose credentials these are, and those of another mailbox are refused. --email and ' +
    '--members take the e-mail addresses of members; --external-id is not for mailboxes.',
  options: {
    workspace,
    channel: { value: CHANNELS.join('|'), about: 'The provider', required: true, check: oneOf(CHANNELS) },
    address: {
      value: '<address>',
      about: 'Mail address, number or name of the page',
      required: true,
      check: filled,
    },
    'external-id': {
      value: '<id>',
      about: 'phone_number_id, page id or Instagram id',
      check: filled,
    },
    name: { value: '<text>', about: 'The display name of the account', check: filled },
    email: {
      value: '<address>',
      about: 'The owner; without one it is shared',
      check: email,
    },
    members: {
      value: '<list>',
      about: 'Who shares it, separated by commas',
      check: emails,
    },
  },
  example:
    '--workspace $WORKSPACE --channel whatsapp --external-id 1070000000 --address +15555550142 --name "Front desk"',
  async run(given, { env }) {
    const channel = given.channel as ChannelName;
    if (given.email && given.members) throw new BadArguments('--email and --members exclude each other', 'account add');
    const external = isMail(channel) ? given.address.toLowerCase() : given['external-id'];
    // The credentials are asked for the address alone: under another name they would be somebody else's.
    if (isMail(channel) && given['external-id'])
      throw new BadArguments('--external-id is not for mailboxes, which their address names', 'account add');
    if (!external) throw new BadArguments(`--external-id is missing, which ${channel} needs`, 'account add');
    const keys = credentialKeysOf(env);
    const read = await readCredentials(env, channel);
    const { credentials, note: unchecked } = await checkMailbox(env, { channel, address: given.address }, read);
    const seal = await accountSeal(keys, given.workspace, credentials);
    const connected = await withDomain(env, async (domain) => {
      const [owner_user_id = null] = await peopleOf(domain, given.workspace, given.email ? [given.email] : []);
      const member_ids = given.members && (await peopleOf(domain, given.workspace, listOf(given.members)));
      const account = { channel, external_account_id: external, address: given.address, owner_user_id };
      const rest = { display_name: given.name ?? null, ...(member_ids && { member_ids }) };
      return domain.accounts.connect(given.workspace, { ...account, ...rest }, { seal });
    });
    const text = `Connected ${given.address} on ${channel} as ${connected.channel_account_id}.`;
    const note = unchecked ?? noteOn(channel, env);
    return note ? { json: { ...connected, note }, text: `${text}\n${note}` } : { json: connected, text };
  },
});

/** What a number needs beside its credentials; a running `npm start` has it. */
function noteOn(channel: ChannelName, env: NodeJS.ProcessEnv): string | undefined {
  if (channel !== 'whatsapp' || !env.DATABASE_URL) return undefined;
  const missing = missingForWhatsApp(env);
  const set = missing.length > 0 ? `Set ${missing.join(' and ')} for the services; they are not set here. ` : '';
  return `${set}${subscribeWhatsApp(env)}. ${WHY_WEBHOOKS}`;
}
