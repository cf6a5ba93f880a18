import type { Domain } from '#crm-domain';
import { CHANNELS, isMail, type ChannelName, type ReceivingAccount } from '#crm-domain/messaging';
import { accountSeal } from '../account-credentials.js';
import type { DevProviders, ProviderAccount } from '../dev-providers.js';

interface Owner {
  user_id: string;
  name: string;
}

/**
 * An account of the owner on every channel, open at the development providers; those that are there get new tokens, and
 * what somebody disconnected stays so.
 */
export async function connectDemoAccounts(
  domain: Domain,
  workspaceId: string,
  { owner, providers, keys }: { owner: Owner; providers: DevProviders; keys: string },
): Promise<ReceivingAccount[]> {
  const known = await domain.accounts.list(workspaceId);
  const connected: ReceivingAccount[] = [];
  for (const channel of CHANNELS) {
    const account = accountOf(channel, workspaceId, owner);
    const there = known.find((each) => each.channel === channel && each.address === account.address);
    if (there?.status === 'disconnected') continue;
    const { access_token, refresh_token, expires_in } = await providers.account(account);
    const expires_at = new Date(Date.now() + expires_in * 1000).toISOString();
    const credentials = { access_token, expires_at, obtained_at: new Date().toISOString() };
    const seal = await accountSeal(keys, workspaceId, { ...credentials, ...(refresh_token && { refresh_token }) });
    const { external_account_id, address, name: display_name } = account;
    const wanted = { channel, external_account_id, address, display_name, owner_user_id: owner.user_id };
    const { channel_account_id } = await domain.accounts.connect(workspaceId, wanted, { seal });
    connected.push({ workspace_id: workspaceId, channel_account_id, channel, owner_user_id: owner.user_id, address });
  }
  return connected;
}

const NAMES: Partial<Record<ChannelName, string>> = {
  whatsapp: 'WhatsApp number',
  facebook: 'page',
  instagram: 'Instagram account',
};

/** Ids tell workspaces apart: what comes in for one is not shown in another. */
export function accountOf(channel: ChannelName, workspaceId: string, { name }: Pick<Owner, 'name'>): ProviderAccount {
  const mark = workspaceId.slice(-6);
  const digits = String(parseInt(mark, 16)).padStart(8, '0');
  if (isMail(channel)) {
    const address = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}.${mark}@${channel}.example.com`;
    return { channel, external_account_id: address, address, name };
  }
  const address = channel === 'whatsapp' ? `+1555${digits.slice(-7)}` : `Demo ${mark}`;
  return { channel, external_account_id: `10${digits}`, address, name: `${name}’s ${NAMES[channel]}` };
}
