import type { Answer, ApiRequest } from '../http/exchange.js';
import { bearerToken, Refused } from '../http/exchange.js';
import type { Call } from '../http/routes.js';
import type { World } from '../world.js';
import { tokenOwner } from './meta-access.js';
import { metaError } from './meta-error.js';
import type { PageProvider } from './page-messages.js';

const LIFETIME_SECONDS = 60 * 86_400;

/** Instagram with Instagram Login. Its echoes carry no mark. */
export const instagram: PageProvider = {
  channel: 'instagram',
  object: 'instagram',
  person: /^(\d{5,}|igsid-\w+)$/,
  messageId: 'aWdfZAG1faXRlbT',
  isTooLong: (text) => Buffer.byteLength(text) > 1000,
  subcodes: { unknownPerson: 2534014, window: 2534022 },
  carriesMark: false,
  tellsDelivery: false,
};

/** `GET /refresh_access_token`: another token for one that is still good. */
export function refreshInstagramToken(world: World, request: ApiRequest): Call {
  const run = (): Answer => {
    if (request.query.get('grant_type') !== 'ig_refresh_token' || !bearerToken(request)) {
      throw new Refused(metaError(100, 'Invalid grant_type or access_token.'));
    }
    const { id } = tokenOwner(world, request, ['instagram']);
    const seconds = LIFETIME_SECONDS;
    const access_token = world.accounts.issue({ kind: 'access', channel: 'instagram', account: id, seconds });
    return { status: 200, body: { access_token, token_type: 'bearer', expires_in: seconds } };
  };
  return { channel: 'instagram', call: 'token', run };
}
