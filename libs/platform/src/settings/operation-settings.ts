import { z } from 'zod';
import { setting } from './setting.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What both services read from their environment for those who run them; `.env.example` says why each exists. */
export const operationSettings = {
  /** Missing counts as development; what is only for development refuses `production`. */
  NODE_ENV: setting.oneOf(['production', 'development', 'test']).optional(),
  SERVICE_NAME: z.string().max(200).optional().describe('a text of at most 200 characters'),
  DEBUG: z.string().optional(),
  LOG_LEVEL: setting.oneOf(LOG_LEVELS).default('info'),
  METRICS_PORT: setting.optionalPort(),
  METRICS_HOST: setting.ipAddress('127.0.0.1'),
  DATABASE_WAIT_SECONDS: setting.count(60),
  MAX_REQUESTS_AT_ONCE: setting.count(64, 1),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.webUrl().optional(),
  OTEL_TRACES_SAMPLER_ARG: setting.share(),
  OTEL_BSP_SCHEDULE_DELAY: setting.count(5000, 1),
};
