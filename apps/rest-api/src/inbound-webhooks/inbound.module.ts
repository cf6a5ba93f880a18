import { Module, type DynamicModule } from '@nestjs/common';
import { PushTokens } from '#auth';
import { metaOptions, pushOptions } from '#channels';
import type { RestSettings } from '../settings.js';
import { GmailWebhookController } from './gmail-webhook.controller.js';
import { GraphWebhookController } from './graph-webhook.controller.js';
import { INBOUND, InboundService, type InboundServiceOptions } from './inbound.service.js';
import { META_WEBHOOK, MetaWebhookController } from './meta-webhook.controller.js';

/** Messages that come in. A provider whose secrets are not set has no route here. */
@Module({})
export class InboundModule {
  static forRoot(settings: RestSettings): DynamicModule {
    const meta = metaOptions(settings);
    const push = pushOptions(settings);
    const graphWebhookUrl = settings.BASE_URL && `${settings.BASE_URL.replace(/\/+$/, '')}/webhooks/graph`;
    const options: InboundServiceOptions = {
      works: settings.SYNC_WORKER === 'on',
      settings,
      graphWebhookUrl,
      // Without a way to be told, watching would be in vain.
      gmailTopic: push ? settings.GMAIL_PUBSUB_TOPIC : undefined,
    };
    return {
      module: InboundModule,
      controllers: [
        ...(meta ? [MetaWebhookController] : []),
        ...(graphWebhookUrl ? [GraphWebhookController] : []),
        ...(push ? [GmailWebhookController] : []),
      ],
      providers: [
        InboundService,
        { provide: INBOUND, useValue: options },
        ...(meta ? [{ provide: META_WEBHOOK, useValue: meta }] : []),
        ...(push ? [{ provide: PushTokens, useValue: new PushTokens(push) }] : []),
      ],
    };
  }
}
