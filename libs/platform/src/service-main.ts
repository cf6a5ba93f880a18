import { logger } from './logger.js';
import { SettingsError } from './settings.js';

/**
 * Runs a service's main program. What stops it from starting is told in a sentence or a list, with exit code 1; the
 * stack is shown only with DEBUG.
 */
export async function runService(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
    else logger.fatal(process.env.DEBUG ? { err: error } : {}, `The service cannot start: ${sentence(error)}`);
    process.exitCode = 1;
    // Connections that were opened already would keep the process alive.
    setTimeout(() => process.exit(1), 100);
  }
}

interface SystemError {
  code?: string;
  message?: string;
  port?: number;
  errors?: SystemError[];
}

function sentence(error: unknown): string {
  const { code, message, port, errors } = error as SystemError;
  if (errors?.[0]) return sentence(errors[0]);
  if (code === 'EADDRINUSE') return `port ${port} is taken.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `the database cannot be reached (${message}).`;
  return message || String(error);
}
