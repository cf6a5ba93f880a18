import { authSettingsShape, rateSettingsShape } from '#auth';
import { deliverySettingsShape } from '#channels';
import { operationSettings, setting } from '#platform';

/** What the tool server reads from its environment; `.env.example` says why each exists. */
export const settingsShape = {
  ...operationSettings,
  ...authSettingsShape,
  ...rateSettingsShape,
  ...deliverySettingsShape,
  DATABASE_URL: setting.postgresUrl(),
  DATABASE_POOL_SIZE: setting.count(10, 1),
  MCP_PORT: setting.port(3001),
  MCP_URL: setting.webUrl(),
  // Where people find the connected-clients screen.
  BASE_URL: setting.webUrl(),
  // Without an identity provider nobody could come in.
  MCP_AUTH_URL: setting.webUrl(),
  MCP_AUDIENCES: setting.list(),
  MCP_ALLOWED_ORIGINS: setting.list(),
  MCP_ALLOWED_HOSTS: setting.list(),
  MCP_STRICT_VERSION_HEADER: setting.flag(false),
};
