import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Domain } from '#crm-domain';
import { deliveryWorker, type DeliveryOptions } from './outbound/delivery-settings.js';
import { DeliveryWorker } from './outbound/delivery-worker.js';

/**
 * Messages that leave, for a Nest application: it delivers from its start on, and ends when nothing is in hand any
 * more.
 */
@Module({})
export class ChannelsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(DeliveryWorker) private readonly worker: DeliveryWorker | undefined) {}

  static forRoot(options: Omit<DeliveryOptions, 'domain'>): DynamicModule {
    const worker = {
      provide: DeliveryWorker,
      useFactory: (domain: Domain) => deliveryWorker({ ...options, domain }),
      inject: [Domain],
    };
    return { module: ChannelsModule, providers: [worker] };
  }

  onApplicationBootstrap(): void {
    this.worker?.start();
  }

  /** Before the pools close: what a provider answers has to be written down. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.stop();
  }
}
