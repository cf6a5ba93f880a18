import { authSettingsShape, issuerUrl, rateSettingsShape } from '#auth';
import { differentPorts, operationSettings, setting, type SettingsDeclaration } from '#platform';
import { deliverySettingsShape } from '../outbound/delivery-settings.js';
import { providerSettingsRules } from '../settings/provider-settings.js';

const shape = {
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
  MCP_AUTH_URL: issuerUrl(),
  MCP_AUDIENCES: setting.list(),
  MCP_ALLOWED_ORIGINS: setting.list({
    isRight: isWebOrigin,
    words: 'a list of origins such as https://client.example.com, without a path, separated by commas',
  }),
  MCP_ALLOWED_HOSTS: setting.list({
    isRight: isHostName,
    words: 'a list of host names such as crm.example.com, in small letters and without a port, separated by commas',
  }),
  // What the largest clients pass on whole, and no less than the parts of a thread need.
  MCP_RESULT_CHARACTERS: setting.count(150_000, 30_000, 150_000),
  MCP_STRICT_VERSION_HEADER: setting.flag(false),
};

/**
 * Everything that the tool server reads from its environment; `.env.example` says why each exists. It stands here, and
 * not in the application, because `crm doctor` judges a deployment by it.
 */
export const mcpGatewaySettings: SettingsDeclaration<typeof shape> = {
  shape,
  rules: [...providerSettingsRules, differentPorts('METRICS_PORT', 'MCP_PORT')],
};

/** As browsers write it, because it is compared with what they send. */
function isWebOrigin(text: string): boolean {
  const url = URL.parse(text);
  return /^https?:$/.test(url?.protocol ?? '') && url?.origin === text;
}

/** As it is compared with a `Host` header: without the port. */
function isHostName(text: string): boolean {
  return URL.parse(`http://${text}`)?.hostname === text;
}
