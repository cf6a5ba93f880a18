import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import {
  AuthModule,
  ConcurrencyLimits,
  ResourceServerGuard,
  rateLimitsOf,
  restGatekeeper,
  tokenSettingsFor,
} from '#auth';
import { ChannelsModule } from '#channels';
import { JobQueueModule } from '#crm-domain';
import { LoadShedder } from '#platform';
import { AttributesController } from './attributes/attributes.controller.js';
import { DocsController } from './docs/docs.controller.js';
import { HealthController } from './health.controller.js';
import { EventStreams } from './events/event-streams.js';
import { EventsController } from './events/events.controller.js';
import { ConsoleModule } from './console/console.module.js';
import { mailboxesOf } from './console/channels/mailboxes.js';
import { BlocksController } from './conversations/blocks.controller.js';
import { ConversationsController } from './conversations/conversations.controller.js';
import { DraftsController } from './conversations/drafts.controller.js';
import { BodyGuard } from './http/body.guard.js';
import { FilesUnderWay } from './http/files-under-way.js';
import { BodyPipe } from './http/body.pipe.js';
import { ErrorFilter } from './http/error.filter.js';
import { UnknownRouteModule } from './http/unknown-route.js';
import type { OutgoingOptions } from './webhooks/outgoing-webhooks.service.js';
import { OutgoingModule } from './feed-workers/outgoing.module.js';
import { ImportWorkers } from './imports/import-workers.service.js';
import { ImportsController } from './imports/imports.controller.js';
import { MembersController } from './members/members.controller.js';
import { DownloadsController } from './exports/downloads.controller.js';
import { ExportWorker } from './exports/export-worker.js';
import { PersonWorker } from './persons/person-worker.js';
import { PersonsController } from './persons/persons.controller.js';
import { ExportsController } from './exports/exports.controller.js';
import { FrontController } from './front/front.controller.js';
import { ObjectsController } from './objects/objects.controller.js';
import { OptionsController } from './options/options.controller.js';
import { BackgroundService, RETENTION, type Retention } from './background.service.js';
import { BatchesController } from './records/batches.controller.js';
import { DuplicatesController } from './records/duplicates.controller.js';
import { MergesController } from './records/merges.controller.js';
import { RecordsController } from './records/records.controller.js';
import { SearchController } from './search/search.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { UndoController } from './undo/undo.controller.js';
import { SelfController } from './self/self.controller.js';
import { TOOL_SERVER, toolServerOf, type RestSettings } from './settings.js';
import { StagesController } from './stages/stages.controller.js';
import { ViewsController } from './views/views.controller.js';
import {
  IDENTITY_WEBHOOK,
  IdentityWebhookController,
  type IdentityWebhookOptions,
} from './inbound-webhooks/identity-webhook.controller.js';
import { InboundModule } from './inbound-webhooks/inbound.module.js';

/**
 * Around every route: who comes in, its body, and what goes wrong. A route that does not say what it requires is
 * closed.
 */
const AROUND_ROUTES = [
  FilesUnderWay,
  { provide: APP_GUARD, useClass: ResourceServerGuard },
  { provide: APP_GUARD, useClass: BodyGuard },
  { provide: APP_FILTER, useClass: ErrorFilter },
  { provide: APP_PIPE, useClass: BodyPipe },
];

/** Who asks, and who belongs to the workspace. */
const WHO = [SelfController, MembersController];

/** Conversations and drafts. */
const FOR_PEOPLE = [ConversationsController, DraftsController, BlocksController];

/** Routes of every module wait for their turn, and those of the console begin imports and send files as well. */
const FOR_ALL_MODULES = { global: true, exports: [ConcurrencyLimits, FilesUnderWay, ImportWorkers, LoadShedder] };

const IN_BACKGROUND = [BackgroundService, ExportWorker, PersonWorker, ImportWorkers, EventStreams];

/** Files of data. */
const EXPORTS_AND_IMPORTS = [ExportsController, DownloadsController, ImportsController, PersonsController];

const SCHEMA = [ObjectsController, OptionsController, StagesController, AttributesController];

@Module({})
export class RestApiModule {
  static forRoot(settings: RestSettings, admission: LoadShedder): DynamicModule {
    const webhook = webhookOf(settings);
    return {
      module: RestApiModule,
      ...FOR_ALL_MODULES,
      imports: [
        authOf(settings),
        JobQueueModule.forRoot(settings.DATABASE_URL),
        OutgoingModule.forRoot(outgoingOf(settings)),
        ...messagingOf(settings),
        ...consoleOf(settings),
        UnknownRouteModule,
      ],
      controllers: [
        // Routes are tried in this order, and most requests are for records.
        ...RECORDS,
        FrontController,
        DocsController,
        HealthController,
        SearchController,
        UndoController,
        AuditController,
        ViewsController,
        ...EXPORTS_AND_IMPORTS,
        ...FOR_PEOPLE,
        ...WHO,
        EventsController,
        ...SCHEMA,
        ...(webhook ? [IdentityWebhookController] : []),
      ],
      providers: [
        ...IN_BACKGROUND,
        ...valuesOf(settings),
        { provide: IDENTITY_WEBHOOK, useValue: webhook },
        { provide: LoadShedder, useValue: admission },
        { provide: ConcurrencyLimits, useValue: new ConcurrencyLimits(admission, settings.DATABASE_POOL_SIZE) },
        ...AROUND_ROUTES,
      ],
    };
  }
}

const RECORDS = [BatchesController, DuplicatesController, MergesController, RecordsController];

/** The domain, and who comes in to it. */
function authOf(settings: RestSettings): DynamicModule {
  const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize } = settings;
  return AuthModule.forRoot({
    database: { url, poolSize, applicationName: 'crm-rest-api' },
    gatekeeper: restGatekeeper(rateLimitsOf(settings), tokensOf(settings)),
  });
}

/** What single parts need to know of the settings. */
function valuesOf(settings: RestSettings) {
  return [
    {
      provide: RETENTION,
      useValue: { events: settings.EVENT_RETENTION_DAYS, audit: settings.AUDIT_RETENTION_DAYS } satisfies Retention,
    },
    { provide: TOOL_SERVER, useValue: toolServerOf(settings) },
  ];
}

function outgoingOf({ CREDENTIALS_KEYS, WEBHOOK_PRIVATE_ADDRESSES, NODE_ENV }: RestSettings): OutgoingOptions {
  const httpsOnly = NODE_ENV === 'production';
  return { keys: CREDENTIALS_KEYS ?? null, privateAddresses: WEBHOOK_PRIVATE_ADDRESSES, httpsOnly };
}

/** Messages that come in, and those that leave. */
function messagingOf(settings: RestSettings): DynamicModule[] {
  return [InboundModule.forRoot(settings), ChannelsModule.forRoot({ databaseUrl: settings.DATABASE_URL, settings })];
}

/** Tokens for this address, when an identity provider is set. */
function tokensOf({ MCP_AUTH_URL, BASE_URL, ...settings }: RestSettings) {
  return MCP_AUTH_URL && BASE_URL ? tokenSettingsFor({ ...settings, MCP_AUTH_URL }, [BASE_URL]) : null;
}

/** Without a secret there is no such route. */
function webhookOf({ MCP_AUTH_URL, IDENTITY_WEBHOOK_SECRET: secrets }: RestSettings): IdentityWebhookOptions | null {
  return MCP_AUTH_URL && secrets?.length ? { issuer: MCP_AUTH_URL, secrets } : null;
}

function consoleOf(settings: RestSettings): DynamicModule[] {
  const { MCP_AUTH_URL, BASE_URL, CONSOLE_CLIENT_ID, CONSOLE_CLIENT_SECRET } = settings;
  if (!MCP_AUTH_URL || !BASE_URL || !CONSOLE_CLIENT_SECRET) return [];
  return [
    ConsoleModule.forRoot({
      baseUrl: BASE_URL,
      issuer: MCP_AUTH_URL,
      clientId: CONSOLE_CLIENT_ID,
      clientSecret: CONSOLE_CLIENT_SECRET,
      mailboxes: mailboxesOf(settings, BASE_URL),
      toolServer: toolServerOf(settings),
      signInsPerSecond: settings.RATE_LIMIT_SIGN_INS_PER_SECOND,
      readsPerSecond: settings.RATE_LIMIT_READS_PER_SECOND,
      countsCpu: settings.RATE_LIMIT_COUNTS_CPU,
    }),
  ];
}
