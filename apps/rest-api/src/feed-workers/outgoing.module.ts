import { Module, type DynamicModule } from '@nestjs/common';
import { AutomationsController } from '../automations/automations.controller.js';
import { FeedWorkers } from './feed-workers.service.js';
import { OUTGOING, OutgoingWebhooks, type OutgoingOptions } from '../webhooks/outgoing-webhooks.service.js';
import { WebhooksController } from '../webhooks/webhooks.controller.js';

/** What happens after an event: calls to other people's endpoints, and automations. */
@Module({})
export class OutgoingModule {
  static forRoot(options: OutgoingOptions): DynamicModule {
    return {
      module: OutgoingModule,
      controllers: [WebhooksController, AutomationsController],
      providers: [{ provide: OUTGOING, useValue: options }, OutgoingWebhooks, FeedWorkers],
    };
  }
}
