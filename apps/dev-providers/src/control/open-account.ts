import type { z } from 'zod';
import { ACCESS_SECONDS, REFRESH_SECONDS } from '../oauth/mail-oauth.js';
import type { World } from '../world.js';
import type { account } from './inputs.js';

const META_SECONDS = 60 * 86_400;

/** Makes or changes an account and gives new tokens to it; the old ones stay good. */
export function openAccount({ accounts }: World, wanted: z.infer<typeof account>) {
  const { channel, external_account_id: id, name = null, keeps_headers, strict } = wanted;
  accounts.put({ channel, id, address: wanted.address ?? id, name, keeps_headers, is_strict: strict });
  const isMail = channel === 'gmail' || channel === 'outlook';
  const seconds = wanted.expires_in ?? (isMail ? ACCESS_SECONDS : META_SECONDS);
  const refresh = () => accounts.issue({ kind: 'refresh', channel, account: id, seconds: REFRESH_SECONDS });
  return {
    access_token: accounts.issue({ kind: 'access', channel, account: id, seconds }),
    refresh_token: isMail ? refresh() : null,
    expires_in: seconds,
  };
}
