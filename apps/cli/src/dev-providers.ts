import type { ChannelName } from '#crm-domain/messaging';
import { Failure } from './failure.js';

export interface ProviderAccount {
  channel: ChannelName;
  external_account_id: string;
  address: string;
  name: string;
}

export interface ProviderTokens {
  access_token: string;
  refresh_token: string | null;
  /** Seconds. */
  expires_in: number;
}

/** The control API of the development messaging providers, which are another program. */
export class DevProviders {
  constructor(private readonly url: string) {}

  /** Makes the account, or changes it, and gives new tokens to it. */
  account(account: ProviderAccount): Promise<ProviderTokens> {
    return this.post('accounts', account) as Promise<ProviderTokens>;
  }

  /** Somebody writes to an account. Gives the provider's ids of the message and its thread. */
  inbound(message: { channel: ChannelName; account: string; from: string; text: string } & Record<string, unknown>) {
    return this.post('inbound', message) as Promise<{ id: string; thread: string }>;
  }

  /** Holds webhooks back while `work` goes on. */
  async quietly<T>(work: () => Promise<T>): Promise<T> {
    await this.post('behaviour', { paused: true });
    return work().finally(() => this.post('behaviour', { paused: false }));
  }

  private async post(path: string, body: object): Promise<unknown> {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${this.url}/__control/${path}`, { ...request, signal: AbortSignal.timeout(10_000) });
    if (!response.ok)
      throw new Failure(`The messaging providers for development refused ${path} (${response.status}).`);
    return response.json();
  }
}
