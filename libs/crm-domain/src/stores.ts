import { AccessStore } from './access/access.store.js';
import { ApiKeyStore } from './api-keys/api-key.store.js';
import { AggregateStore } from './records/aggregate/aggregate.store.js';
import { AuditStore } from './audit/audit.store.js';
import { AutomationStore } from './automations/automation.store.js';
import { ConnectionStore } from './connections/connection.store.js';
import { ConsumerStore, findFollowers, type ConsumerKind, type Follower } from './events/consumer.store.js';
import { ClusterStore } from './consistency/cluster.store.js';
import { ConsistencyStore } from './consistency/consistency.store.js';
import { ExportStore } from './exports/export.store.js';
import { FullTableStore } from './exports/full/full-table.store.js';
import { EventStore } from './events/event.store.js';
import { IdempotencyStore } from './idempotency/idempotency.store.js';
import { IdentityStore } from './identity/identity.store.js';
import { AccountStore } from './messaging/accounts/account.store.js';
import { AlikeStore } from './messaging/delivery/alike.store.js';
import { ChannelAccountStore } from './messaging/accounts/channel-account.store.js';
import { BlockStore } from './messaging/conversations/block.store.js';
import { ConversationStore } from './messaging/conversations/conversation.store.js';
import { DeliveryQueueStore } from './messaging/delivery/delivery-queue.store.js';
import { DeliveryStore } from './messaging/delivery/delivery.store.js';
import { DraftListStore } from './messaging/drafts/draft-list.store.js';
import { DraftStore } from './messaging/drafts/draft.store.js';
import { RecordMessageStore } from './messaging/conversations/record-messages.store.js';
import { InboxStore } from './messaging/conversations/inbox.store.js';
import { OutboundStore } from './messaging/delivery/outbound.store.js';
import { OutboxStore } from './messaging/delivery/outbox.store.js';
import { ProviderEventStore } from './messaging/inbound/provider-event.store.js';
import { ReceiveStore } from './messaging/inbound/receive.store.js';
import { SyncStore } from './messaging/inbound/sync.store.js';
import { SchemaStore } from './objects/schema.store.js';
import { SqlViewsStore } from './reports/sql-views.store.js';
import { ErasureStore } from './persons/erasure.store.js';
import { PersonMessageStore } from './persons/person-message.store.js';
import { PersonStore } from './persons/person.store.js';
import { PurgeStore } from './purge/purge.store.js';
import { TogetherStore } from './records/batch/together.store.js';
import { ImportStore } from './imports/import.store.js';
import { DuplicatesStore } from './records/duplicates/duplicates.store.js';
import { MatchStore } from './records/matching/match.store.js';
import { MergeStore } from './records/merging/merge.store.js';
import { PastStore } from './records/past/past.store.js';
import { RecordQueryStore } from './records/query/record-query.store.js';
import { ReadingStore } from './records/reading/reading.store.js';
import { RecordStore } from './records/record.store.js';
import { RemovalStore } from './records/writing/removal.store.js';
import { SignInStore } from './sign-in/sign-in.store.js';
import { UndoStore } from './undo/undo.store.js';
import { ViewStore } from './views/view.store.js';
import { WebhookStore } from './webhooks/webhook.store.js';
import { WorkspaceStore } from './workspaces/workspace.store.js';
import type { Session } from './db/session.js';

/**
 * Stores bound to one workspace and one session. There is no other way to make one, so no query can forget its tenant.
 */
export class Stores {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  get access(): AccessStore {
    return new AccessStore(this.session);
  }
  get schema(): SchemaStore {
    return new SchemaStore(this.session, this.workspaceId);
  }
  get records(): RecordStore {
    return new RecordStore(this.session, this.workspaceId);
  }
  get together(): TogetherStore {
    return new TogetherStore(this.session, this.workspaceId);
  }
  get matches(): MatchStore {
    return new MatchStore(this.session);
  }
  get merges(): MergeStore {
    return new MergeStore(this.session, this.workspaceId);
  }
  get duplicates(): DuplicatesStore {
    return new DuplicatesStore(this.session, this.workspaceId);
  }
  get queries(): RecordQueryStore {
    return new RecordQueryStore(this.session, this.workspaceId);
  }
  get aggregates(): AggregateStore {
    return new AggregateStore(this.session, this.workspaceId);
  }
  get reading(): ReadingStore {
    return new ReadingStore(this.session, this.workspaceId);
  }
  get past(): PastStore {
    return new PastStore(this.session, this.workspaceId);
  }
  get removals(): RemovalStore {
    return new RemovalStore(this.session, this.workspaceId);
  }
  consistency(percent: number): ConsistencyStore {
    return new ConsistencyStore(this.session, this.workspaceId, percent);
  }
  get cluster(): ClusterStore {
    return new ClusterStore(this.session);
  }
  get events(): EventStore {
    return new EventStore(this.session, this.workspaceId);
  }
  get exports(): ExportStore {
    return new ExportStore(this.session, this.workspaceId);
  }
  get fullTables(): FullTableStore {
    return new FullTableStore(this.session, this.workspaceId);
  }
  get audit(): AuditStore {
    return new AuditStore(this.session, this.workspaceId);
  }
  /** The same, in the same session, of another workspace: for what happens in all workspaces of a person. */
  of(workspaceId: string): Stores {
    return new Stores(this.session, workspaceId);
  }
  get automations(): AutomationStore {
    return new AutomationStore(this.session, this.workspaceId);
  }
  get webhooks(): WebhookStore {
    return new WebhookStore(this.session, this.workspaceId);
  }
  consumers(kind: ConsumerKind): ConsumerStore {
    return new ConsumerStore(this.session, this.workspaceId, kind);
  }
  followers(): Promise<Follower[]> {
    return findFollowers(this.session, this.workspaceId);
  }
  get idempotency(): IdempotencyStore {
    return new IdempotencyStore(this.session, this.workspaceId);
  }
  get imports(): ImportStore {
    return new ImportStore(this.session, this.workspaceId);
  }
  get persons(): PersonStore {
    return new PersonStore(this.session, this.workspaceId);
  }

  get personMessages(): PersonMessageStore {
    return new PersonMessageStore(this.session, this.workspaceId);
  }
  get erasures(): ErasureStore {
    return new ErasureStore(this.session, this.workspaceId);
  }
  get purges(): PurgeStore {
    return new PurgeStore(this.session, this.workspaceId);
  }
  get accounts(): AccountStore {
    return new AccountStore(this.session, this.workspaceId);
  }
  get alike(): AlikeStore {
    return new AlikeStore(this.session);
  }
  get apiKeys(): ApiKeyStore {
    return new ApiKeyStore(this.session, this.workspaceId);
  }
  get channelAccounts(): ChannelAccountStore {
    return new ChannelAccountStore(this.session, this.workspaceId);
  }
  get connections(): ConnectionStore {
    return new ConnectionStore(this.session, this.workspaceId);
  }
  get deliveries(): DeliveryStore {
    return new DeliveryStore(this.session, this.workspaceId);
  }
  get deliveryQueue(): DeliveryQueueStore {
    return new DeliveryQueueStore(this.session);
  }
  get identities(): IdentityStore {
    return new IdentityStore(this.session, this.workspaceId);
  }
  get blocks(): BlockStore {
    return new BlockStore(this.session, this.workspaceId);
  }
  get conversations(): ConversationStore {
    return new ConversationStore(this.session, this.workspaceId);
  }
  get recordMessages(): RecordMessageStore {
    return new RecordMessageStore(this.session, this.workspaceId);
  }
  get draftLists(): DraftListStore {
    return new DraftListStore(this.session, this.workspaceId);
  }
  get drafts(): DraftStore {
    return new DraftStore(this.session, this.workspaceId);
  }
  get inboxes(): InboxStore {
    return new InboxStore(this.session, this.workspaceId);
  }
  get outbound(): OutboundStore {
    return new OutboundStore(this.session, this.workspaceId);
  }
  get outbox(): OutboxStore {
    return new OutboxStore(this.session, this.workspaceId);
  }
  get providerEvents(): ProviderEventStore {
    return new ProviderEventStore(this.session);
  }
  get received(): ReceiveStore {
    return new ReceiveStore(this.session, this.workspaceId);
  }
  get syncs(): SyncStore {
    return new SyncStore(this.session, this.workspaceId);
  }
  get signIns(): SignInStore {
    return new SignInStore(this.session);
  }
  get sqlViews(): SqlViewsStore {
    return new SqlViewsStore(this.session, this.workspaceId);
  }
  get undo(): UndoStore {
    return new UndoStore(this.session, this.workspaceId);
  }
  get views(): ViewStore {
    return new ViewStore(this.session, this.workspaceId);
  }
  get workspaces(): WorkspaceStore {
    return new WorkspaceStore(this.session, this.workspaceId);
  }
}
