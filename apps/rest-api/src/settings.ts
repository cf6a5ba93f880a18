import { authSettingsShape } from '#auth';
import { z } from 'zod';

/** What the REST API reads from its environment; `.env.example` says why each exists. */
export const settingsShape = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REST_PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  RATE_LIMIT_READS_PER_SECOND: z.coerce.number().int().min(0).default(100),
  RATE_LIMIT_WRITES_PER_SECOND: z.coerce.number().int().min(0).default(25),
  ...authSettingsShape,
  CONSOLE_CLIENT_ID: z.string().min(1).default('crm-console'),
  CONSOLE_CLIENT_SECRET: z.string().min(16).optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
};

export type RestSettings = z.infer<z.ZodObject<typeof settingsShape>>;
