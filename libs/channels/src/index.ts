export type {
  Channel,
  ChannelAccess,
  DeliveryTrace,
  OutboundMessage,
  Outcome,
  Prepared,
  Reconciled,
} from './channel.js';
