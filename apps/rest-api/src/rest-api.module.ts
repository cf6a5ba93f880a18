import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AuthModule, PagesAtOnce, rateLimitsOf, tokenSettingsFor } from '#auth';
import { ChannelsModule } from '#channels';
import { CrmDomainModule, JobQueueModule } from '#crm-domain';
import type { Admission } from '#platform';
import { AttributesController } from './attributes/attributes.controller.js';
import { DocsController } from './docs/docs.controller.js';
import { HealthController } from './health.controller.js';
import { EventsController } from './events/events.controller.js';
import { ConsoleModule } from './console/console.module.js';
import { mailboxesOf } from './console/mailbox-settings.js';
import { BodyErrorInterceptor } from './http/body-error.interceptor.js';
import { BodyPipe } from './http/body.pipe.js';
import { ErrorFilter } from './http/error.filter.js';
import type { OutgoingOptions } from './outgoing/outgoing-webhooks.service.js';
import { OutgoingModule } from './outgoing/outgoing.module.js';
import { MembersController } from './members/members.controller.js';
import { FrontController } from './http/front.controller.js';
import { ObjectsController } from './objects/objects.controller.js';
import { OptionsController } from './options/options.controller.js';
import { BackgroundService, EVENT_RETENTION } from './background.service.js';
import { RecordsController } from './records/records.controller.js';
import { SelfController } from './self/self.controller.js';
import type { RestSettings } from './settings.js';
import { StagesController } from './stages/stages.controller.js';
import {
  IDENTITY_WEBHOOK,
  IdentityWebhookController,
  type IdentityWebhookOptions,
} from './webhooks/identity-webhook.controller.js';
import { InboundModule } from './webhooks/inbound.module.js';

/** Around every route: its body, and what goes wrong. */
const AROUND_ROUTES = [
  { provide: APP_FILTER, useClass: ErrorFilter },
  { provide: APP_INTERCEPTOR, useClass: BodyErrorInterceptor },
  { provide: APP_PIPE, useClass: BodyPipe },
];

/** Routes of every module wait for their turn by it. */
const FOR_ALL_MODULES = { global: true, exports: [PagesAtOnce] };

@Module({})
export class RestApiModule {
  static forRoot(settings: RestSettings, admission: Admission): DynamicModule {
    const webhook = webhookOf(settings);
    return {
      module: RestApiModule,
      ...FOR_ALL_MODULES,
      imports: [
        CrmDomainModule.forRoot({
          url: settings.DATABASE_URL,
          poolSize: settings.DATABASE_POOL_SIZE,
          applicationName: 'crm-rest-api',
        }),
        JobQueueModule.forRoot(settings.DATABASE_URL),
        OutgoingModule.forRoot(outgoingOf(settings)),
        ...messagingOf(settings),
        ...consoleOf(settings),
        AuthModule.forRoot({ limits: rateLimitsOf(settings), tokens: tokensOf(settings) }),
      ],
      controllers: [
        FrontController,
        DocsController,
        HealthController,
        SelfController,
        MembersController,
        ObjectsController,
        RecordsController,
        EventsController,
        OptionsController,
        StagesController,
        AttributesController,
        ...(webhook ? [IdentityWebhookController] : []),
      ],
      providers: [
        BackgroundService,
        { provide: EVENT_RETENTION, useValue: settings.EVENT_RETENTION_DAYS },
        { provide: IDENTITY_WEBHOOK, useValue: webhook },
        { provide: PagesAtOnce, useValue: new PagesAtOnce(admission) },
        ...AROUND_ROUTES,
      ],
    };
  }
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
      signInsPerSecond: settings.RATE_LIMIT_SIGN_INS_PER_SECOND,
    }),
  ];
}
