import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { AttributeEntity } from './attributes/attribute.entity.js';
import { ChoiceEntity } from './attributes/choice.entity.js';
import { AutomationEntity } from './automations/automation.entity.js';
import { AutomationRunEntity } from './automations/automation-run.entity.js';
import { ConnectionEntity } from './connections/connection.entity.js';
import { EventEntity } from './events/event.entity.js';
import { EventFeedEntity } from './events/event-feed.entity.js';
import { EventHeadEntity } from './events/event-head.entity.js';
import { EventPendingEntity } from './events/event-pending.entity.js';
import { IdempotencyEntity } from './idempotency/idempotency.entity.js';
import { IdentityEventEntity } from './identity/identity-event.entity.js';
import { IdentityMembershipEntity } from './identity/identity-membership.entity.js';
import { ChannelAccountEntity } from './messaging/accounts/channel-account.entity.js';
import { ChannelAccountMemberEntity } from './messaging/accounts/channel-account-member.entity.js';
import { ConversationEntity } from './messaging/conversations/conversation.entity.js';
import { ConversationBlockEntity } from './messaging/conversations/conversation-block.entity.js';
import { ConversationInboxEntity } from './messaging/conversations/conversation-inbox.entity.js';
import { ConversationParticipantEntity } from './messaging/conversations/conversation-participant.entity.js';
import { MessageEntity } from './messaging/conversations/message.entity.js';
import { MessageAttachmentEntity } from './messaging/conversations/message-attachment.entity.js';
import { MessageDeliveryEntity } from './messaging/delivery/message-delivery.entity.js';
import { MessageRecipientEntity } from './messaging/conversations/message-recipient.entity.js';
import { ProviderEventEntity } from './messaging/inbound/provider-event.entity.js';
import { UserBlockEntity } from './messaging/conversations/user-block.entity.js';
import { ObjectEntity } from './objects/object.entity.js';
import { PurgeEntity } from './purge/purge.entity.js';
import { IndexNumberEntity } from './records/tables/index-number.entity.js';
import { IndexRefEntity } from './records/tables/index-ref.entity.js';
import { IndexTextEntity } from './records/tables/index-text.entity.js';
import { ObjectCountEntity } from './records/tables/object-count.entity.js';
import { RecordEntity } from './records/tables/record.entity.js';
import { RecordHandleEntity } from './records/tables/record-handle.entity.js';
import { RecordReferenceEntity } from './records/tables/record-reference.entity.js';
import { RecordUniqueEntity } from './records/tables/record-unique.entity.js';
import { ValueHistoryEntity } from './records/tables/value-history.entity.js';
import { RecordSearchEntity } from './search-index/record-search.entity.js';
import { ConsoleLoginEntity } from './sign-in/console-login.entity.js';
import { ConsoleSessionEntity } from './sign-in/console-session.entity.js';
import { WebhookEntity } from './webhooks/webhook.entity.js';
import { WebhookDeliveryEntity } from './webhooks/webhook-delivery.entity.js';
import { AppUserEntity } from './workspaces/app-user.entity.js';
import { MembershipEntity } from './workspaces/membership.entity.js';
import { WorkspaceEntity } from './workspaces/workspace.entity.js';

/** Every table, as TypeORM knows it. Migrations alone change a database; a test compares it with these. */
export const ENTITIES = [
  ApiKeyEntity,
  AttributeEntity,
  ChoiceEntity,
  AutomationEntity,
  AutomationRunEntity,
  ConnectionEntity,
  EventEntity,
  EventFeedEntity,
  EventHeadEntity,
  EventPendingEntity,
  IdempotencyEntity,
  IdentityEventEntity,
  IdentityMembershipEntity,
  ChannelAccountEntity,
  ChannelAccountMemberEntity,
  ConversationEntity,
  ConversationBlockEntity,
  ConversationInboxEntity,
  ConversationParticipantEntity,
  MessageEntity,
  MessageAttachmentEntity,
  MessageDeliveryEntity,
  MessageRecipientEntity,
  ProviderEventEntity,
  UserBlockEntity,
  ObjectEntity,
  PurgeEntity,
  IndexNumberEntity,
  IndexRefEntity,
  IndexTextEntity,
  ObjectCountEntity,
  RecordEntity,
  RecordHandleEntity,
  RecordReferenceEntity,
  RecordUniqueEntity,
  ValueHistoryEntity,
  RecordSearchEntity,
  ConsoleLoginEntity,
  ConsoleSessionEntity,
  WebhookEntity,
  WebhookDeliveryEntity,
  AppUserEntity,
  MembershipEntity,
  WorkspaceEntity,
];
