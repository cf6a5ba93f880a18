import type { z } from 'zod';
import { logger } from './logger.js';
import { serveMetrics } from './metrics/serve-metrics.js';
import type { operationSettings } from './operation-settings.js';
import { SettingsError, readDeclared, type SettingsDeclaration } from './settings.js';
import { flushTraces, startTracing } from './tracing/tracing.js';

type Close = () => Promise<void>;

/** Longer than any request may take, and shorter than an operator's patience (Kubernetes: 30 s). */
const CLOSE_WITHIN = 25_000;

/**
 * Runs a service's main program with its settings; it gives back how to close it. The first SIGINT or SIGTERM closes it, at
 * whatever moment: answers under way are finished, new connections refused. Later signals change nothing. What stops it from
 * starting is told in a sentence or a list, with exit code 1; the stack is shown only with DEBUG.
 */
export async function runService<Shape extends z.ZodRawShape & typeof operationSettings>(
  { name, declaration }: { name: string; declaration: SettingsDeclaration<Shape> },
  main: (settings: z.infer<z.ZodObject<Shape>>) => Promise<Close>,
): Promise<void> {
  let close: Close | undefined;
  let isEnding = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    // A signal to the process group arrives twice: once directly and once passed on by the program that started this one.
    if (isEnding) return;
    isEnding = true;
    void end(signal, close);
  };
  // Never removed: without a listener the default action of a repeated signal would kill what is under way.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  try {
    const settings = readDeclared(declaration, process.env);
    await startTracing(process.env.SERVICE_NAME || name);
    const { METRICS_PORT, METRICS_HOST } = settings as { METRICS_PORT?: number; METRICS_HOST: string };
    await serveMetrics(METRICS_PORT, METRICS_HOST);
    close = await main(settings);
  } catch (error) {
    if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
    else logger.fatal(process.env.DEBUG ? { err: error } : {}, `The service cannot start: ${sentence(error)}`);
    process.exitCode = 1;
    // Connections that were opened already would keep the process alive.
    setTimeout(() => process.exit(1), 100);
  }
}

/** Without a handler of its own, process 1 of a container would not even hear of the signal. */
async function end(signal: string, close: Close | undefined): Promise<never> {
  setTimeout(() => {
    logger.error({ signal }, 'Answers under way took too long; the service ends without them.');
    process.exit(1);
  }, CLOSE_WITHIN).unref();
  try {
    await close?.();
    await flushTraces();
  } catch (err) {
    logger.error({ err }, 'The service did not close as it should.');
    process.exit(1);
  }
  logger.info({ signal }, 'The service has ended.');
  process.exit(0);
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
