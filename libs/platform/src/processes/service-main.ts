import type { z } from 'zod';
import { endLog, logger } from '../logger.js';
import { serveMetrics } from '../metrics/serve-metrics.js';
import type { operationSettings } from '../settings/operation-settings.js';
import { startStandby } from '../start/standby-server.js';
import { waitFor, type Needed } from '../start/wait-for.js';
import { SettingsError, readDeclared, type SettingsDeclaration } from '../settings/settings.js';
import { flushTraces, startTracing } from '../tracing/tracing.js';

type Close = () => Promise<void>;

interface Program<Settings> {
  name: string;
  /** Where it listens. */
  port: (settings: Settings) => number;
  /** Without what it cannot start. */
  needs: (settings: Settings) => Needed;
  /** Starts it; `release` gives up the port, right before the program listens there. Gives back how to close it. */
  start: (settings: Settings, release: () => Promise<void>) => Promise<Close>;
}

/** Longer than any request may take, and shorter than an operator's patience (Kubernetes: 30 s). */
const CLOSE_WITHIN = 25_000;

/** SIGHUP comes when the terminal is closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a service's main program with its settings. Its port is taken first, and answered on while it waits for what it
 * needs: where another program has the port, nothing has begun yet. The first SIGINT, SIGTERM or SIGHUP closes the
 * service, at whatever moment: answers under way are finished, new connections refused. Later signals change nothing.
 * What stops it from starting is told in a sentence or a list, with exit code 1; the stack is shown only with DEBUG.
 */
export async function runService<Shape extends z.ZodRawShape & typeof operationSettings>(
  declaration: SettingsDeclaration<Shape>,
  program: Program<z.infer<z.ZodObject<Shape>>>,
): Promise<void> {
  const ending = new AbortController();
  let started: Promise<Close> | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    // A signal to the process group arrives twice: once directly and once passed on by the program that started this
    // one.
    if (ending.signal.aborted) return;
    ending.abort();
    void end(signal, started);
  };
  // Never removed: without a listener the default action of a repeated signal would kill what is under way.
  for (const signal of ENDING) process.on(signal, onSignal);
  try {
    const settings = readDeclared(declaration, process.env);
    await startTracing(process.env.SERVICE_NAME || program.name);
    const { METRICS_PORT, METRICS_HOST } = settings as { METRICS_PORT?: number; METRICS_HOST: string };
    await serveMetrics(METRICS_PORT, METRICS_HOST);
    const needed = program.needs(settings);
    let missing = 'start: the service is starting';
    const standby = await startStandby(program.port(settings), () => missing);
    await waitFor(needed, { signal: ending.signal, onAway: () => (missing = needed.missing) });
    started = program.start(settings, () => standby.release());
    await started;
  } catch (error) {
    // Then the signal has the last word.
    if (ending.signal.aborted) return;
    if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
    else logger.fatal(process.env.DEBUG ? { err: error } : {}, `The service cannot start: ${sentence(error)}`);
    process.exitCode = 1;
    // Connections that were opened already would keep the process alive.
    await exit(1);
  }
}

/** Without a handler of its own, process 1 of a container would not even hear of the signal. */
async function end(signal: string, started: Promise<Close> | undefined): Promise<never> {
  setTimeout(() => {
    logger.error({ signal }, 'Some responses took too long; the service stops without them.');
    void exit(1);
  }, CLOSE_WITHIN).unref();
  try {
    // One that is just starting may have begun to work already.
    const close = await started?.catch(() => undefined);
    await close?.();
    await flushTraces();
  } catch (err) {
    logger.error({ err }, 'The service did not shut down cleanly.');
    return exit(1);
  }
  logger.info({ signal }, 'The service has ended.');
  return exit(0);
}

async function exit(code: number): Promise<never> {
  await endLog();
  process.exit(code);
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
