import { authSettingsShape, rateSettingsShape, webhookSecrets } from '#auth';
import { differentPorts, operationSettings, setting, type SettingsDeclaration, type SettingsProblem } from '#platform';
import { z } from 'zod';
import { deliverySettingsShape } from '../outbound/delivery-settings.js';
import { inboundSettingsRules, inboundSettingsShape } from '../inbound/inbound-settings.js';
import { providerSettingsRules } from '../settings/provider-settings.js';

const shape = {
  DATABASE_URL: setting.postgresUrl(),
  REST_PORT: setting.port(3000),
  BASE_URL: setting.webUrl().optional(),
  // Its pages tell people what to give to their assistants.
  MCP_URL: setting.webUrl().optional(),
  WEBHOOK_PRIVATE_ADDRESSES: setting.flag(false),
  EVENT_RETENTION_DAYS: setting.count(30, 1),
  AUDIT_RETENTION_DAYS: setting.count(400, 1),
  ...operationSettings,
  ...authSettingsShape,
  ...rateSettingsShape,
  RATE_LIMIT_SIGN_INS_PER_SECOND: setting.count(4),
  TRUSTED_PROXIES: setting.proxies(),
  ...inboundSettingsShape,
  ...deliverySettingsShape,
  CONSOLE_CLIENT_ID: z.string().min(1).default('crm-console'),
  CONSOLE_CLIENT_SECRET: setting.secret(16),
  IDENTITY_WEBHOOK_SECRET: webhookSecrets,
  DATABASE_POOL_SIZE: setting.count(10, 1),
};

/**
 * Everything that the REST API reads from its environment; `.env.example` says why each exists. It stands here, and not
 * in the application, because `crm doctor` judges a deployment by it.
 */
export const restApiSettings: SettingsDeclaration<typeof shape> = {
  shape,
  rules: [
    ...providerSettingsRules,
    ...inboundSettingsRules,
    differentPorts('METRICS_PORT', 'REST_PORT'),
    noPrivateAddressesInProduction,
  ],
};

/** Strangers could have requests made within the deployment's own network. */
function noPrivateAddressesInProduction({
  NODE_ENV,
  WEBHOOK_PRIVATE_ADDRESSES,
}: {
  NODE_ENV?: string;
  WEBHOOK_PRIVATE_ADDRESSES?: boolean;
}): SettingsProblem[] {
  if (NODE_ENV !== 'production' || !WEBHOOK_PRIVATE_ADDRESSES) return [];
  const sentence =
    'WEBHOOK_PRIVATE_ADDRESSES must be false where NODE_ENV is production: webhooks could reach this machine and its network.';
  return [{ name: 'WEBHOOK_PRIVATE_ADDRESSES', sentence }];
}
