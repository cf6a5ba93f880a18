import { migrate } from '#crm-domain';
import { ServiceProcesses, portIsFree, startEmbeddedPostgres } from '#platform';
import { databaseUrl, reaching } from '../database.js';
import { DATA_DIR, readDemoFile, writeDemoFile, type DemoFile } from '../demo-file.js';
import { Failure } from '../failure.js';
import type { PlacedService } from '../services.js';
import { demoWorkspace, type DemoWorkspace } from './demo-workspace.js';
import type { Running } from './running.js';
import type { Steps } from './steps.js';

const POSTGRES_PORT = 5433;

interface Start {
  env: NodeJS.ProcessEnv;
  services: readonly PlacedService[];
  processes: ServiceProcesses;
  steps: Steps;
  running: Running;
}

/** Starts everything, one step after the other, and writes the demo file. @throws Failure, Interrupted */
export async function startAll({ env, services, processes, steps, running }: Start): Promise<DemoFile> {
  const isOurs = !env.DATABASE_URL;
  const url = isOurs ? await startDatabase(steps, running) : await databaseUrl(env);
  await steps.take(
    'Schema',
    () => reaching(url, () => migrate(url)),
    (applied) => describeMigration(applied),
  );
  const demo = await steps.take('Demo workspace', () => demoWorkspace(url), describeDemo);
  running.add(() => processes.stop());
  for (const service of services) {
    const title = `${service.name} on port ${service.port}`;
    await steps.take(title, () => processes.start(service.process(url, env)));
  }
  const file = demoFile(demo, services, isOurs ? url : null);
  writeDemoFile(file);
  return file;
}

/** @throws Failure naming the port and the variable that moves the service */
export async function refuseTakenPorts(services: readonly PlacedService[]): Promise<void> {
  for (const { name, port, variable } of services) {
    if (await portIsFree(port)) continue;
    throw new Failure(`Port ${port} is taken: free it, or set ${variable} to another port for ${name}.`);
  }
}

/** Two servers over the same files would end each other. @throws Failure when `up` runs here already */
export async function refuseSecondStart(): Promise<void> {
  const url = readDemoFile()?.rest_url;
  const answer = url
    ? await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
    : undefined;
  if (answer?.ok) throw new Failure(`npm start is running here already, at ${url}: stop it with Ctrl-C first.`);
}

function startDatabase(steps: Steps, running: Running): Promise<string> {
  const start = async () => {
    const postgres = await startEmbeddedPostgres({ dir: `${DATA_DIR}/postgres`, port: POSTGRES_PORT });
    running.add(() => postgres.stop());
    return postgres;
  };
  return steps.take('Postgres', start, ({ port }) => `Postgres on port ${port}`).then(({ url }) => url);
}

function describeMigration(applied: readonly string[]): string {
  return applied.length > 0 ? `Schema: applied ${applied.join(', ')}` : 'Schema is up to date';
}

function describeDemo({ loaded }: DemoWorkspace): string {
  if (!loaded) return 'Demo workspace, as it was left';
  return `${loaded.people} people, ${loaded.companies} companies, ${loaded.deals} deals`;
}

function demoFile(demo: DemoWorkspace, services: readonly PlacedService[], database_url: string | null): DemoFile {
  const { workspace_id, api_key, user } = demo;
  const urls = Object.fromEntries(services.map(({ publishes, url }) => [publishes, url]));
  return { rest_url: null, mcp_url: null, auth_url: null, ...urls, workspace_id, api_key, user, database_url };
}
