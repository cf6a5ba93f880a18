import type { ChannelName } from '../channel-name.js';

/** What decides from which account a message leaves. */
export interface SentFrom {
  channel: ChannelName;
  /** Null for a new one. */
  conversation_id: string | null;
  /** The message that is answered. */
  reply_to: string | null;
}

/** The account a message leaves from. */
export interface SendingAccount {
  channel_account_id: string;
  address: string;
  external_account_id: string;
  /** Others read what leaves from it. */
  is_shared: boolean;
  /** The conversation came in through another one of this channel, which this person cannot send through any more. */
  is_other: boolean;
  /** The address of the account that would come first, did it not have to be connected again; null: there is none. */
  instead_of: string | null;
}

/**
 * Whether a draft would leave from an account of which its writer was not told. Their own is no surprise where there was
 * none.
 *
 * @param known the account that it would have left from when it was last written; null: none
 */
export function isUnknownSender({ channel_account_id, is_shared }: SendingAccount, known: string | null): boolean {
  return known === null ? is_shared : known !== channel_account_id;
}
