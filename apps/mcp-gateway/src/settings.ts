import { authSettingsShape } from '#auth';
import { z } from 'zod';

const list = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .optional();

/** What the tool server reads from its environment; `.env.example` says why each exists. */
export const settingsShape = {
  ...authSettingsShape,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  MCP_PORT: z.coerce.number().int().min(0).max(65535).default(3001),
  MCP_URL: z.url({ protocol: /^https?$/ }),
  // Where people find the connected-clients screen.
  BASE_URL: z.url({ protocol: /^https?$/ }),
  // Without an identity provider nobody could come in.
  MCP_AUTH_URL: z.url({ protocol: /^https?$/ }),
  MCP_AUDIENCES: list,
  MCP_ALLOWED_ORIGINS: list,
  MCP_ALLOWED_HOSTS: list,
  MCP_STRICT_VERSION_HEADER: z.enum(['true', 'false']).default('false'),
};
