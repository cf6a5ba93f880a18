import type { ZodRawShape } from 'zod';
import { settingsShape as devProviders } from '../../apps/dev-providers/src/settings.js';
import { settingsShape as mcpGateway } from '../../apps/mcp-gateway/src/settings.js';
import { settingsShape as restApi } from '../../apps/rest-api/src/settings.js';

/** What each program reads from its environment, one line each; `.env.example` is compared with it. */
export const SETTINGS_SHAPES: Readonly<Record<string, ZodRawShape>> = {
  'rest-api': restApi,
  'mcp-gateway': mcpGateway,
  'dev-providers': devProviders,
};
