// For what sends, receives and shows messages: the channels, the tools, the console and the command line.
export {
  CHANNELS,
  PROVIDERS,
  handleKind,
  isMail,
  providerOf,
  type ChannelName,
  type HandleKind,
  type ProviderName,
} from './messaging/channel-name.js';
export { isWhatsAppUserId } from './messaging/handle.js';
export {
  AccountService,
  mayManage,
  type AccountView,
  type NewAccount,
  type Seal,
} from './messaging/accounts/account.service.js';
export type { AccountUse } from './messaging/accounts/account.store.js';
export { userOf } from './messaging/user-of.js';
export { MAX_OF_RECORD, MAX_RELATED } from './messaging/conversations/conversation.statements.js';
export { APPROVALS, type Approval } from './connections/approval.js';
export { AwaitingApproval } from './messaging/drafts/approval.js';
export type { SentFrom } from './messaging/drafts/sending-account.js';
export type { OwnDraftWire, Sender, ShownSender, WholeDraftWire } from './messaging/drafts/draft-reader.service.js';
export {
  ConversationService,
  type ConversationPage,
  type Thread,
} from './messaging/conversations/conversation.service.js';
export type { ConversationFilter } from './messaging/conversations/conversation.store.js';
export type { ConversationWire } from './messaging/conversations/conversation-wire.js';
export { InboxService } from './messaging/conversations/inbox.service.js';
export type { InboxState } from './messaging/conversations/inbox.store.js';
export { DraftReader } from './messaging/drafts/draft-reader.service.js';
export { DraftService, type DraftWire } from './messaging/drafts/draft.service.js';
export { OutboundService } from './messaging/delivery/outbound.service.js';
export { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH, MAX_RECIPIENTS, replySubject } from './messaging/drafts/compose.js';
export {
  OUTBOX_STATES,
  OutboxService,
  type Delivery,
  type OutboxPage,
  type OutboxState,
} from './messaging/delivery/outbox.service.js';
export { DELIVERY_NUMBERS, type DeliveryNumbers } from './messaging/delivery/delivery-numbers.js';
export type { Lease } from './messaging/delivery/delivery-queue.store.js';
export type { OutgoingRow } from './messaging/delivery/delivery.store.js';
export type { ProviderReport } from './messaging/delivery/delivery-outcome.js';
export { DeliveryService, mayHaveDraft } from './messaging/delivery/delivery.service.js';
export type { Candidate, Verdict } from './messaging/delivery/delivery-state.js';
export type { ChannelAccountRow } from './messaging/accounts/channel-account.store.js';
export { SENT_WITHIN_MS, sameAddresses, sameText } from './messaging/delivery/same-message.js';
export { ProviderEventService } from './messaging/inbound/provider-event.service.js';
export type { ProviderEventRow } from './messaging/inbound/provider-event.store.js';
export { MessageUnderWay } from './messaging/delivery/message-under-way.js';
export { ReceiveService } from './messaging/inbound/receive.service.js';
export type { ReceivingAccount } from './messaging/inbound/receive.store.js';
export { settled } from './messaging/inbound/received-rows.js';
export type { Party, ReceivedAttachment, ReceivedMessage, ReceivedStatus } from './messaging/inbound/received.js';
export { SyncService, type LeftOut } from './messaging/inbound/sync.service.js';
export type { AccountKey } from './messaging/accounts/channel-account.entity.js';
export type { Push, PushedAccount, SyncedAccount } from './messaging/inbound/sync.store.js';
