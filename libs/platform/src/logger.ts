import { setTimeout as sleep } from 'node:timers/promises';
import { pino, type LoggerOptions } from 'pino';
import { errorFields } from './logger/error-fields.js';
import { pretty } from './logger/pretty.js';

const SECRETS = [
  ...['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'api_key', 'password'],
  ...['access_token', 'refresh_token', 'id_token', 'client_secret', 'code_verifier'],
];
// Not every `code` is secret: an error's code tells what happened.
const SIGN_IN_CODES = ['query.code', '*.query.code', 'body.code', '*.body.code'];

const options = {
  level: level(),
  base: { service: process.env.SERVICE_NAME ?? 'crm-service' },
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: errorFields },
  redact: {
    paths: [...SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), ...SIGN_IN_CODES],
    censor: '[redacted]',
  },
};

// With a least length of 0 the stream would say that all is written while it is not.
const destination = pino.destination({ sync: false, minLength: 1 });
// At the end of a process the stream would write the rest in one go, and try that for ever where nobody reads it any
// more: `endLog` writes it.
destination.flushSync = () => undefined;

/**
 * JSON lines on stdout, and lines for people where that is a terminal; `LOG_LEVEL` sets how many. What could be a
 * secret is cut out wherever it stands, and of errors only what cannot quote a value is kept.
 */
export const logger = pinoWith(options);

/**
 * The same for the line of each request, in which every field is known and none could be a secret. To look for secrets
 * takes 60 us of CPU a line, as much as a quarter of reading a record.
 */
export const requestLog: Pick<typeof logger, 'info'> = pinoWith({ ...options, redact: [] });

function pinoWith(given: LoggerOptions) {
  if (!process.stdout.isTTY) return pino(given, destination);
  return pino(given, { write: (line: string) => void process.stdout.write(pretty(line)) });
}

/** How long the end of a process waits for whoever reads its log. */
const WRITTEN_WITHIN = 1000;

/** Waits until what was logged is written, at most a second: whoever reads it may be gone, or read no further. */
export async function endLog(): Promise<void> {
  const written = new Promise<void>((done) => destination.flush(() => done()));
  await Promise.race([written, sleep(WRITTEN_WITHIN)]);
}

/** A level nobody knows would keep the service from starting, for the sake of its log. */
function level(): string {
  const wanted = process.env.LOG_LEVEL || 'info';
  return wanted === 'silent' || Object.hasOwn(pino.levels.values, wanted) ? wanted : 'info';
}
