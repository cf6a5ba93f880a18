import type { DataSource } from 'typeorm';
import { AccessService } from './access/access.service.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { AttributeService } from './attributes/attribute.service.js';
import { AutomationRunner } from './automations/automation-runner.js';
import { AutomationService } from './automations/automation.service.js';
import { ChoiceService } from './attributes/choice.service.js';
import { ConnectionService } from './connections/connection.service.js';
import { dataSource, searchSource, type DatabaseOptions } from './db/data-source.js';
import { Db } from './db/db.js';
import { ENTITIES } from './entities.js';
import { FeedService } from './events/feed.service.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { IdentityService } from './identity/identity.service.js';
import { AccountService } from './messaging/account.service.js';
import { DeliveryService } from './messaging/delivery.service.js';
import { ConversationService } from './messaging/conversation.service.js';
import { DraftService } from './messaging/draft.service.js';
import { InboxService } from './messaging/inbox.service.js';
import { OutboundService } from './messaging/outbound.service.js';
import { OutboxService } from './messaging/outbox.service.js';
import { ProviderEventService } from './messaging/provider-event.service.js';
import { ReceiveService } from './messaging/receive.service.js';
import { SyncService } from './messaging/sync.service.js';
import { ObjectService } from './objects/object.service.js';
import { SchemaCache } from './objects/schema-cache.js';
import { PurgeService } from './purge/purge.service.js';
import { RecordQueryService } from './records/query/record-query.service.js';
import { RecordService } from './records/record.service.js';
import { RecordWriter } from './records/record-writer.js';
import { SearchIndexService } from './search-index/search-index.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { WebhookDeliveryService } from './webhooks/webhook-delivery.service.js';
import { WebhookService } from './webhooks/webhook.service.js';
import { WorkspaceService } from './workspaces/workspace.service.js';

/** Everything the domain offers, wired over one connection pool. Made once per process. */
export class Domain {
  readonly db: Db;
  readonly access: AccessService;
  readonly accounts: AccountService;
  readonly apiKeys: ApiKeyService;
  readonly attributes: AttributeService;
  readonly automations: AutomationService;
  readonly automationRunner: AutomationRunner;
  readonly choices: ChoiceService;
  readonly connections: ConnectionService;
  readonly deliveries: DeliveryService;
  readonly feed: FeedService;
  readonly idempotency: IdempotencyService;
  readonly identities: IdentityService;
  readonly objects: ObjectService;
  readonly conversations: ConversationService;
  readonly drafts: DraftService;
  readonly inboxes: InboxService;
  readonly outbound: OutboundService;
  readonly outbox: OutboxService;
  readonly providerEvents: ProviderEventService;
  readonly purges: PurgeService;
  readonly receiving: ReceiveService;
  readonly records: RecordService;
  readonly recordQueries: RecordQueryService;
  readonly recordWriter: RecordWriter;
  readonly schemas: SchemaCache;
  readonly searchIndex: SearchIndexService;
  readonly signIns: SignInService;
  readonly syncs: SyncService;
  readonly webhooks: WebhookService;
  readonly webhookDeliveries: WebhookDeliveryService;
  readonly workspaces: WorkspaceService;

  /** Searches run on `searchSource`, where there is one. */
  constructor(
    readonly source: DataSource,
    private readonly searchSource?: DataSource,
  ) {
    this.db = new Db(source);
    const search = searchSource ? new Db(searchSource, 'search') : this.db;
    this.schemas = new SchemaCache(this.db);
    this.access = new AccessService(this.db);
    this.accounts = new AccountService(this.db);
    this.apiKeys = new ApiKeyService(this.db);
    this.attributes = new AttributeService(this.db, this.schemas);
    this.choices = new ChoiceService(this.db, this.schemas);
    this.connections = new ConnectionService(this.db, this.access);
    this.deliveries = new DeliveryService(this.db);
    this.feed = new FeedService(this.db, this.access, this.schemas);
    this.idempotency = new IdempotencyService(this.db, this.access);
    this.identities = new IdentityService(this.db);
    this.objects = new ObjectService(this.db, this.schemas);
    this.conversations = new ConversationService(this.db, this.schemas);
    this.drafts = new DraftService(this.db);
    this.inboxes = new InboxService(this.db);
    this.outbound = new OutboundService(this.db);
    this.outbox = new OutboxService(this.db);
    this.providerEvents = new ProviderEventService(this.db);
    this.receiving = new ReceiveService(this.db, this.deliveries);
    this.syncs = new SyncService(this.db, this.receiving);
    this.purges = new PurgeService(this.db);
    this.records = new RecordService(this.db, this.schemas);
    this.recordQueries = new RecordQueryService(this.db, search, this.schemas);
    this.recordWriter = new RecordWriter(this.db, this.access, this.schemas);
    this.searchIndex = new SearchIndexService(search);
    this.signIns = new SignInService(this.db);
    this.webhooks = new WebhookService(this.db, this.schemas, this.feed);
    this.webhookDeliveries = new WebhookDeliveryService(this.db, this.feed);
    this.automations = new AutomationService(this.db, this.schemas, this.feed);
    const { feed, schemas, recordWriter: records, webhookDeliveries: deliveries } = this;
    this.automationRunner = new AutomationRunner(this.db, { feed, schemas, records, deliveries });
    this.workspaces = new WorkspaceService(this.db);
  }

  async close(): Promise<void> {
    await this.closeSearch();
    if (this.source.isInitialized) await this.source.destroy();
  }

  /** For whoever opened `source` and closes it. */
  async closeSearch(): Promise<void> {
    if (this.searchSource?.isInitialized) await this.searchSource.destroy();
  }
}

/** Connects. @throws when the database cannot be reached */
export async function openDomain(options: string | DatabaseOptions): Promise<Domain> {
  const given = typeof options === 'string' ? { url: options } : options;
  const source = await dataSource(given, ENTITIES).initialize();
  try {
    return new Domain(source, await searchSource(given).initialize());
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
