import { pino } from 'pino';

const SECRETS = [
  ...['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'api_key', 'password'],
  ...['access_token', 'refresh_token', 'id_token', 'client_secret', 'code_verifier'],
];
// Not every `code` is secret: an error's code tells what happened.
const SIGN_IN_CODES = ['query.code', '*.query.code', 'body.code', '*.body.code'];

/** JSON lines on stdout; `LOG_LEVEL` sets how many. What could be a secret is cut out wherever it stands. */
export const logger = pino({
  level: level(),
  base: { service: process.env.SERVICE_NAME ?? 'crm-service' },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: [...SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), ...SIGN_IN_CODES],
    censor: '[redacted]',
  },
});

/** A level nobody knows would keep the service from starting, for the sake of its log. */
function level(): string {
  const wanted = process.env.LOG_LEVEL || 'info';
  return wanted === 'silent' || Object.hasOwn(pino.levels.values, wanted) ? wanted : 'info';
}
