import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError } from '#crm-domain';
import { webhookSecretOwner, type OpenSecret, type Post } from '#crm-domain/events';
import { Vault, VaultError, type VaultKeys } from '#platform';
import { WebhookCaller, type CallerOptions } from './webhook-caller.js';

export const OUTGOING = Symbol('OUTGOING');

export interface OutgoingOptions extends CallerOptions {
  /** Null where CREDENTIALS_KEYS is not set: then there are no webhooks. */
  keys: VaultKeys | null;
}

/** What webhooks need of this process: a way out, and the keys of their secrets. */
@Injectable()
export class OutgoingWebhooks implements OnApplicationShutdown {
  private readonly caller: WebhookCaller;
  private readonly vault: Vault | null;

  constructor(@Inject(OUTGOING) options: OutgoingOptions) {
    this.caller = new WebhookCaller(options);
    this.vault = options.keys && new Vault(options.keys);
  }

  get means(): { post: Post; open: OpenSecret } {
    return {
      post: (call) => this.caller.post(call),
      open: ({ workspace_id, webhook_id }, sealed) =>
        this.within((vault) => vault.open(webhookSecretOwner(workspace_id, webhook_id), sealed)),
    };
  }

  /** @throws DomainError unavailable when this deployment has no keys */
  sealFor(workspaceId: string): (webhookId: string, secret: string) => string {
    return (webhookId, secret) =>
      this.within((vault) => vault.seal(webhookSecretOwner(workspaceId, webhookId), secret));
  }

  /** What may be called, in words. */
  get callable(): string {
    return this.caller.callable;
  }

  refusal(url: string): string | undefined {
    return this.caller.refusal(url);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.caller.close();
  }

  private within(work: (vault: Vault) => string): string {
    try {
      if (!this.vault) throw new VaultError('needs CREDENTIALS_KEYS, which is not set in this deployment');
      return work(this.vault);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      throw new DomainError('unavailable', `The secret of this webhook ${error.message}.`);
    }
  }
}
