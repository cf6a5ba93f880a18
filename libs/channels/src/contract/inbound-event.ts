import type { ReceivedMessage, ReceivedStatus } from '#crm-domain/messaging';

/** What a stored event tells of one account, in words all channels share. */
export type InboundEvent = { external_account_id: string } & (
  | { kind: 'message'; message: ReceivedMessage }
  | { kind: 'status'; status: ReceivedStatus }
  /** Something is new there and has to be fetched. */
  | { kind: 'changed' }
  /** The account as a whole has a problem, by the provider's code. */
  | { kind: 'trouble'; code: string }
);
