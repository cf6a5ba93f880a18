import { isSecureUrl } from '#auth';
import { setting, together } from '#platform';
import { z } from 'zod';
import { credentialKeys } from './credential-keys.js';

/** Tokens travel there, so plain http ends at this machine. */
const address = (preset: string) =>
  setting
    .webUrlThat(isSecureUrl, 'an https address, or an http address on this machine')
    .overwrite((url) => url.replace(/\/+$/, ''))
    .default(preset);
const secret = () => z.string().min(1).optional().describe('a text');

/** Where the providers are and who we are to them; the addresses are changed for tests, proxies and national clouds. */
export const providerSettingsShape = {
  CREDENTIALS_KEYS: credentialKeys,
  GMAIL_BASE_URL: address('https://gmail.googleapis.com'),
  GOOGLE_AUTHORIZE_URL: address('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: address('https://oauth2.googleapis.com/token'),
  GOOGLE_CLIENT_ID: secret(),
  GOOGLE_CLIENT_SECRET: secret(),
  GRAPH_BASE_URL: address('https://graph.microsoft.com/v1.0'),
  MICROSOFT_AUTHORIZE_URL: address('https://login.microsoftonline.com/common/oauth2/v2.0/authorize'),
  MICROSOFT_TOKEN_URL: address('https://login.microsoftonline.com/common/oauth2/v2.0/token'),
  MICROSOFT_CLIENT_ID: secret(),
  MICROSOFT_CLIENT_SECRET: secret(),
  META_GRAPH_BASE_URL: address('https://graph.facebook.com/v25.0'),
  INSTAGRAM_BASE_URL: address('https://graph.instagram.com/v25.0'),
};

/** A client is known to its provider by both, or by neither. */
export const providerSettingsRules = [
  together('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
  together('MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'),
];

/** Clients, secrets and addresses of the providers; docs/providers.md explains each. */
export type ProviderSettings = z.infer<z.ZodObject<typeof providerSettingsShape>>;
