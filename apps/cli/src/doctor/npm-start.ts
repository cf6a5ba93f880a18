import { databaseUrl } from '../database.js';
import { readDemoFile } from '../demo-file.js';
import { Failure } from '../failure.js';
import { keptSecrets } from '../local-secrets.js';

/**
 * The addresses and keys of a running `npm start`, in the names of settings; undefined where DATABASE_URL is set or
 * none runs.
 */
export async function npmStartEnv(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv | undefined> {
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
