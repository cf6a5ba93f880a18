import { text } from 'node:stream/consumers';
import { isMail, type ChannelName, type Seal } from '#crm-domain/messaging';
import { readSettings } from '#platform';
import { z } from 'zod';
import type { AccountCredentials } from '#channels';
import { Failure } from './failure.js';
import { keptSecrets } from './local-secrets.js';

/** No provider's token lives longer. */
const MAX_SECONDS = 366 * 86_400;

const given = z.strictObject({
  access_token: z.string().min(1).optional(),
  refresh_token: z.string().min(1).optional(),
  expires_at: z.iso.datetime().optional(),
  /** Seconds from now, as providers say it. */
  expires_in: z.number().positive().max(MAX_SECONDS).optional(),
});

/**
 * Credentials from ACCOUNT_CREDENTIALS, else from stdin: where other users of the machine do not see them.
 * @throws Failure, which never shows what was given
 */
export async function readCredentials(env: NodeJS.ProcessEnv, channel: ChannelName): Promise<AccountCredentials> {
  const content = (env.ACCOUNT_CREDENTIALS || (process.stdin.isTTY ? '' : await text(process.stdin))).trim();
  if (!content)
    throw new Failure('The credentials are missing: give them in ACCOUNT_CREDENTIALS or on stdin, not as an option.');
  const { access_token, refresh_token, expires_in, expires_at: end } = parsed(content, channel);
  if (isMail(channel) && !refresh_token) throw new Failure(`The credentials of ${channel} need a refresh_token.`);
  if (!isMail(channel) && !access_token) throw new Failure(`The credentials of ${channel} need an access_token.`);
  // Without an access token there is one that has ended: the first use fetches another.
  if (!access_token) return { access_token: 'none', refresh_token, expires_at: new Date(0).toISOString() };
  const { tokenEnd } = await import('#channels');
  const now = Date.now();
  // Instagram's tokens renew themselves as long as it is known when they end.
  const expires_at = end ?? tokenEnd(channel, expires_in, now);
  return { access_token, refresh_token, expires_at, obtained_at: new Date(now).toISOString() };
}

/** CREDENTIALS_KEYS, or the key of a running `npm start`. @throws Failure when there is neither */
export function credentialKeysOf(env: NodeJS.ProcessEnv): string {
  const keys = env.CREDENTIALS_KEYS || (env.DATABASE_URL ? undefined : keptSecrets()?.credentials_keys);
  if (!keys) throw new Failure('CREDENTIALS_KEYS is missing: it must have the same value as in the services.');
  return keys;
}

/** Seals credentials for an account of the workspace. @throws SettingsError for keys that are none */
export async function accountSeal(keys: string, workspaceId: string, credentials: AccountCredentials): Promise<Seal> {
  const { CredentialVault, credentialKeys } = await import('#channels');
  const settings = readSettings({ CREDENTIALS_KEYS: credentialKeys }, { CREDENTIALS_KEYS: keys });
  const vault = new CredentialVault(settings.CREDENTIALS_KEYS!);
  const workspace_id = workspaceId.toLowerCase();
  return (channel_account_id) => vault.seal({ workspace_id, channel_account_id }, credentials);
}

/** JSON, or the one token that the channel needs. */
function parsed(content: string, channel: ChannelName): z.infer<typeof given> {
  if (!content.startsWith('{')) {
    if (/\s/.test(content)) throw new Failure('The credentials must be one token, or a JSON object.');
    return isMail(channel) ? { refresh_token: content } : { access_token: content };
  }
  try {
    return given.parse(JSON.parse(content));
  } catch {
    throw new Failure(
      'The credentials must be a JSON object of access_token, refresh_token, and expires_at (ISO 8601) or expires_in (seconds).',
    );
  }
}
