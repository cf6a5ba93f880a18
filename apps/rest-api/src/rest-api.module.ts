import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AuthModule, tokenSettingsFor } from '#auth';
import { CrmDomainModule } from '#crm-domain';
import { AttributesController } from './attributes/attributes.controller.js';
import { HealthController } from './health.controller.js';
import { EventsController } from './events/events.controller.js';
import { ConsoleModule } from './console/console.module.js';
import { BodyPipe } from './http/body.pipe.js';
import { EnvelopeInterceptor } from './http/envelope.interceptor.js';
import { ErrorFilter } from './http/error.filter.js';
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

@Module({})
export class RestApiModule {
  static forRoot(settings: RestSettings): DynamicModule {
    const webhook = webhookOf(settings);
    const limits = { reads: settings.RATE_LIMIT_READS_PER_SECOND, writes: settings.RATE_LIMIT_WRITES_PER_SECOND };
    return {
      module: RestApiModule,
      imports: [
        CrmDomainModule.forRoot({
          url: settings.DATABASE_URL,
          poolSize: settings.DATABASE_POOL_SIZE,
          applicationName: 'crm-rest-api',
        }),
        ...consoleOf(settings),
        AuthModule.forRoot({ limits, tokens: tokensOf(settings) }),
      ],
      controllers: [
        HealthController,
        SelfController,
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
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        { provide: APP_PIPE, useClass: BodyPipe },
      ],
    };
  }
}

/** Tokens for this address, when an identity provider is set. */
function tokensOf({ MCP_AUTH_URL, BASE_URL, ...settings }: RestSettings) {
  return MCP_AUTH_URL && BASE_URL ? tokenSettingsFor({ ...settings, MCP_AUTH_URL }, [BASE_URL]) : null;
}

/** Without a secret there is no such route. */
function webhookOf({ MCP_AUTH_URL, IDENTITY_WEBHOOK_SECRET: secrets }: RestSettings): IdentityWebhookOptions | null {
  return MCP_AUTH_URL && secrets?.length ? { issuer: MCP_AUTH_URL, secrets } : null;
}

function consoleOf({
  MCP_AUTH_URL,
  BASE_URL,
  CONSOLE_CLIENT_ID,
  CONSOLE_CLIENT_SECRET,
}: RestSettings): DynamicModule[] {
  if (!MCP_AUTH_URL || !BASE_URL || !CONSOLE_CLIENT_SECRET) return [];
  return [
    ConsoleModule.forRoot({
      baseUrl: BASE_URL,
      issuer: MCP_AUTH_URL,
      clientId: CONSOLE_CLIENT_ID,
      clientSecret: CONSOLE_CLIENT_SECRET,
    }),
  ];
}
