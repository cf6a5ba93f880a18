import { randomBytes } from 'node:crypto';
import { magicOf } from '../faults/magic-recipients.js';
import { isObject, Refused, type Answer, type ApiRequest, type Json } from '../http/exchange.js';
import type { Call } from '../http/routes.js';
import type { Account } from '../store/account.store.js';
import type { World } from '../world.js';
import { isWithin, keepSent, metaBody, metaNow, shownText } from './meta-access.js';
import { metaError } from './meta-error.js';
import type { IncomingText } from './whatsapp.js';

/** How Messenger and Instagram, which share their Send API, differ. */
export interface PageProvider {
  channel: 'facebook' | 'instagram';
  object: 'page' | 'instagram';
  /** Ids of people; others belong to nobody who ever wrote. */
  person: RegExp;
  messageId: string;
  isTooLong(text: string): boolean;
  subcodes: { unknownPerson: number; window: number };
  /** Whether `message.metadata` comes back in echoes. */
  carriesMark: boolean;
  /** Whether the delivery of a message is told. */
  tellsDelivery: boolean;
}

const APP_ID = 1517776481860111;
/** The page's own inbox, or whatever else its owner writes with. */
const OTHER_APP_ID = 263902037430900;

/** `POST /{page_id}/messages` and `POST /{ig_id}/messages`. */
export function sendPageMessage(world: World, provider: PageProvider, account: Account, request: ApiRequest): Call {
  const { person, text, metadata, isHumanAgent } = messageOf(metaBody(request), provider);
  const { channel, carriesMark } = provider;
  const mark = carriesMark ? metadata : null;
  const run = (): Answer => {
    refuseStrangers(world, provider, account, { person, isHumanAgent });
    const at = metaNow(world);
    const mid = newMid(provider);
    keepSent(world, { channel, account: account.id, id: mid, person, text, at }, mark);
    const marked = mark !== null && { metadata: mark };
    const said = { mid, text: shownText(world, text), is_echo: true, app_id: APP_ID, ...marked };
    echo(world, provider, account, { person, at, said });
    if (provider.tellsDelivery) {
      const delivery = { mids: [mid], watermark: at };
      tell(world, provider, account, {
        sender: { id: person },
        recipient: { id: account.id },
        timestamp: at,
        delivery,
      });
    }
    if (magicOf(person) === 'echo')
      receivePageMessage(world, provider, account, { from: person, text: `You wrote: ${text}` });
    return { status: 200, body: { recipient_id: person, message_id: mid } };
  };
  return { channel, call: 'send', account: account.id, to: [person], text, mark, run };
}

/** @throws Refused */
function messageOf({ recipient, message, messaging_type, tag }: Json, provider: PageProvider) {
  const person = isObject(recipient) ? recipient.id : undefined;
  const { text, metadata = null } = isObject(message) ? message : {};
  if (typeof person !== 'string') throw new Refused(metaError(100, 'Param recipient must be non-empty.'));
  if (typeof text !== 'string' || text === '') throw new Refused(metaError(100, 'Param message must be non-empty.'));
  if (provider.isTooLong(text)) throw new Refused(metaError(100, 'Param message[text] is too long.'));
  if (messaging_type === 'MESSAGE_TAG' && !tag) throw new Refused(metaError(100, 'Param tag is required.'));
  const isHumanAgent = messaging_type === 'MESSAGE_TAG' && tag === 'HUMAN_AGENT';
  return { person, text, metadata: metadata === null ? null : String(metadata), isHumanAgent };
}

/** @throws Refused */
function refuseStrangers(
  world: World,
  { person: known, subcodes }: PageProvider,
  account: Account,
  { person, isHumanAgent }: { person: string; isHumanAgent: boolean },
): void {
  const hasWritten = !account.is_strict || world.chats.lastInbound(account.channel, account.id, person) > 0;
  if (!known.test(person) || !hasWritten) {
    throw new Refused(metaError(100, 'No matching user found', { subcode: subcodes.unknownPerson }));
  }
  if (isWithin(world, account, person, isHumanAgent ? 7 : 1)) return;
  throw new Refused(metaError(10, 'This message is sent outside of allowed window.', { subcode: subcodes.window }));
}

/** A person writes to the page or account. */
export function receivePageMessage(
  world: World,
  provider: PageProvider,
  account: Account,
  { from, text, reply_to }: IncomingText,
): string {
  const mid = newMid(provider);
  const at = metaNow(world);
  world.chats.add({ channel: provider.channel, account: account.id, id: mid, person: from, is_ours: false, text, at });
  const message = { mid, text, ...(reply_to !== undefined && { reply_to: { mid: reply_to } }) };
  tell(world, provider, account, { sender: { id: from }, recipient: { id: account.id }, timestamp: at, message });
  return mid;
}

/** The owner of the page or account writes with something else than us. */
export function sendElsewhere(
  world: World,
  provider: PageProvider,
  account: Account,
  { to: person, text }: { to: string; text: string },
): string {
  const mid = newMid(provider);
  const at = metaNow(world);
  world.chats.add({ channel: provider.channel, account: account.id, id: mid, person, is_ours: true, text, at });
  echo(world, provider, account, { person, at, said: { mid, text, is_echo: true, app_id: OTHER_APP_ID } });
  return mid;
}

function echo(
  world: World,
  provider: PageProvider,
  account: Account,
  { person, at, said }: { person: string; at: number; said: object },
): void {
  const parties = { sender: { id: account.id }, recipient: { id: person } };
  tell(world, provider, account, { ...parties, timestamp: at, message: said });
}

function tell({ metaWebhooks }: World, { object }: PageProvider, { id }: Account, event: object): void {
  metaWebhooks.post(object, { id, time: Date.now(), messaging: [event] });
}

function newMid({ messageId }: PageProvider): string {
  return messageId + randomBytes(36).toString('base64url');
}
