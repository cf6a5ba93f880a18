import { createHash } from 'node:crypto';
import type { ChannelName, ReceivedMessage, ReceivedStatus } from '#crm-domain/messaging';

/** What a stored event tells of one account, in words all channels share. */
export type InboundEvent = { external_account_id: string } & (
  | { kind: 'message'; message: ReceivedMessage }
  | { kind: 'status'; status: ReceivedStatus }
  /** Something is new there and has to be fetched. */
  | { kind: 'changed' }
  /** The account as a whole has a problem, by the provider's code. */
  | { kind: 'trouble'; code: string }
);

/** One thing that a provider told, as it is kept until it is worked on. */
export interface StoredEvent {
  channel: ChannelName;
  /** The same whenever the same thing is told again. */
  dedup_key: string;
  /** Accounts take turns. What names the account to its provider, or is as much its own; empty where nothing does. */
  account: string;
  payload: object;
}

/** What names something that has no id of its own: what it says. */
export function digestOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
