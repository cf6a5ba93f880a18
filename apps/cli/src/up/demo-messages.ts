import { openDomain } from '#auth';
import { loadConversations } from '../demo/load-conversations.js';
import { DevProviders } from '../dev-providers.js';
import type { LocalEnvironment } from '../services.js';

interface Surroundings extends Pick<LocalEnvironment, 'databaseUrl' | 'urls'> {
  /** CREDENTIALS_KEYS of the services. */
  keys: string;
}

/** Accounts and, the first time, conversations for the demo workspace. Gives the number of conversations written. */
export async function demoMessages({ databaseUrl, urls, keys }: Surroundings, workspaceId: string): Promise<number> {
  const domain = await openDomain({ url: databaseUrl, poolSize: 2, applicationName: 'crm-cli' });
  try {
    const providers = new DevProviders(urls.providers_url!);
    return await loadConversations(domain, workspaceId, { providers, keys });
  } finally {
    await domain.close();
  }
}
