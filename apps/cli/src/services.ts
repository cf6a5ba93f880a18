import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ServiceProcess } from '#platform';
import { DATA_DIR, type DemoFile } from './demo-file.js';
import type { LocalSecrets } from './local-secrets.js';
import { hasOwnProviders, providerEnv, pushEnv, pushesTaken } from './provider-env.js';

type Address = keyof DemoFile & `${string}_url`;

/** What services know of each other and of this machine. */
export interface LocalEnvironment {
  urls: Record<'rest_url' | 'mcp_url' | 'auth_url', string> & { providers_url?: string };
  secrets: LocalSecrets;
  databaseUrl: string;
}

/** A service that `up` starts. */
interface LocalService {
  name: string;
  /** Variable that moves it, and where it is otherwise. */
  port: { variable: string; preset: number };
  /** Under which name its address stands in the demo file. */
  publishes: Address & keyof LocalEnvironment['urls'];
  /** What tells that it can serve. */
  ready: string;
  env(port: number, near: LocalEnvironment): Record<string, string>;
}

/** One person trying things out, or a test that hurries: the limits are not what they are here for. */
const LIMITS = {
  RATE_LIMIT_READS_PER_SECOND: '1000',
  RATE_LIMIT_WRITES_PER_SECOND: '500',
  RATE_LIMIT_BATCHED_WRITES_PER_SECOND: '5000',
};

/** In the order of starting; one entry for each service that exists. */
const SERVICES: readonly LocalService[] = [
  {
    name: 'dev-idp',
    port: { variable: 'DEV_IDP_PORT', preset: 3002 },
    publishes: 'auth_url',
    ready: '/healthz',
    env: (port, { urls, secrets }) => ({
      DEV_IDP_PORT: String(port),
      AUTH_URL: urls.auth_url,
      MCP_URL: urls.mcp_url,
      BASE_URL: urls.rest_url,
      DEV_IDP_PASSWORD: secrets.password,
      DEV_IDP_CONSOLE_SECRET: secrets.console_client_secret,
    }),
  },
  {
    name: 'dev-providers',
    port: { variable: 'DEV_PROVIDERS_PORT', preset: 3003 },
    publishes: 'providers_url',
    ready: '/healthz',
    env: (port, { urls, secrets }) => ({
      DEV_PROVIDERS_PORT: String(port),
      DEV_PROVIDERS_DATA: `${DATA_DIR}/dev-providers.sqlite`,
      META_WEBHOOK_URL: `${urls.rest_url}/webhooks/meta`,
      META_APP_SECRET: secrets.meta_app_secret,
      META_VERIFY_TOKEN: secrets.meta_verify_token,
      ...pushEnv(urls.rest_url),
    }),
  },
  {
    name: 'rest-api',
    port: { variable: 'REST_PORT', preset: 3000 },
    publishes: 'rest_url',
    ready: '/readyz',
    env: (port, { urls, secrets }) => ({
      REST_PORT: String(port),
      BASE_URL: urls.rest_url,
      MCP_URL: urls.mcp_url,
      MCP_AUTH_URL: urls.auth_url,
      CONSOLE_CLIENT_SECRET: secrets.console_client_secret,
      WEBHOOK_PRIVATE_ADDRESSES: 'true',
      ...LIMITS,
      ...providerEnv(urls.providers_url, secrets),
      ...(urls.providers_url && pushesTaken(urls.providers_url, urls.rest_url)),
    }),
  },
  {
    name: 'mcp-gateway',
    port: { variable: 'MCP_PORT', preset: 3001 },
    publishes: 'mcp_url',
    ready: '/readyz',
    env: (port, { urls, secrets }) => ({
      MCP_PORT: String(port),
      MCP_URL: urls.mcp_url,
      BASE_URL: urls.rest_url,
      MCP_AUTH_URL: urls.auth_url,
      ...LIMITS,
      ...providerEnv(urls.providers_url, secrets),
    }),
  },
];

/** A service with its place on this machine. */
export interface PlacedService {
  name: string;
  variable: string;
  port: number;
  url: string;
  publishes: LocalService['publishes'];
  process(near: LocalEnvironment, env: NodeJS.ProcessEnv): ServiceProcess;
}

/** Settings of `up` as `readSettings` takes them: a port for each service. */
export const portSettings = Object.fromEntries(
  SERVICES.map(({ port }) => [
    port.variable,
    z.coerce.number().int().min(1).max(65_535).default(port.preset).describe('a port number, 1 to 65535'),
  ]),
);

/**
 * All services on the given ports, without ours where the environment names somebody else's identity or messaging
 * provider.
 */
export function placed(ports: Record<string, number>, env: NodeJS.ProcessEnv): PlacedService[] {
  const isLeftOut = (name: string) =>
    (name === 'dev-idp' && env.MCP_AUTH_URL) || (name === 'dev-providers' && hasOwnProviders(env));
  return SERVICES.filter(({ name }) => !isLeftOut(name)).map((service) => {
    const { name, publishes } = service;
    const { variable } = service.port;
    const port = ports[variable]!;
    const url = `http://localhost:${port}`;
    return {
      name,
      variable,
      port,
      url,
      publishes,
      process: (near, env) => ({
        name,
        file: fileURLToPath(new URL(`../../${name}/src/main.js`, import.meta.url)),
        env: { ...chosen(service.env(port, near), env), ...metricsPort(name, env), DATABASE_URL: near.databaseUrl },
        ready: `${url}${service.ready}`,
      }),
    };
  });
}

/** Where everything is, once every service has its place. */
export function addresses(places: readonly PlacedService[], env: NodeJS.ProcessEnv): LocalEnvironment['urls'] {
  const own = Object.fromEntries(places.map(({ publishes, url }) => [publishes, url])) as LocalEnvironment['urls'];
  return { ...own, auth_url: env.MCP_AUTH_URL || own.auth_url };
}

/** What the environment says goes before what we would choose. */
function chosen(preset: Record<string, string>, env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(preset).map(([name, value]) => [name, env[name] || value]));
}

/** Two services of one machine cannot listen on the same port: the tool server takes the next one. */
function metricsPort(name: string, { METRICS_PORT }: NodeJS.ProcessEnv): Record<string, string> {
  return name === 'mcp-gateway' && METRICS_PORT ? { METRICS_PORT: String(Number(METRICS_PORT) + 1) } : {};
}
