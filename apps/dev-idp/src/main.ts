import { logger } from '#platform';
import { DirectoryStore } from './directory/directory.store.js';
import { startDevIdp } from './server.js';
import { readSettings } from './settings.js';

/** Runs until it is told to end. */
async function run(): Promise<void> {
  const settings = readSettings(process.env);
  const directory = new DirectoryStore(process.env.DATABASE_URL ?? '', settings.issuer);
  const idp = await startDevIdp(settings, directory, (error) => logger.error({ err: error }, 'A request failed'));
  logger.info({ issuer: idp.issuer }, 'Development identity provider is listening');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void idp.close().then(() => directory.close()));
  }
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
