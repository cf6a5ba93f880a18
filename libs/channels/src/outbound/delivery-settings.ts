import type { Domain } from '#crm-domain';
import { setting } from '#platform';
import type { z } from 'zod';
import { CredentialVault } from '../tokens/credential-vault.js';
import { providerSettingsShape } from '../settings/provider-settings.js';
import { channelsFor } from '../registry.js';
import { AccountTokens } from '../tokens/account-tokens.js';
import { DeliveryWorker } from './delivery-worker.js';

/** What a service that delivers reads from its environment; `.env.example` says why each exists. */
export const deliverySettingsShape = {
  ...providerSettingsShape,
  DELIVERY_WORKER: setting.oneOf(['on', 'off']).default('on'),
};

export interface DeliveryOptions {
  domain: Domain;
  databaseUrl: string;
  settings: z.infer<z.ZodObject<typeof deliverySettingsShape>>;
}

/** The worker of a service, not yet at work; undefined where messages are left to other processes. */
export function deliveryWorker({ domain, databaseUrl, settings }: DeliveryOptions): DeliveryWorker | undefined {
  if (settings.DELIVERY_WORKER !== 'on') return undefined;
  const { deliveries, db } = domain;
  const vault = new CredentialVault(settings.CREDENTIALS_KEYS ?? new Map());
  const accounts = new AccountTokens(db, vault, settings);
  return new DeliveryWorker({ deliveries, accounts, channels: channelsFor(settings), databaseUrl });
}
