import type { ChannelName } from '#crm-domain/messaging';
import { bearerToken, jsonBody, Refused, type ApiRequest, type Json } from '../http/exchange.js';
import type { Account } from '../store/account.store.js';
import type { ChatMessage } from '../store/chat.store.js';
import type { World } from '../world.js';
import { metaError } from './meta-error.js';

const DAY = 86_400_000;

/** The account that the request's token opens. @throws Refused */
export function tokenOwner({ accounts }: World, request: ApiRequest, channels: readonly ChannelName[]): Account {
  const account = accounts.authenticate(channels, bearerToken(request));
  if (account) return account;
  throw new Refused(
    metaError(190, 'Error validating access token: the session has expired.', { status: 401, subcode: 463 }),
  );
}

/** The same, when it is the one that the path names. @throws Refused */
export function namedAccount(world: World, request: ApiRequest, channels: readonly ChannelName[]): Account {
  const account = tokenOwner(world, request, channels);
  const { id } = request.params;
  if (id === account.id || (id === 'me' && account.channel !== 'whatsapp')) return account;
  throw new Refused(unknownObject());
}

export function unknownObject() {
  return metaError(100, 'Unsupported request. Object does not exist or cannot be loaded.', { subcode: 33 });
}

/** @throws Refused when the body is no JSON */
export function metaBody(request: ApiRequest): Json {
  const body = jsonBody(request);
  if (!body) throw new Refused(metaError(100, 'The request body is not valid JSON.'));
  return body;
}

/** Whether a person wrote within so many days; always, unless the account takes it seriously. */
export function isWithin(world: World, account: Account, person: string, days: number): boolean {
  if (!account.is_strict) return true;
  return metaNow(world) - world.chats.lastInbound(account.channel, account.id, person) < days * DAY;
}

/** Milliseconds by Meta's clock. */
export function metaNow({ settings }: World): number {
  return Date.now() + settings.metaClockMs;
}

/** A text as Meta shows it afterwards. */
export function shownText({ settings }: World, text: string): string {
  return settings.metaTidiesTexts ? text.trim().replace(/\s+/g, ' ') : text;
}

/** Keeps a text that has left, in the conversation and among what was delivered. */
export function keepSent(world: World, sent: Omit<ChatMessage, 'is_ours'>, mark: string | null): void {
  const { channel, account, id, person, text } = sent;
  world.chats.add({ ...sent, text: shownText(world, text), is_ours: true });
  world.deliveries.record({
    channel,
    account,
    to: [person],
    cc: [],
    subject: null,
    text,
    mark,
    provider_message_id: id,
    thread: null,
  });
}
