import { AuditEntryEntity, AuditHeadEntity } from './audit/audit-entry.entity.js';
import { ApiKeyEntity } from './api-keys/api-key.entity.js';
import { AttributeEntity } from './attributes/attribute.entity.js';
import { ChoiceEntity } from './attributes/choice.entity.js';
import { AutomationEntity } from './automations/automation.entity.js';
import { AutomationRunEntity } from './automations/automation-run.entity.js';
import { ConnectionEntity } from './connections/connection.entity.js';
import { EventEntity } from './events/event.entity.js';
import { EventFeedEntity, EventHeadEntity, EventPendingEntity } from './events/event-feed.entity.js';
import { ExportChunkEntity, ExportEntity } from './exports/export.entity.js';
import { IdempotencyEntity } from './idempotency/idempotency.entity.js';
import { IdentityEventEntity, IdentityMembershipEntity } from './identity/identity.entity.js';
import { ChannelAccountEntity, ChannelAccountMemberEntity } from './messaging/accounts/channel-account.entity.js';
import { ConversationEntity } from './messaging/conversations/conversation.entity.js';
import { ConversationBlockEntity, UserBlockEntity } from './messaging/conversations/block.entity.js';
import { ConversationInboxEntity } from './messaging/conversations/conversation-inbox.entity.js';
import { ConversationParticipantEntity } from './messaging/conversations/conversation-participant.entity.js';
import { MessageEntity } from './messaging/conversations/message.entity.js';
import { MessageAttachmentEntity } from './messaging/conversations/message-attachment.entity.js';
import { MessageCopyEntity } from './messaging/conversations/message-copy.entity.js';
import { MessageDeliveryEntity } from './messaging/delivery/message-delivery.entity.js';
import { MessageRecipientEntity } from './messaging/conversations/message-recipient.entity.js';
import { ProviderEventEntity } from './messaging/inbound/provider-event.entity.js';
import { ObjectCountEntity, ObjectEntity } from './objects/object.entity.js';
import { ImportErrorEntity, ImportJobEntity, ImportPartEntity, ImportRowsEntity } from './imports/import.entity.js';
import { PersonErasureEntity } from './persons/person-erasure.entity.js';
import { PurgeEntity } from './purge/purge.entity.js';
import {
  IndexTextEntity,
  IndexNumberEntity,
  IndexRefEntity,
  RecordUniqueEntity,
  RecordReferenceEntity,
  RecordHandleEntity,
} from './records/tables/record-keys.entity.js';
import { RecordEntity } from './records/tables/record.entity.js';
import { ValueHistoryEntity } from './records/tables/value-history.entity.js';
import { RecordSearchEntity } from './search-index/record-search.entity.js';
import { ConsoleLoginEntity } from './sign-in/console-login.entity.js';
import { ConsoleSessionEntity } from './sign-in/console-session.entity.js';
import { ViewEntity } from './views/view.entity.js';
import { WebhookEntity } from './webhooks/webhook.entity.js';
import { WebhookDeliveryEntity } from './webhooks/webhook-delivery.entity.js';
import { AppUserEntity } from './workspaces/app-user.entity.js';
import { MembershipEntity, WorkspaceEntity } from './workspaces/workspace.entity.js';

/** Every table, as TypeORM knows it. Migrations alone change a database; a test compares it with these. */
export const ENTITIES = [
  ApiKeyEntity,
  AuditEntryEntity,
  AuditHeadEntity,
  AttributeEntity,
  ChoiceEntity,
  AutomationEntity,
  AutomationRunEntity,
  ConnectionEntity,
  EventEntity,
  EventFeedEntity,
  EventHeadEntity,
  EventPendingEntity,
  ExportEntity,
  ExportChunkEntity,
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
  MessageCopyEntity,
  MessageDeliveryEntity,
  MessageRecipientEntity,
  ProviderEventEntity,
  UserBlockEntity,
  ObjectEntity,
  ImportJobEntity,
  ImportPartEntity,
  ImportRowsEntity,
  ImportErrorEntity,
  PersonErasureEntity,
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
  ViewEntity,
  WebhookEntity,
  WebhookDeliveryEntity,
  AppUserEntity,
  MembershipEntity,
  WorkspaceEntity,
];
