import type { Domain } from '#crm-domain';
import { credentialKeysOf } from '../account-credentials.js';
import { readDemoFile } from '../demo-file.js';
import { DevProviders } from '../dev-providers.js';
import { loadConversations } from './load-conversations.js';

/** Conversations in a workspace of the running `npm start`, none when it does not run. Gives their number. */
export async function demoConversations(domain: Domain, workspaceId: string, env: NodeJS.ProcessEnv): Promise<number> {
  const url = env.DATABASE_URL ? undefined : readDemoFile()?.providers_url;
  if (!url || !(await fetch(`${url}/healthz`).catch(() => undefined))?.ok) return 0;
  return loadConversations(domain, workspaceId, { providers: new DevProviders(url), keys: credentialKeysOf(env) });
}
