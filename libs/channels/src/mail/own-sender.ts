import { sameAddresses } from '#crm-domain/messaging';
import type { ChannelAccess } from '../contract/channel.js';

/** Whether an address is that of the account; what is no mail address says nothing. */
export function isOwn(
  address: string,
  { address: own, external_account_id }: Pick<ChannelAccess, 'address' | 'external_account_id'>,
): boolean {
  return !address.includes('@') || [own, external_account_id].some((each) => sameAddresses('email', [address], [each]));
}
