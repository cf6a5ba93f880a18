import { logger, readSettings } from '#platform';
import { startDevProviders } from './server.js';
import { settingsFrom, settingsShape } from './settings.js';

/** Runs until it is told to end. */
async function run(): Promise<void> {
  const settings = settingsFrom(readSettings(settingsShape, process.env));
  const providers = await startDevProviders(settings, (error) => logger.error({ err: error }, 'A request failed'));
  logger.info({ url: providers.url }, 'Stand-ins for messaging providers are listening');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void providers.close());
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
