import { bearerToken, Refused, type ApiRequest } from '../http/exchange.js';
import type { Call } from '../http/routes.js';
import type { Account } from '../store/account.store.js';
import { announce, type World } from '../world.js';
import { graphError } from './graph-error.js';
import { newMutableId } from './graph-message.js';

/** The mailbox that the request's token opens. @throws Refused */
export function graphMailbox(world: World, request: ApiRequest): Account {
  const account = world.accounts.authenticate(['outlook'], bearerToken(request));
  if (!account) throw new Refused(graphError(401));
  moveSent(world, account);
  return account;
}

export function graphCall(account: Account, call: Call['call'], run: Call['run']): Call {
  return { channel: 'outlook', call, account: account.id, run };
}

export function graphBox(account: Account): { channel: 'outlook'; account: string } {
  return { channel: 'outlook', account: account.id };
}

/** Moves what was sent a while ago to the sent items, where it has another id, unless that is the immutable one. */
export function moveSent(world: World, account: Account): void {
  for (const mail of world.mails.leaving(graphBox(account), Date.now() - world.settings.graphMoveMs)) {
    const moved = world.mails.put({ ...mail, folder: 'sentitems', other_id: newMutableId() }, 'updated');
    announce(world, moved, 'updated');
  }
}
