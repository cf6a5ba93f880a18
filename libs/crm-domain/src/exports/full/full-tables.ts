import { AuditEntryEntity, AuditHeadEntity } from '../../audit/audit-entry.entity.js';
import { ApiKeyEntity } from '../../api-keys/api-key.entity.js';
import { AttributeEntity } from '../../attributes/attribute.entity.js';
import { ChoiceEntity } from '../../attributes/choice.entity.js';
import { AutomationEntity } from '../../automations/automation.entity.js';
import { AutomationRunEntity } from '../../automations/automation-run.entity.js';
import { ConnectionEntity } from '../../connections/connection.entity.js';
import type { EntityClass } from '../../db/data-source.js';
import { EventEntity } from '../../events/event.entity.js';
import { EventFeedEntity, EventHeadEntity, EventPendingEntity } from '../../events/event-feed.entity.js';
import { IdempotencyEntity } from '../../idempotency/idempotency.entity.js';
import { IdentityMembershipEntity } from '../../identity/identity.entity.js';
import { ImportErrorEntity, ImportJobEntity, ImportPartEntity, ImportRowsEntity } from '../../imports/import.entity.js';
import { ChannelAccountEntity, ChannelAccountMemberEntity } from '../../messaging/accounts/channel-account.entity.js';
import { ConversationBlockEntity, UserBlockEntity } from '../../messaging/conversations/block.entity.js';
import { ConversationEntity } from '../../messaging/conversations/conversation.entity.js';
import { ConversationInboxEntity } from '../../messaging/conversations/conversation-inbox.entity.js';
import { ConversationParticipantEntity } from '../../messaging/conversations/conversation-participant.entity.js';
import { MessageEntity } from '../../messaging/conversations/message.entity.js';
import { MessageAttachmentEntity } from '../../messaging/conversations/message-attachment.entity.js';
import { MessageCopyEntity } from '../../messaging/conversations/message-copy.entity.js';
import { MessageRecipientEntity } from '../../messaging/conversations/message-recipient.entity.js';
import { OUTCOME_UNKNOWN } from '../../messaging/delivery/delivery-state.js';
import { MessageDeliveryEntity } from '../../messaging/delivery/message-delivery.entity.js';
import { ObjectCountEntity, ObjectEntity } from '../../objects/object.entity.js';
import { PersonErasureEntity } from '../../persons/person-erasure.entity.js';
import { PurgeEntity } from '../../purge/purge.entity.js';
import {
  IndexNumberEntity,
  IndexRefEntity,
  IndexTextEntity,
  RecordHandleEntity,
  RecordReferenceEntity,
  RecordUniqueEntity,
} from '../../records/tables/record-keys.entity.js';
import { RecordEntity } from '../../records/tables/record.entity.js';
import { ValueHistoryEntity } from '../../records/tables/value-history.entity.js';
import { RecordSearchEntity } from '../../search-index/record-search.entity.js';
import { ViewEntity } from '../../views/view.entity.js';
import { WebhookEntity } from '../../webhooks/webhook.entity.js';
import { WebhookDeliveryEntity } from '../../webhooks/webhook-delivery.entity.js';
import { MembershipEntity, WorkspaceEntity } from '../../workspaces/workspace.entity.js';
import { ExportChunkEntity, ExportEntity } from '../export.entity.js';

/** How a table of a workspace is written to a full export, and what becomes of its rows when they are restored. */
export interface TableRule {
  entity: EntityClass;
  /** Columns that the file does not hold, and why. A restored row has their defaults. */
  withheld?: Readonly<Record<string, string>>;
  /** SQL of what a restored row has in a column, whatever the file says. `f.<column>` is the text in the file, or null. */
  restored?: Readonly<Record<string, string>>;
  /** SQL of ids of a row `p` that may be those of people: the file holds these people too. */
  people?: readonly string[];
}

const SECRET = 'a secret';
const LEASE = 'who works on it at this moment';

/** A restored workspace does nothing by itself before a person says so. */
const SWITCHED_OFF = {
  status: `'disabled'`,
  disabled_reason: `case when f.status = 'active' then 'Switched off when the workspace was restored.' else f.disabled_reason end`,
};

/** What had not ended in the file. Of a message, the workspace it comes from may have sent it since. */
const UNDER_WAY = 'f.finished_at is null';
const PENDING = `f.status = 'pending'`;

const OPEN_IMPORT = `f.state in ('uploading', 'reading', 'ready', 'checking', 'checked', 'running')`;

/** What a full export holds, in the order in which it is restored: what others refer to comes first. */
export const FULL_TABLES: readonly TableRule[] = [
  { entity: WorkspaceEntity },
  { entity: MembershipEntity, people: ['p.user_id'] },
  { entity: IdentityMembershipEntity },
  { entity: ConnectionEntity, people: ['p.user_id'] },
  { entity: ObjectEntity },
  { entity: ObjectCountEntity },
  { entity: AttributeEntity },
  { entity: ChoiceEntity },
  { entity: ViewEntity },
  { entity: RecordEntity, people: ['p.created_by_id'] },
  { entity: ValueHistoryEntity, people: ['p.created_by_id'] },
  { entity: IndexTextEntity },
  { entity: IndexNumberEntity },
  { entity: IndexRefEntity, people: ['p.v'] },
  { entity: RecordReferenceEntity },
  { entity: RecordUniqueEntity },
  { entity: RecordHandleEntity },
  { entity: RecordSearchEntity },
  {
    entity: PurgeEntity,
    withheld: { deleted_by_xid: 'a transaction of the database that the file comes from; another one counts anew' },
  },
  { entity: EventEntity, people: ['p.actor_id'] },
  { entity: EventFeedEntity },
  { entity: EventHeadEntity },
  { entity: EventPendingEntity },
  {
    entity: WebhookEntity,
    withheld: { secret: SECRET, old_secret: SECRET, old_secret_until: SECRET, lease_owner: LEASE, lease_until: LEASE },
    restored: { ...SWITCHED_OFF, secret: `''` },
  },
  { entity: WebhookDeliveryEntity },
  { entity: AutomationEntity, withheld: { lease_owner: LEASE, lease_until: LEASE }, restored: SWITCHED_OFF },
  {
    entity: AutomationRunEntity,
    restored: {
      state: `case when f.state = 'retrying' then 'stopped' else f.state end`,
      error: `case when f.state = 'retrying' then 'The automation was switched off.' else f.error end`,
    },
  },
  {
    entity: ChannelAccountEntity,
    withheld: {
      credentials: SECRET,
      push_secret_hash: SECRET,
      push_subscription_id: 'by it the provider tells the workspace that the file comes from',
      push_expires_at: 'by it the provider tells the workspace that the file comes from',
      sync_lease_owner: LEASE,
      sync_lease_until: LEASE,
    },
    restored: { status: `'disconnected'` },
    people: ['p.owner_user_id'],
  },
  { entity: ChannelAccountMemberEntity, people: ['p.user_id'] },
  { entity: ConversationEntity, people: ['p.created_by_user_id'] },
  { entity: ConversationParticipantEntity },
  { entity: ConversationInboxEntity, people: ['p.user_id'] },
  { entity: ConversationBlockEntity, people: ['p.user_id'] },
  { entity: UserBlockEntity, people: ['p.user_id'] },
  {
    entity: MessageEntity,
    restored: {
      status: `case when ${PENDING} then 'failed' else f.status end`,
      failure_code: `case when ${PENDING} then '${OUTCOME_UNKNOWN.code}' else f.failure_code end`,
      failure_detail: `case when ${PENDING} then '${OUTCOME_UNKNOWN.detail}' else f.failure_detail end`,
    },
    people: ['p.author_user_id'],
  },
  { entity: MessageRecipientEntity },
  { entity: MessageAttachmentEntity },
  { entity: MessageCopyEntity },
  {
    entity: MessageDeliveryEntity,
    withheld: { lease_owner: LEASE, lease_until: LEASE },
    restored: {
      state: `case when ${UNDER_WAY} then 'rejected' else f.state end`,
      finished_at: `coalesce(f.finished_at::timestamptz, now())`,
      last_error_code: `case when ${UNDER_WAY} then '${OUTCOME_UNKNOWN.code}' else f.last_error_code end`,
      last_error: `case when ${UNDER_WAY} then '${OUTCOME_UNKNOWN.detail}' else f.last_error end`,
      is_behind: `case when ${UNDER_WAY} then 'false' else f.is_behind end`,
    },
    people: ['p.sent_by_user_id'],
  },
  {
    entity: ImportJobEntity,
    withheld: { claim: LEASE },
    restored: {
      state: `case when ${OPEN_IMPORT} then 'failed' else f.state end`,
      failure: `case when ${OPEN_IMPORT} then 'The workspace was restored before the import had ended.' else f.failure end`,
      finished_at: `case when ${OPEN_IMPORT} then now() else f.finished_at::timestamptz end`,
      kept_until: 'null',
    },
    people: ['p.actor_id'],
  },
  {
    entity: PersonErasureEntity,
    withheld: { lease_until: LEASE, subject: 'whom somebody asked to erase: nothing of them is to stay' },
    restored: {
      state: `case when ${UNDER_WAY} then 'failed' else f.state end`,
      failure: `case when ${UNDER_WAY} then 'The workspace was restored before it had ended.' else f.failure end`,
      finished_at: `coalesce(f.finished_at::timestamptz, now())`,
    },
  },
  { entity: AuditEntryEntity, people: ['p.actor_id', `p.entry::jsonb #>> '{subject,id}'`] },
  { entity: AuditHeadEntity },
];

/** Tables of a workspace that a full export leaves out, and why. */
export const LEFT_OUT: readonly { entity: EntityClass; reason: string }[] = [
  { entity: ApiKeyEntity, reason: 'Secrets: whoever uses the restored workspace gets keys of its own.' },
  { entity: IdempotencyEntity, reason: 'Answers may hold secrets, are kept for a day, and belong to credentials.' },
  { entity: ExportEntity, reason: 'Files of the same data that are kept for a day, and the keys of their links.' },
  { entity: ExportChunkEntity, reason: 'Files of the same data that are kept for a day.' },
  { entity: ImportPartEntity, reason: 'A file that is being read, up to 1 GB; whoever sent it has it.' },
  { entity: ImportRowsEntity, reason: 'Rows of a file, kept for some days; what was imported is in the records.' },
  { entity: ImportErrorEntity, reason: 'Kept for some days beside the rows that they are about.' },
];
