import { mcpGatewaySettings, restApiSettings } from '#channels';
import type { ZodRawShape } from 'zod';
import { settingsShape as devProviders } from '../../apps/dev-providers/src/settings.js';

/** What each program reads from its environment, one line each; `.env.example` is compared with it. */
export const SETTINGS_SHAPES: Readonly<Record<string, ZodRawShape>> = {
  'rest-api': restApiSettings.shape,
  'mcp-gateway': mcpGatewaySettings.shape,
  'dev-providers': devProviders,
};
