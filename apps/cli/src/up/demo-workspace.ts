import { openDomain } from '#auth';
import { DomainError, type Domain } from '#crm-domain';
import { KEY_CAPABILITIES } from '#crm-domain/people';
import { newId } from '#platform';
import { readDemoFile, type DemoFile } from '../demo-file.js';
import { loadDemo, type DemoCounts } from '../demo/load-demo.js';
import { loadConversations } from '../demo/load-conversations.js';
import { DevProviders } from '../dev-providers.js';
import type { LocalEnvironment } from '../services.js';

export interface DemoWorkspace extends Pick<DemoFile, 'workspace_id' | 'api_key'> {
  /** Of the person who signs in. */
  email: string;
  /** What was written just now; nothing when it was there before. */
  loaded?: DemoCounts;
}

const MEMBER = { subject: 'demo', email: 'demo@example.com', name: 'Dana Demo', role: 'admin' } as const;

/** Addresses that the development provider has. */
const OURS = /^http:\/\/localhost:\d+$/;

/**
 * The workspace to try things in: the one of the last start if this database has it, else a new one with demo records.
 */
export async function demoWorkspace(url: string, issuer: string): Promise<DemoWorkspace> {
  const domain = await openDomain({ url, poolSize: 4, applicationName: 'crm-cli' });
  try {
    return (await kept(domain, issuer)) ?? (await made(domain, issuer));
  } finally {
    await domain.close();
  }
}

async function kept(domain: Domain, issuer: string): Promise<DemoWorkspace | undefined> {
  const { workspace_id, api_key, auth_url } = readDemoFile() ?? {};
  if (!workspace_id || !(await exists(domain, workspace_id))) return undefined;
  const key = api_key && (await isValid(domain, workspace_id, api_key)) ? api_key : await newKey(domain, workspace_id);
  // Ours may have moved to another port, and its people are known by its address: theirs is all that was there before.
  if (auth_url && OURS.test(auth_url) && OURS.test(issuer))
    await domain.workspaces.moveMember(workspace_id, { subject: MEMBER.subject, from: auth_url, to: issuer });
  await domain.workspaces.addMember({ workspace_id, issuer, ...MEMBER });
  return { workspace_id, api_key: key, email: MEMBER.email };
}

async function made(domain: Domain, issuer: string): Promise<DemoWorkspace> {
  const { workspace_id } = await domain.workspaces.create({ name: 'Demo workspace' });
  await domain.workspaces.addMember({ workspace_id, issuer, ...MEMBER });
  const api_key = await newKey(domain, workspace_id);
  const loaded = await loadDemo(domain, workspace_id);
  return { workspace_id, api_key, email: MEMBER.email, loaded };
}

async function newKey(domain: Domain, workspace_id: string): Promise<string> {
  const made = await domain.apiKeys.create({ workspace_id, name: 'Demo', capabilities: KEY_CAPABILITIES });
  return made.api_key;
}

function exists(domain: Domain, workspaceId: string): Promise<boolean> {
  return domain.workspaces.get(workspaceId).then(() => true, refused);
}

async function isValid(domain: Domain, workspaceId: string, key: string): Promise<boolean> {
  const identified = domain.apiKeys.identify(key, { origin: 'cli', request_id: newId() });
  return identified
    .then((caller) => domain.access.authorize(caller, 'read:data'))
    .then((actor) => actor.workspace_id === workspaceId, refused);
}

function refused(error: unknown): false {
  if (error instanceof DomainError && error.kind !== 'unavailable') return false;
  throw error;
}

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
