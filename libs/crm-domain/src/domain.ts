import type { DataSource } from 'typeorm';
import type { AccessPolicy } from './access/access-policy.js';
import { dataSource, searchSource, type DatabaseOptions } from './db/data-source.js';
import { Searches } from './records/query/searches.js';
import { ViewMembers } from './views/view-members.js';
import { Db } from './crm-database.js';
import { ENTITIES } from './entities.js';
import { SchemaCache } from './objects/schema-cache.js';
import * as services from './services.js';

/** The connections of a process, before anything is built on them. */
class Connections {
  readonly db: Db;
  /** For searches: the same where there is no other. */
  protected readonly searchDb: Db;

  /** Searches run on `searchSource`, where there is one. */
  constructor(
    readonly source: DataSource,
    readonly policy: AccessPolicy,
    private readonly searchSource?: DataSource,
  ) {
    this.db = new Db(source);
    this.searchDb = searchSource ? new Db(searchSource, 'search') : this.db;
  }

  async close(): Promise<void> {
    await this.closeSearch();
    if (this.source.isInitialized) await this.source.destroy();
  }

  /** Closes all but `source`, for whoever opened that and closes it. */
  async closeSearch(): Promise<void> {
    await Promise.all([this.db.close(), this.searchDb.close()]);
    if (this.searchSource?.isInitialized) await this.searchSource.destroy();
  }
}

/**
 * Everything the domain offers, wired over one connection pool. Made once per process. A service stands here and in
 * services.ts; Nest's module derives its providers from both.
 */
export class Domain extends Connections {
  readonly schemas = new SchemaCache(this.db);
  readonly searches = new Searches(this.searchDb);
  readonly access = new services.AccessService(this.db, this.policy);
  readonly accounts = new services.AccountService(this.db);
  readonly apiKeys = new services.ApiKeyService(this.db);
  readonly attributes = new services.AttributeService(this.db, this.schemas, this.policy);
  readonly choices = new services.ChoiceService(this.db, this.schemas, this.policy);
  readonly audit = new services.AuditService(this.db);
  readonly connections = new services.ConnectionService(this.db, this.access);
  readonly deliveries = new services.DeliveryService(this.db);
  readonly feed = new services.FeedService(this.db, this.access, this.schemas, this.policy);
  readonly idempotency = new services.IdempotencyService(this.db, this.access);
  readonly identities = new services.IdentityService(this.db);
  readonly objects = new services.ObjectService(this.db, this.schemas, this.policy);
  readonly conversations = new services.ConversationService(this.db, this.searches, this.schemas, this.policy);
  readonly draftReader = new services.DraftReader(this.db);
  readonly drafts = new services.DraftService(this.db, this.policy);
  readonly inboxes = new services.InboxService(this.db, this.policy);
  readonly outbound = new services.OutboundService(this.db, this.policy);
  readonly outbox = new services.OutboxService(this.db);
  readonly providerEvents = new services.ProviderEventService(this.db);
  readonly receiving = new services.ReceiveService(this.db, this.deliveries);
  readonly syncs = new services.SyncService(this.db, this.receiving);
  readonly purges = new services.PurgeService(this.db);
  readonly records = new services.RecordService(this.db, this.schemas, this.policy);
  readonly recordPast = new services.RecordPast(this.db, this.schemas, this.policy);
  readonly recordQueries = new services.RecordQueryService(this.db, this.searches, this.schemas, this.policy);
  readonly timelines = new services.TimelineService(this.db, this.recordQueries, this.schemas, this.policy);
  readonly recordAggregates = new services.RecordAggregateService(this.db, this.searches, this.schemas, this.policy);
  readonly recordReader = new services.RecordReader(this.db, this.searches, this.schemas, this.policy);
  readonly recordWriter = new services.RecordWriter(this.db, this.access, this.schemas, this.policy);
  readonly recordUpserter = new services.RecordUpserter(this, this.recordWriter);
  readonly duplicates = new services.DuplicateFinder(this.db, this.searches, this.schemas, this.policy);
  readonly recordMerges = new services.RecordMergeService(this, this.recordWriter);
  private readonly togetherWriter = new services.TogetherWriter(this);
  readonly recordBatches = new services.RecordBatchService(this.db, this, this.togetherWriter, {
    records: this.records,
    writer: this.recordWriter,
    upserter: this.recordUpserter,
  });
  readonly imports = new services.ImportService(this.db, this.schemas, this.policy);
  readonly importRunner = new services.ImportRunner(this);
  readonly searchIndex = new services.SearchIndexService(this.searchDb);
  readonly signIns = new services.SignInService(this.db);
  readonly sqlViews = new services.SqlViewsService(this.db);
  readonly undos = new services.UndoService(this.db, this.access, this.schemas);
  readonly views = new services.ViewService(this.db, this.schemas, this.policy);
  readonly viewMembers = new ViewMembers(this.db, this.recordQueries);
  readonly exports = new services.ExportService(this);
  readonly exportMaker = new services.ExportMaker(this);
  readonly restores = new services.RestoreService(this.db);
  readonly personEraser = new services.PersonEraser(this);
  readonly persons = new services.PersonService(this);
  readonly dryRuns = new services.DryRunService(this.db, this.access, this.schemas, this.viewMembers);
  readonly webhooks = new services.WebhookService(this.db, this);
  readonly webhookDeliveries = new services.WebhookDeliveryService(this.db, this.feed, this.viewMembers);
  readonly automations = new services.AutomationService(this.db, this);
  readonly automationRunner = new services.AutomationRunner(this.db, {
    feed: this.feed,
    schemas: this.schemas,
    records: this.recordWriter,
    deliveries: this.webhookDeliveries,
    viewMembers: this.viewMembers,
  });
  readonly workspaces = new services.WorkspaceService(this.db);

  /**
   * Connects.
   *
   * @param policy decides what callers may do
   * @throws Error when the database cannot be reached
   */
  static async open(options: string | DatabaseOptions, policy: AccessPolicy): Promise<Domain> {
    const given = typeof options === 'string' ? { url: options } : options;
    const source = await dataSource(given, ENTITIES).initialize();
    try {
      return new Domain(source, policy, await searchSource(given).initialize());
    } catch (error) {
      await source.destroy();
      throw error;
    }
  }

  /** Opens connections before a process says that it is ready: its first callers would wait for them. */
  async warmUp(): Promise<void> {
    await this.db.warmUp(({ schema }) => schema.load());
  }

  /** The service of a class. @throws when no part of the domain is of it */
  get<Service>(type: new (...parts: never[]) => Service): Service {
    const found = Object.values(this).find((part) => part instanceof type);
    if (!found) throw new Error(`The domain has no ${type.name}: add it in domain.ts.`);
    return found as Service;
  }
}
