import { findDatabase } from '#crm-domain/operations';
import { eachHost } from '#platform';
import { databaseUrl } from '../database.js';
import { readDemoFile } from '../demo-file.js';
import { Failure } from '../failure.js';
import { keptSecrets } from '../local-secrets.js';
import { examineDatabase } from './database.js';
import { ok, skipped, warning, wrong, type Examination, type Finding } from './finding.js';
import { examineIdentityProvider } from './identity-provider.js';
import { examineSettings, optionalParts, type DeploymentSettings } from './settings.js';
import { examineRestApi } from './rest-api.js';
import { examineToolServer } from './tool-server.js';
import { examineWhatsApp } from './whatsapp.js';

/**
 * Looks at a deployment from its settings inwards and from its public addresses; changes nothing. Without DATABASE_URL
 * it is the running `npm start`, whose settings are its own affair.
 */
export async function examine(given: NodeJS.ProcessEnv): Promise<Examination[]> {
  const npmStart = await npmStartEnv(given);
  const env = npmStart ?? given;
  const { settings, findings } = examineSettings(env);
  const { BASE_URL, MCP_URL, MCP_AUTH_URL } = settings;
  const DATABASE_URL = settings.DATABASE_URL && (await foundOrFirst(settings.DATABASE_URL));
  const looks: [string, string | undefined, (url: string) => Promise<Finding[]>][] = [
    ['Database', DATABASE_URL, (url) => examineDatabase(url, settings)],
    ['Identity provider', MCP_AUTH_URL, () => examineIdentityProvider(settings)],
    ['REST API', BASE_URL, (url) => examineRestApi(url)],
    ['Tool server', MCP_URL, (url) => examineToolServer(url, MCP_AUTH_URL)],
  ];
  const found = await Promise.all(
    looks.map(async ([area, url, work]) => ({
      area,
      findings: url ? await work(url) : [skipped('Not checked: its address is missing or wrong')],
    })),
  );
  if (npmStart)
    return [{ area: 'Settings', findings: [ok('The settings of the running npm start, for development')] }, ...found];
  findings.push(...samePort(settings, found));
  const parts = [...optionalParts(env), ...(await examineWhatsApp(DATABASE_URL, env))];
  return [{ area: 'Settings', findings }, ...found, { area: 'Optional parts', findings: parts }];
}

/** The address that the services would find, or else the first of them, of which it is then said what is wrong. */
function foundOrFirst(url: string): Promise<string> {
  return findDatabase(url).catch(() => eachHost(url)[0] ?? url);
}

/**
 * On two machines, or in two containers, both services may use the same port; what was seen of them says whether they
 * can.
 */
function samePort({ REST_PORT, MCP_PORT }: DeploymentSettings, found: readonly Examination[]): Finding[] {
  if (REST_PORT === undefined || REST_PORT === 0 || REST_PORT !== MCP_PORT) return [];
  const text = `MCP_PORT and REST_PORT are both ${REST_PORT}: on one machine only one of the services can listen there`;
  const services = found.filter(({ area }) => area === 'REST API' || area === 'Tool server');
  const bothServe = services.every(({ findings }) => findings.every(({ state }) => state === 'ok'));
  return [(bothServe ? warning : wrong)(text, 'Set MCP_PORT to another port than REST_PORT.')];
}

/**
 * The addresses and keys of a running `npm start`, in the names of settings; undefined where DATABASE_URL is set or
 * none runs.
 */
async function npmStartEnv(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv | undefined> {
  if (env.DATABASE_URL) return undefined;
  try {
    const DATABASE_URL = await databaseUrl(env);
    const { rest_url, mcp_url, auth_url } = readDemoFile() ?? {};
    const urls = { BASE_URL: rest_url ?? '', MCP_URL: mcp_url ?? '', MCP_AUTH_URL: auth_url ?? '' };
    const CREDENTIALS_KEYS = env.CREDENTIALS_KEYS || keptSecrets()?.credentials_keys;
    return { ...env, ...urls, DATABASE_URL, CREDENTIALS_KEYS };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
