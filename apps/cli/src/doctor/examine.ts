import { examineDatabase } from './database.js';
import { ok, type Examination, type Finding } from './finding.js';
import { examineIdentityProvider } from './identity-provider.js';
import { examineRestApi } from './rest-api.js';
import { examineSettings } from './settings.js';
import { examineToolServer } from './tool-server.js';

/** Looks at a deployment from its settings inwards and from its public addresses; changes nothing. */
export async function examine(env: NodeJS.ProcessEnv): Promise<Examination[]> {
  const { settings, findings } = examineSettings(env);
  const { DATABASE_URL, BASE_URL, MCP_URL, MCP_AUTH_URL } = settings;
  const poolSize = Number(env.DATABASE_POOL_SIZE || 10);
  const looks: [string, string | undefined, (url: string) => Promise<Finding[]>][] = [
    ['Database', DATABASE_URL, (url) => examineDatabase(url, poolSize)],
    ['Identity provider', MCP_AUTH_URL, () => examineIdentityProvider(settings)],
    ['REST API', BASE_URL, (url) => examineRestApi(url)],
    ['Tool server', MCP_URL, (url) => examineToolServer(url, MCP_AUTH_URL)],
  ];
  const found = await Promise.all(
    looks.map(async ([area, url, work]) => ({
      area,
      findings: url ? await work(url) : [ok('Not looked at: no address')],
    })),
  );
  return [{ area: 'Settings', findings }, ...found];
}
