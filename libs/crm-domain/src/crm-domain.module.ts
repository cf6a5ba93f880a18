import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccessService } from './access/access.service.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { AttributeService } from './attributes/attribute.service.js';
import { AutomationRunner } from './automations/automation-runner.js';
import { AutomationService } from './automations/automation.service.js';
import { ChoiceService } from './attributes/choice.service.js';
import { ConnectionService } from './connections/connection.service.js';
import { dataSource, searchSource, type DatabaseOptions } from './db/data-source.js';
import { Domain } from './domain.js';
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
import { PurgeService } from './purge/purge.service.js';
import { RecordQueryService } from './records/query/record-query.service.js';
import { RecordService } from './records/record.service.js';
import { RecordWriter } from './records/record-writer.js';
import { SearchIndexService } from './search-index/search-index.service.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { WebhookDeliveryService } from './webhooks/webhook-delivery.service.js';
import { WebhookService } from './webhooks/webhook.service.js';
import { WorkspaceService } from './workspaces/workspace.service.js';

const part = <T>(service: Type<T>, of: (domain: Domain) => T): Provider => ({
  provide: service,
  useFactory: of,
  inject: [Domain],
});

const SERVICES: Provider[] = [
  part(AccessService, (domain) => domain.access),
  part(AccountService, (domain) => domain.accounts),
  part(ApiKeyService, (domain) => domain.apiKeys),
  part(AttributeService, (domain) => domain.attributes),
  part(AutomationService, (domain) => domain.automations),
  part(AutomationRunner, (domain) => domain.automationRunner),
  part(ChoiceService, (domain) => domain.choices),
  part(ConnectionService, (domain) => domain.connections),
  part(FeedService, (domain) => domain.feed),
  part(DeliveryService, (domain) => domain.deliveries),
  part(IdempotencyService, (domain) => domain.idempotency),
  part(IdentityService, (domain) => domain.identities),
  part(ObjectService, (domain) => domain.objects),
  part(ConversationService, (domain) => domain.conversations),
  part(DraftService, (domain) => domain.drafts),
  part(InboxService, (domain) => domain.inboxes),
  part(OutboundService, (domain) => domain.outbound),
  part(OutboxService, (domain) => domain.outbox),
  part(ProviderEventService, (domain) => domain.providerEvents),
  part(PurgeService, (domain) => domain.purges),
  part(ReceiveService, (domain) => domain.receiving),
  part(SyncService, (domain) => domain.syncs),
  part(RecordService, (domain) => domain.records),
  part(RecordQueryService, (domain) => domain.recordQueries),
  part(RecordWriter, (domain) => domain.recordWriter),
  part(SearchIndexService, (domain) => domain.searchIndex),
  part(SignInService, (domain) => domain.signIns),
  part(WebhookService, (domain) => domain.webhooks),
  part(WebhookDeliveryService, (domain) => domain.webhookDeliveries),
  part(WorkspaceService, (domain) => domain.workspaces),
];

/** The domain's services for a Nest application. The pools open with the application and close with it. */
@Module({})
export class CrmDomainModule implements OnApplicationShutdown {
  constructor(@Inject(Domain) private readonly domain: Domain) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    const connection = TypeOrmModule.forRootAsync({
      useFactory: () => ({ type: 'postgres' as const, retryAttempts: 0 }),
      dataSourceFactory: async () => dataSource(options, ENTITIES),
    });
    const domain: Provider = {
      provide: Domain,
      useFactory: async (source: DataSource) => new Domain(source, await searchSource(options).initialize()),
      inject: [DataSource],
    };
    return {
      module: CrmDomainModule,
      global: true,
      imports: [connection],
      providers: [domain, ...SERVICES],
      exports: [Domain, ...SERVICES],
    };
  }

  /** The other pool is TypeOrmModule's to close. */
  async onApplicationShutdown(): Promise<void> {
    await this.domain.closeSearch();
  }
}
