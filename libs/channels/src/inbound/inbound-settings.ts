import { setting, together } from '#platform';
import { z } from 'zod';

const text = () => z.string().min(1).optional().describe('a text');

/** By what messages come in; `.env.example` says why each exists. */
export const inboundSettingsShape = {
  SYNC_WORKER: setting.oneOf(['on', 'off']).default('on'),
  META_APP_SECRET: z
    .string()
    .regex(/[^\s,]/)
    .optional()
    .describe('the secret of an app, or several of them separated by commas'),
  META_VERIFY_TOKEN: text(),
  GMAIL_PUBSUB_TOPIC: setting
    .textLike(/^projects\/[^/]+\/topics\/[^/]+$/, 'a topic such as projects/crm/topics/gmail')
    .optional(),
  GMAIL_PUSH_AUDIENCE: text(),
  GMAIL_PUSH_ACCOUNT: z.email().optional().describe('an e-mail address'),
  GMAIL_PUSH_KEYS_URL: setting.webUrl().default('https://www.googleapis.com/oauth2/v3/certs'),
};

/** Half of what switches on webhooks or pushes would leave them off without a word. */
export const inboundSettingsRules = [
  together('META_APP_SECRET', 'META_VERIFY_TOKEN'),
  together('GMAIL_PUBSUB_TOPIC', 'GMAIL_PUSH_AUDIENCE', 'GMAIL_PUSH_ACCOUNT'),
];

type InboundSettings = z.infer<z.ZodObject<typeof inboundSettingsShape>>;

/**
 * What Meta signs with, separated by commas: Instagram's login has a secret of its own, and while one is replaced both
 * hold.
 */
export function metaOptions(settings: { META_APP_SECRET?: string; META_VERIFY_TOKEN?: string }) {
  const secrets = (settings.META_APP_SECRET ?? '').split(/[\s,]+/).filter(Boolean);
  const { META_VERIFY_TOKEN: verifyToken } = settings;
  return secrets.length > 0 && verifyToken ? { secrets, verifyToken } : null;
}

/** What a push of Gmail has to prove; null when pushes are not set up. */
export function pushOptions(settings: InboundSettings) {
  const { GMAIL_PUSH_AUDIENCE: audience, GMAIL_PUSH_ACCOUNT: email, GMAIL_PUSH_KEYS_URL: keysUrl } = settings;
  return audience && email ? { audience, email, keysUrl } : null;
}
