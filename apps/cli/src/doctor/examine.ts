import { examineDatabase } from './database.js';
import { ok, skipped, type Examination, type Finding } from './finding.js';
import { examineIdentityProvider } from './identity-provider.js';
import { npmStartEnv } from './npm-start.js';
import { optionalParts } from './optional-parts.js';
import { examineRestApi } from './rest-api.js';
import { examineSettings } from './settings.js';
import { examineToolServer } from './tool-server.js';

/**
 * Looks at a deployment from its settings inwards and from its public addresses; changes nothing. Without DATABASE_URL it
 * is the running `npm start`, whose settings are its own affair.
 */
export async function examine(given: NodeJS.ProcessEnv): Promise<Examination[]> {
  const npmStart = await npmStartEnv(given);
  const env = npmStart ?? given;
  const { settings, findings } = examineSettings(env);
  const { DATABASE_URL, BASE_URL, MCP_URL, MCP_AUTH_URL, DATABASE_POOL_SIZE: poolSize = 10 } = settings;
  const looks: [string, string | undefined, (url: string) => Promise<Finding[]>][] = [
    ['Database', DATABASE_URL, (url) => examineDatabase(url, poolSize)],
    ['Identity provider', MCP_AUTH_URL, () => examineIdentityProvider(settings)],
    ['REST API', BASE_URL, (url) => examineRestApi(url)],
    ['Tool server', MCP_URL, (url) => examineToolServer(url, MCP_AUTH_URL)],
  ];
  const found = await Promise.all(
    looks.map(async ([area, url, work]) => ({
      area,
      findings: url ? await work(url) : [skipped('Not looked at: its address is not set')],
    })),
  );
  if (npmStart)
    return [{ area: 'Settings', findings: [ok('Those of the running npm start, for development')] }, ...found];
  return [{ area: 'Settings', findings }, ...found, { area: 'Optional parts', findings: optionalParts(env) }];
}
