/** Where everything is. Addresses carry no trailing slash. */
export interface DevIdpPlaces {
  /** Issuer and address of the provider. */
  issuer: string;
  /** Address of the tool server; tokens for it carry `{mcpUrl}/mcp` as audience. */
  mcpUrl: string;
  /** Address of the REST API, and the audience of tokens for it. */
  baseUrl: string;
  /** SQLite file with keys, clients, sessions and tokens. */
  dataFile: string;
}

/** What the development identity provider is told. */
export interface DevIdpSettings extends DevIdpPlaces {
  port: number;
  /** Address of this machine's network on which it listens: 127.0.0.1, except in a container. */
  listen?: string;
  /** Shared by all accounts. */
  password: string;
  /** Proves the CRM's own web screen at the token endpoint. */
  consoleSecret: string;
  accessTokenSeconds: number;
  /** How long a refresh token that was used may be used again, because clients refresh in parallel. */
  refreshGraceSeconds: number;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Problems = (string | false)[];

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Reads the settings from the environment; an empty variable counts as missing.
 *
 * @throws Error that lists everything that is wrong, and always in production
 */
export function readSettings(env: Environment): DevIdpSettings {
  const settings = {
    ...placesFrom(env),
    port: portFrom(env),
    listen: env.DEV_IDP_LISTEN || undefined,
    password: env.DEV_IDP_PASSWORD ?? '',
    consoleSecret: env.DEV_IDP_CONSOLE_SECRET ?? '',
    accessTokenSeconds: Number(env.DEV_IDP_ACCESS_TOKEN_SECONDS || 900),
    refreshGraceSeconds: Number(env.DEV_IDP_REFRESH_GRACE_SECONDS || 10),
  };
  checkSettings(settings, env.NODE_ENV);
  return settings;
}

/** The part a command needs that makes a token; it throws like `readSettings`. */
export function readPlaces(env: Environment): DevIdpPlaces {
  const places = placesFrom(env);
  refuseProduction(env.NODE_ENV);
  refuse(placeProblems(places));
  return places;
}

/** @throws Error that lists everything that is wrong, and always in production */
export function checkSettings(settings: DevIdpSettings, nodeEnv: string | undefined): void {
  refuseProduction(nodeEnv);
  const { port, password, consoleSecret, accessTokenSeconds, refreshGraceSeconds } = settings;
  refuse([
    ...placeProblems(settings),
    !isWholeNumber(port, 0, 65_535) && 'DEV_IDP_PORT must be a port number',
    !password && 'DEV_IDP_PASSWORD must be set',
    consoleSecret.length < 16 && 'DEV_IDP_CONSOLE_SECRET must have at least 16 characters',
    !isWholeNumber(accessTokenSeconds, 1, 86_400) && 'DEV_IDP_ACCESS_TOKEN_SECONDS must be from 1 to 86400',
    !isWholeNumber(refreshGraceSeconds, 0, 60) && 'DEV_IDP_REFRESH_GRACE_SECONDS must be from 0 to 60',
  ]);
}

/** The audiences a token may be made for, the default first (contract: Authentication; RFC 8707). */
export function allowedAudiences({ mcpUrl, baseUrl }: Pick<DevIdpPlaces, 'mcpUrl' | 'baseUrl'>): [string, string] {
  return [`${mcpUrl}/mcp`, baseUrl];
}

function placesFrom(env: Environment): DevIdpPlaces {
  return {
    issuer: trimSlash(env.AUTH_URL || `http://localhost:${portFrom(env)}`),
    mcpUrl: trimSlash(env.MCP_URL || 'http://localhost:3001'),
    baseUrl: trimSlash(env.BASE_URL || 'http://localhost:3000'),
    dataFile: env.DEV_IDP_DATA || '.data/dev-idp.sqlite',
  };
}

function portFrom(env: Environment): number {
  return Number(env.DEV_IDP_PORT || 3002);
}

function placeProblems({ issuer, mcpUrl, baseUrl }: DevIdpPlaces): Problems {
  return [
    !isLoopbackOrigin(issuer) && 'AUTH_URL must be http on a loopback host, without a path',
    !URL.canParse(mcpUrl) && 'MCP_URL must be an address',
    !URL.canParse(baseUrl) && 'BASE_URL must be an address',
  ];
}

function refuseProduction(nodeEnv: string | undefined): void {
  if (!nodeEnv || nodeEnv === 'development' || nodeEnv === 'test') return;
  // A misspelt one is meant as production more often than not.
  if (nodeEnv !== 'production') refuse([`NODE_ENV must be production, development or test, not "${nodeEnv}"`]);
  throw new Error('The development identity provider does not run in production: every account has the same password.');
}

function refuse(problems: Problems): void {
  const found = problems.filter(Boolean);
  if (found.length) throw new Error(`The development identity provider cannot start: ${found.join('; ')}`);
}

function isLoopbackOrigin(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' || url.origin !== address) return false;
  return LOOPBACK_HOSTS.includes(url.hostname) || url.hostname.endsWith('.localhost');
}

function isWholeNumber(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function trimSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
