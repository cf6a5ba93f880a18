import { authSettingsShape, rateSettingsShape, webhookSecrets } from '#auth';
import { deliverySettingsShape, inboundSettingsShape } from '#channels';
import { operationSettings, setting } from '#platform';
import { z } from 'zod';

/** What the REST API reads from its environment; `.env.example` says why each exists. */
export const settingsShape = {
  DATABASE_URL: setting.postgresUrl(),
  REST_PORT: setting.port(3000),
  BASE_URL: setting.webUrl().optional(),
  WEBHOOK_PRIVATE_ADDRESSES: setting.flag(false),
  EVENT_RETENTION_DAYS: setting.count(30, 1),
  ...operationSettings,
  ...authSettingsShape,
  ...rateSettingsShape,
  ...inboundSettingsShape,
  ...deliverySettingsShape,
  CONSOLE_CLIENT_ID: z.string().min(1).default('crm-console'),
  CONSOLE_CLIENT_SECRET: setting.secret(16),
  IDENTITY_WEBHOOK_SECRET: webhookSecrets,
  DATABASE_POOL_SIZE: setting.count(10, 1),
};

export type RestSettings = z.infer<z.ZodObject<typeof settingsShape>>;
