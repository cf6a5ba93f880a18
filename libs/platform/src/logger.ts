import { pino } from 'pino';

const SECRETS = ['authorization', 'cookie', 'set-cookie', 'access_token', 'refresh_token', 'api_key', 'password', 'code'];

/** JSON lines on stdout; `LOG_LEVEL` sets how many. What could be a secret is cut out wherever it stands. */
export const logger = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: { service: process.env.SERVICE_NAME ?? 'crm-service' },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '[redacted]' },
});
