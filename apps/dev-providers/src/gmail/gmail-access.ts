import { bearerToken, Refused, type ApiRequest } from '../http/exchange.js';
import type { Call } from '../http/routes.js';
import type { Account } from '../store/account.store.js';
import type { World } from '../world.js';
import { gmailError } from './gmail-error.js';

/** With the API's own `/gmail` as its base address ends, or twice, when that ends with it too. */
export const USER = '(?:/gmail)?/gmail/v1/users/:user';

/** The mailbox that the request's token opens. @throws Refused */
export function mailboxOf({ accounts }: World, request: ApiRequest): Account {
  const account = accounts.authenticate(['gmail'], bearerToken(request));
  if (!account) throw new Refused(gmailError(401));
  if (request.params.user !== 'me' && request.params.user !== account.id) {
    throw new Refused(gmailError(403, { reason: 'forbidden', message: 'Delegation denied.' }));
  }
  return account;
}

/** A call that changes nothing. */
export function reading(account: Account, run: Call['run']): Call {
  return { channel: 'gmail', call: 'read', account: account.id, run };
}

export function box(account: Account): { channel: 'gmail'; account: string } {
  return { channel: 'gmail', account: account.id };
}
