import type { Domain } from '#crm-domain';
import { defineCommand } from '../command.js';
import { withDomain } from '../database.js';
import { credentialKeysOf } from '../account-credentials.js';
import { readDemoFile } from '../demo-file.js';
import { DevProviders } from '../dev-providers.js';
import { loadConversations } from '../demo/load-conversations.js';
import { loadDemo } from '../demo/load-demo.js';
import { workspace } from './options.js';

export const demo = defineCommand({
  name: 'demo',
  summary: 'Fill a workspace with made-up people, companies, deals and conversations',
  details: 'Conversations need the messaging providers for development, which npm start runs.',
  options: { workspace, force: { about: 'Do so even if the workspace already has records' } },
  example: '--workspace $WORKSPACE',
  async run(given, { env }) {
    const counts = await withDomain(env, async (domain) => {
      const records = await loadDemo(domain, given.workspace, { force: given.force });
      return { ...records, conversations: await demoConversations(domain, given.workspace, env) };
    });
    const { people, companies, deals, conversations } = counts;
    const text = `Loaded ${people} people, ${companies} companies, ${deals} deals and ${conversations} conversations.`;
    return { json: counts, text };
  },
});

/** Conversations in a workspace of the running `npm start`, none when it does not run. Gives their number. */
async function demoConversations(domain: Domain, workspaceId: string, env: NodeJS.ProcessEnv): Promise<number> {
  const url = env.DATABASE_URL ? undefined : readDemoFile()?.providers_url;
  if (!url || !(await fetch(`${url}/healthz`).catch(() => undefined))?.ok) return 0;
  return loadConversations(domain, workspaceId, { providers: new DevProviders(url), keys: credentialKeysOf(env) });
}
