import { operationSettings, setting } from '#platform';
import { z } from 'zod';

/** What the stand-ins read from their environment; `.env.example` says why each exists. */
export const settingsShape = {
  NODE_ENV: operationSettings.NODE_ENV,
  DEV_PROVIDERS_PORT: setting.port(3003),
  DEV_PROVIDERS_LISTEN: z.string().min(1).default('127.0.0.1'),
  DEV_PROVIDERS_DATA: z.string().optional(),
  META_WEBHOOK_URL: setting.webUrl().optional(),
  META_APP_SECRET: z.string().min(1).default('for-development-only'),
  META_VERIFY_TOKEN: z.string().min(1).default('for-development-only'),
  GMAIL_PUSH_URL: setting.webUrl().optional(),
  GMAIL_PUSH_AUDIENCE: z.string().min(1).optional(),
  GMAIL_PUSH_ACCOUNT: z.email().default('gmail-push@example.com').describe('an e-mail address'),
};

export interface ProvidersSettings {
  /** 0 for any free one. */
  port: number;
  /** Address of this machine's network on which they listen: 127.0.0.1, except in a container. */
  listen: string;
  /** SQLite file that outlives restarts; ':memory:' forgets. */
  dataFile: string;
  /** Where webhooks of WhatsApp, Messenger and Instagram go; nowhere when missing. */
  metaWebhookUrl?: string;
  /** Signs those webhooks. */
  metaAppSecret: string;
  metaVerifyToken: string;
  /** Where Gmail's Pub/Sub pushes go; nowhere when missing. */
  gmailPushUrl?: string;
  /** `aud` of the token that comes with a push; the push URL when missing. */
  gmailPushAudience?: string;
  /** `email` of that token. */
  gmailPushAccount: string;
  /** How long a mail that was sent still looks like a draft to Graph. */
  graphMoveMs: number;
  /** How far Meta's clock is ahead of ours; below 0: behind. */
  metaClockMs: number;
  /** Whether Meta shows what was sent with its whitespace made plain: one blank each, none at the ends. */
  metaTidiesTexts: boolean;
}

/** Settings from the environment's names to ours. */
export function settingsFrom(env: z.infer<z.ZodObject<typeof settingsShape>>): ProvidersSettings {
  return {
    port: env.DEV_PROVIDERS_PORT,
    listen: env.DEV_PROVIDERS_LISTEN,
    dataFile: env.DEV_PROVIDERS_DATA ?? ':memory:',
    metaWebhookUrl: env.META_WEBHOOK_URL,
    metaAppSecret: env.META_APP_SECRET,
    metaVerifyToken: env.META_VERIFY_TOKEN,
    gmailPushUrl: env.GMAIL_PUSH_URL,
    gmailPushAudience: env.GMAIL_PUSH_AUDIENCE,
    gmailPushAccount: env.GMAIL_PUSH_ACCOUNT,
    graphMoveMs: 200,
    metaClockMs: 0,
    metaTidiesTexts: false,
  };
}

/** @throws Error in production */
export function refuseProduction(nodeEnv: string | undefined): void {
  if (nodeEnv !== 'production') return;
  throw new Error('The stand-ins for messaging providers do not run in production: no message would reach anybody.');
}
