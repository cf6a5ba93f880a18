import type { Domain } from '#crm-domain';
import type { ChannelName, NewAccount } from '#crm-domain/messaging';

let made = 0;

export type AnAccount = Partial<NewAccount> & { workspace_id: string; channel?: ChannelName };

/** A connected account with credentials that are none. Gives its id. */
export async function anAccount(domain: Domain, wish: AnAccount): Promise<string> {
  const { workspace_id, channel = 'gmail', address = `mailbox-${++made}@example.com`, ...rest } = wish;
  const account = { display_name: null, owner_user_id: null, ...rest, channel, address };
  const seal = (id: string) => `v1.test.${id}`;
  const connected = { external_account_id: address, ...account };
  return (await domain.accounts.connect(workspace_id, connected, { seal })).channel_account_id;
}
