import { readSettings } from '#platform';
import {
  CredentialVault,
  credentialKeys,
  providerSettingsShape,
  type AccountCredentials,
  type ProviderSettings,
} from '#channels';
import type { ChannelName } from '#crm-domain/messaging';
import { eventually } from '../../support/eventually.js';
import { startDevProviders } from '../../../apps/dev-providers/src/server.js';

/** What reached a person. */
export interface Arrival {
  channel: ChannelName;
  text: string;
  mark: string | null;
  provider_message_id: string;
}

const KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** Where the stand-ins answer, as the services are told by their environment. */
export function environmentAt(url: string): Record<string, string> {
  return {
    CREDENTIALS_KEYS: KEYS,
    GMAIL_BASE_URL: `${url}/gmail`,
    GOOGLE_TOKEN_URL: `${url}/gmail/token`,
    GRAPH_BASE_URL: `${url}/graph/v1.0`,
    MICROSOFT_TOKEN_URL: `${url}/graph/common/oauth2/v2.0/token`,
    META_GRAPH_BASE_URL: `${url}/meta/v25.0`,
    INSTAGRAM_BASE_URL: `${url}/instagram/v25.0`,
    GOOGLE_CLIENT_ID: 'crm',
    GOOGLE_CLIENT_SECRET: 'crm-secret',
    MICROSOFT_CLIENT_ID: 'crm',
    MICROSOFT_CLIENT_SECRET: 'crm-secret',
  };
}

export const vault = new CredentialVault(credentialKeys.parse(KEYS)!);

/** The stand-ins for all five providers, and what they know of what was sent. */
export class StandIns {
  readonly settings: ProviderSettings;

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {
    this.settings = readSettings(providerSettingsShape, environmentAt(url));
  }

  static async start(settings: Parameters<typeof startDevProviders>[0] = {}): Promise<StandIns> {
    const { url, close } = await startDevProviders(settings);
    return new StandIns(url, close);
  }

  static at(url: string): StandIns {
    return new StandIns(url, async () => undefined);
  }

  /** Makes an account there, and gives what seals its credentials for here. */
  async account(channel: ChannelName, external_account_id: string, more: Partial<AccountCredentials> = {}) {
    const tokens = await this.control<{ access_token: string; refresh_token: string | null }>('accounts', {
      channel,
      external_account_id,
    });
    const credentials = {
      access_token: tokens.access_token,
      refresh_token: tokens.refresh_token ?? undefined,
      ...more,
    };
    return (owner: object) => vault.seal(owner as Parameters<CredentialVault['seal']>[0], credentials);
  }

  /** The next calls that fit go wrong; `send` unless it says otherwise. */
  fault(script: object): Promise<{ id: number }> {
    return this.control('faults', script);
  }

  /** Whether a call has met this fault already; one that is slow or hangs is not yet among `calls` then. */
  async hasMet({ id }: { id: number }): Promise<boolean> {
    const { faults } = await this.ask<{ faults: { id: number; met: number }[] }>('faults');
    return faults.some((fault) => fault.id === id && fault.met > 0);
  }

  calmDown(seed = 1): Promise<unknown> {
    return this.ask(`faults?seed=${seed}`, { method: 'DELETE' });
  }

  async arrivals(query: { text?: string; channel?: string } = {}): Promise<Arrival[]> {
    const { deliveries } = await this.ask<{ deliveries: Arrival[] }>(
      `deliveries?${new URLSearchParams(query).toString()}`,
    );
    return deliveries;
  }

  async calls(query: {
    channel?: string;
    call?: string;
    account?: string;
  }): Promise<{ path: string; outcome: unknown }[]> {
    const { calls } = await this.ask<{ calls: { path: string; outcome: unknown }[] }>(
      `calls?${new URLSearchParams(query).toString()}`,
    );
    return calls;
  }

  /** Waits until every webhook so far was taken. @throws Error when one was given up: what it told is lost */
  async allTold(): Promise<void> {
    const progress = () => this.ask<{ open: number; given_up: number }>('webhooks');
    await eventually(async () => (await progress()).open === 0, 180_000);
    const { given_up } = await progress();
    if (given_up > 0) throw new Error(`${given_up} webhooks of the stand-ins were never taken.`);
  }

  control<T>(path: string, body: object): Promise<T> {
    return this.ask<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  private async ask<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await fetch(`${this.url}/__control/${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`The stand-ins answered ${response.status} to ${path}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }
}
