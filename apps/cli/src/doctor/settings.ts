import {
  TokenVerifier,
  authSettingsShape,
  isSecureUrl,
  rateSettingsShape,
  tokenSettingsFor,
  webhookSecrets,
} from '#auth';
import { deliverySettingsShape, inboundSettingsShape } from '#channels';
import { SettingsError, operationSettings, readSettings, setting } from '#platform';
import { z } from 'zod';
import { ok, warning, wrong, type Finding } from './finding.js';
import { secretFindings } from './secrets.js';

/** Every setting of both services: what keeps one from starting when it is wrong, and what is needed to look from outside. */
export const examined = {
  ...operationSettings,
  ...authSettingsShape,
  ...rateSettingsShape,
  ...deliverySettingsShape,
  ...inboundSettingsShape,
  EVENT_RETENTION_DAYS: setting.count(30, 1),
  WEBHOOK_PRIVATE_ADDRESSES: setting.flag(false),
  CONSOLE_CLIENT_SECRET: setting.secret(16),
  IDENTITY_WEBHOOK_SECRET: webhookSecrets,
  CONSOLE_CLIENT_ID: z.string().min(1).default('crm-console'),
  DATABASE_POOL_SIZE: setting.count(10, 1),
  DATABASE_URL: setting.postgresUrl(),
  REST_PORT: setting.port(3000),
  MCP_PORT: setting.port(3001),
  MCP_AUDIENCES: setting.list(),
  MCP_ALLOWED_ORIGINS: setting.list(),
  MCP_ALLOWED_HOSTS: setting.list(),
  MCP_STRICT_VERSION_HEADER: setting.flag(false),
  BASE_URL: setting.webUrl(),
  MCP_URL: setting.webUrl(),
  MCP_AUTH_URL: setting.webUrl(),
};

export type DeploymentSettings = Partial<z.infer<z.ZodObject<typeof examined>>>;

/** The settings as far as they are right, with what is wrong of them. */
export function examineSettings(env: NodeJS.ProcessEnv): { settings: DeploymentSettings; findings: Finding[] } {
  const settings: DeploymentSettings = {};
  const findings: Finding[] = [];
  for (const [name, schema] of Object.entries(examined)) {
    try {
      // Secrets that are none are looked for below, wherever this runs.
      Object.assign(settings, readSettings({ [name]: schema }, { ...env, NODE_ENV: undefined }));
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      findings.push(...error.problems.map((problem) => wrong(problem, `.env.example says what ${name} is for.`)));
    }
  }
  if (findings.length === 0) findings.push(ok('Everything that both services need is set'));
  const others = [...secretFindings(env), ...tokenFindings(settings), ...publicFindings(settings, env)];
  return { settings, findings: [...findings, ...others] };
}

/** With the same check that keeps a service from starting. */
function tokenFindings(settings: DeploymentSettings): Finding[] {
  const { MCP_AUTH_URL, MCP_URL } = settings;
  if (!MCP_AUTH_URL || !MCP_URL) return [];
  const { problems } = tokenVerifierFor(settings as Parameters<typeof tokenVerifierFor>[0]);
  return problems ? [wrong(problems, 'The variables AUTH_... in .env.example say what each may be.')] : [];
}

export function tokenVerifierFor(settings: DeploymentSettings & { MCP_AUTH_URL: string; MCP_URL: string }): {
  verifier?: TokenVerifier;
  /** Why the keys could not be fetched last. */
  failure(): string;
  problems?: string;
} {
  let failure = '';
  const onKeysFailure = (error: Error) => (failure = error.message);
  try {
    const audience = `${withoutSlash(settings.MCP_URL)}/mcp`;
    const verifier = new TokenVerifier(tokenSettingsFor(settings, [audience]), { onKeysFailure });
    return { verifier, failure: () => failure };
  } catch (error) {
    return { problems: `${(error as Error).message}.`, failure: () => failure };
  }
}

function publicFindings({ BASE_URL, MCP_URL }: DeploymentSettings, env: NodeJS.ProcessEnv): Finding[] {
  const open = Object.entries({ BASE_URL, MCP_URL }).filter(([, url]) => url && !isSecureUrl(url));
  const fix =
    'Put a proxy with a certificate in front, and name its address: credentials cross the network in the clear.';
  const insecure = open.map(([name]) => warning(`${name} is not https`, fix));
  if (env.NODE_ENV === 'production') return insecure;
  return [...insecure, warning('NODE_ENV is not "production"', 'Set NODE_ENV=production; the images do.')];
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
