import { logger } from './logger.js';
import { SettingsError } from './settings.js';

/**
 * Runs a service's main program. What stops it from starting is told in a sentence or a list, with exit code 1; only
 * what nobody foresaw comes with its stack.
 */
export async function runService(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
    else logger.fatal({ err: error }, `The service cannot start: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    // Connections that were opened already would keep the process alive.
    setTimeout(() => process.exit(1), 100);
  }
}
