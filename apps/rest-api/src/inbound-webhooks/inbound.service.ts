import { Inject, Injectable, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { AccountTokens, CredentialVault, Inbound, type ProviderSettings } from '#channels';
import { Domain } from '#crm-domain';
import { ProviderEventService } from '#crm-domain/messaging';
import { JobQueue } from '#platform';

export const INBOUND = Symbol('INBOUND');

export interface InboundServiceOptions {
  /** Whether this process works on what comes in, or only keeps it for others. */
  works: boolean;
  settings: ProviderSettings;
  graphWebhookUrl?: string;
  gmailTopic?: string;
}

type NewEvents = Parameters<ProviderEventService['keep']>[0];

/** What webhooks bring is kept before they are answered, and worked on afterwards. */
@Injectable()
export class InboundService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly inbound?: Inbound;

  constructor(
    @Inject(INBOUND) { works, settings, ...options }: InboundServiceOptions,
    @Inject(Domain) domain: Domain,
    @Inject(JobQueue) jobs: JobQueue,
    @Inject(ProviderEventService) private readonly events: ProviderEventService,
  ) {
    if (!works) return;
    const vault = new CredentialVault(settings.CREDENTIALS_KEYS ?? new Map());
    const tokens = new AccountTokens(domain.db, vault, settings);
    this.inbound = new Inbound({ domain, tokens, jobs, settings, ...options });
  }

  onApplicationBootstrap(): void {
    this.inbound?.start();
  }

  /** Earlier than the pools of the database are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.inbound?.stop();
  }

  /** Once this is done the provider may forget it. */
  async keep(events: NewEvents): Promise<void> {
    if ((await this.events.keep(events)) > 0) this.inbound?.wake();
  }
}
