import { isMail, sameAddresses, type ChannelName } from '#crm-domain/messaging';
import { readSettings } from '#platform';
import type { AccountCredentials } from '#channels';
import { readDemoFile } from './demo-file.js';
import { Failure } from './failure.js';
import { localSecrets } from './local-secrets.js';
import { providerEnv } from './provider-env.js';

interface Checked {
  /** To be kept in place of those that were given. */
  credentials: AccountCredentials;
  /** Why nobody knows whose mailbox it is. */
  note?: string;
}

/**
 * Asks the provider of a mailbox whether the credentials are those of the address.
 *
 * @throws Failure when they are those of another mailbox
 */
export async function checkMailbox(
  env: NodeJS.ProcessEnv,
  { channel, address }: { channel: ChannelName; address: string },
  given: AccountCredentials,
): Promise<Checked> {
  if (!isMail(channel)) return { credentials: given };
  const { providerSettingsShape, whoseMailbox } = await import('#channels');
  const {
    credentials,
    address: found,
    code,
  } = await whoseMailbox(channel, given, readSettings(providerSettingsShape, providersOf(env)));
  if (!found) return { credentials, note: `It was not checked whose mailbox this is (${code}).` };
  if (sameAddresses('email', [found], [address])) return { credentials };
  throw new Failure(
    `These credentials are those of ${found.replace(/\p{C}/gu, '')}, not of ${address}. Nothing was connected.`,
  );
}

/** The settings of the services where they are set here, else those of a running `npm start`. */
function providersOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const url = readDemoFile()?.providers_url;
  return env.DATABASE_URL || !url ? env : { ...providerEnv(url, localSecrets()), ...env };
}
