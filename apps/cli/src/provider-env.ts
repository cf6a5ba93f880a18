import type { LocalSecrets } from './local-secrets.js';

/** Where messaging providers are; whoever names one has their own, and ours are not started. */
const ADDRESSES = ['GMAIL_BASE_URL', 'GRAPH_BASE_URL', 'META_GRAPH_BASE_URL', 'INSTAGRAM_BASE_URL'] as const;

export function hasOwnProviders(env: NodeJS.ProcessEnv): boolean {
  return ADDRESSES.some((name) => env[name]);
}

/** What a service needs to send through the development providers at an address and to be told by them. */
export function providerEnv(url: string | undefined, secrets: LocalSecrets): Record<string, string> {
  const keys = { CREDENTIALS_KEYS: secrets.credentials_keys };
  if (!url) return keys;
  return {
    ...keys,
    GMAIL_BASE_URL: url,
    GOOGLE_AUTHORIZE_URL: `${url}/gmail/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${url}/gmail/token`,
    GOOGLE_CLIENT_ID: 'crm-development',
    GOOGLE_CLIENT_SECRET: 'for-development-only',
    GRAPH_BASE_URL: `${url}/graph/v1.0`,
    MICROSOFT_AUTHORIZE_URL: `${url}/graph/common/oauth2/v2.0/authorize`,
    MICROSOFT_TOKEN_URL: `${url}/graph/common/oauth2/v2.0/token`,
    MICROSOFT_CLIENT_ID: 'crm-development',
    MICROSOFT_CLIENT_SECRET: 'for-development-only',
    META_GRAPH_BASE_URL: `${url}/meta/v25.0`,
    INSTAGRAM_BASE_URL: `${url}/instagram/v25.0`,
    META_APP_SECRET: secrets.meta_app_secret,
    META_VERIFY_TOKEN: secrets.meta_verify_token,
  };
}

const pushUrl = (restUrl: string) => `${restUrl}/webhooks/gmail`;

/** Where Gmail's pushes go, and for whom their tokens are. */
export function pushEnv(restUrl: string): Record<string, string> {
  return { GMAIL_PUSH_URL: pushUrl(restUrl), GMAIL_PUSH_AUDIENCE: pushUrl(restUrl) };
}

/** By what the pushes of the development providers are known. */
export function pushesTaken(url: string, restUrl: string): Record<string, string> {
  return {
    GMAIL_PUBSUB_TOPIC: 'projects/crm-development/topics/gmail',
    GMAIL_PUSH_AUDIENCE: pushUrl(restUrl),
    GMAIL_PUSH_ACCOUNT: 'gmail-push@example.com',
    GMAIL_PUSH_KEYS_URL: `${url}/gmail/oauth2/v3/certs`,
  };
}
