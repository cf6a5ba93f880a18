import { migrate } from '#crm-domain/operations';
import { portIsFree, startEmbeddedPostgres } from '#platform';
import { databaseUrl, reaching } from '../database.js';
import { DATA_DIR, writeDemoFile, type DemoFile } from '../demo-file.js';
import { Failure } from '../failure.js';
import { localSecrets } from '../local-secrets.js';
import { addresses, type LocalEnvironment, type PlacedService } from '../services.js';
import { demoMessages, demoWorkspace, type DemoWorkspace } from './demo-workspace.js';
import type { LocalServices } from './local-services.js';
import type { CleanupStack } from './cleanup-stack.js';
import type { Steps } from './steps.js';

const POSTGRES_PORT = 5433;
// An outside identity provider has its own; what the services need of them comes from the environment.
const NO_SECRETS = { password: '', console_client_secret: '' };

export interface Start {
  env: NodeJS.ProcessEnv;
  places: readonly PlacedService[];
  services: LocalServices;
  steps: Steps;
  running: CleanupStack;
}

/** Starts everything, one step after the other, and writes the demo file. @throws Failure, Interrupted */
export async function startAll({
  env,
  places,
  services,
  steps,
  running,
}: Start): Promise<{ demo: DemoFile; near: LocalEnvironment }> {
  const isOurs = !env.DATABASE_URL;
  const url = isOurs ? await startDatabase(steps, running) : await databaseUrl(env);
  await bringUpToDate(steps, url);
  const near: LocalEnvironment = {
    urls: addresses(places, env),
    secrets: { ...localSecrets(), ...(env.MCP_AUTH_URL && NO_SECRETS) },
    databaseUrl: url,
  };
  const workspace = await steps.take('Demo workspace', () => demoWorkspace(url, near.urls.auth_url), describeDemo);
  running.add(() => services.stop(), services.failed);
  await services.start(steps, near, env);
  const demo = demoFile(workspace, near, isOurs ? url : null);
  writeDemoFile(demo);
  await startMessaging(
    steps,
    { ...near, keys: env.CREDENTIALS_KEYS || near.secrets.credentials_keys },
    workspace.workspace_id,
  );
  return { demo, near };
}

/** Applies what is pending. */
export async function bringUpToDate(steps: Steps, url: string): Promise<void> {
  const describe = (applied: readonly string[]) => {
    if (applied.length === 0) return 'Schema is up to date';
    return `Schema: applied ${applied.length > 2 ? `${applied.length} migrations` : applied.join(', ')}`;
  };
  await steps.take('Schema', () => reaching(url, () => migrate(url)), describe);
}

/** @throws Failure naming all ports that are taken and the variables that move their services */
export async function refuseTakenPorts(places: readonly PlacedService[]): Promise<void> {
  const taken: PlacedService[] = [];
  for (const [at, { port, variable }] of places.entries()) {
    const before = places.slice(0, at).find((other) => other.port === port);
    if (before)
      throw new Failure(`${before.variable} and ${variable} are both ${port}: each service needs its own port.`);
    if (!(await portIsFree(port))) taken.push(places[at]!);
  }
  const sentences = taken.map(
    ({ name, port, variable }) =>
      `Port ${port} is already in use: free it, or set ${variable} to another port for ${name}.`,
  );
  if (sentences.length > 0) throw new Failure(sentences.join('\n'));
}

async function startDatabase(steps: Steps, running: CleanupStack): Promise<string> {
  const start = async () => {
    const postgres = await startEmbeddedPostgres({ dir: `${DATA_DIR}/postgres`, port: POSTGRES_PORT });
    running.add(() => postgres.stop(), postgres.failed);
    return postgres;
  };
  const { url } = await steps.take('Postgres', start, ({ port }) => `Postgres on port ${port}`);
  return url;
}

/** The accounts are at the development providers, which have to run. */
async function startMessaging(
  steps: Steps,
  near: LocalEnvironment & { keys: string },
  workspaceId: string,
): Promise<void> {
  if (!near.urls.providers_url) return;
  const describe = (count: number) =>
    count > 0 ? `${count} conversations on five channels` : 'Conversations, unchanged';
  await steps.take('Conversations', () => demoMessages(near, workspaceId), describe);
}

function describeDemo({ loaded }: DemoWorkspace): string {
  if (!loaded) return 'Demo workspace, unchanged';
  return `${loaded.people} people, ${loaded.companies} companies, ${loaded.deals} deals`;
}

function demoFile(workspace: DemoWorkspace, near: LocalEnvironment, database_url: string | null): DemoFile {
  const { workspace_id, api_key, email } = workspace;
  return {
    ...near.urls,
    providers_url: near.urls.providers_url ?? null,
    workspace_id,
    api_key,
    user: { email, password: near.secrets.password || null },
    database_url,
  };
}
