import { randomBytes } from 'node:crypto';
import { magicOf } from '../faults/magic-recipients.js';
import { isObject, Refused, type Answer, type ApiRequest, type Json } from '../http/exchange.js';
import type { Call } from '../http/routes.js';
import type { Account } from '../store/account.store.js';
import type { World } from '../world.js';
import { isWithin, keepSent, metaBody } from './meta-access.js';
import { metaError } from './meta-error.js';

const MAX_LENGTH = 4096;
const NUMBER = /^\+?[\d ()-]{7,20}$/;
/** Of somebody who shows no telephone number. */
const USER_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

/** `POST /{phone_number_id}/messages`. */
export function sendWhatsApp(world: World, account: Account, request: ApiRequest): Call {
  const { to, body, mark } = textOf(metaBody(request));
  const run = (): Answer => {
    const person = personOf(to);
    if (!isWithin(world, account, person, 1)) {
      throw new Refused(metaError(131047, 'Re-engagement message', { details: 'More than 24 hours have passed.' }));
    }
    const id = newWamid();
    keepSent(world, { channel: 'whatsapp', account: account.id, id, person, text: body, at: Date.now() }, mark);
    tellStatuses(world, account, { id, person, mark });
    if (magicOf(person) === 'echo') receiveWhatsApp(world, account, { from: person, text: `You wrote: ${body}` });
    const contacts = [{ input: to, ...called(person, 'wa_id', 'user_id') }];
    return { status: 200, body: { messaging_product: 'whatsapp', contacts, messages: [{ id }] } };
  };
  // A sender may number its attempts behind the id of a message; faults are about the message.
  const ofMessage = mark && mark.replace(/\/\d+$/, '');
  return { channel: 'whatsapp', call: 'send', account: account.id, to: [to], text: body, mark: ofMessage, run };
}

function personOf(address: string): string {
  return USER_ID.test(address) ? address : address.replace(/\D/g, '');
}

/** A person under the name for numbers or that for ids. */
function called(person: string, number: string, id: string): object {
  return { [USER_ID.test(person) ? id : number]: person };
}

/** Where a number and an id are given, the number counts. @throws Refused */
function textOf({ messaging_product, to, recipient, type, text, biz_opaque_callback_data = null }: Json) {
  const refuse = (code: number, details: string) => {
    throw new Refused(metaError(code, 'Parameter value is not valid', { details }));
  };
  if (messaging_product !== 'whatsapp') refuse(100, 'The parameter messaging_product is required.');
  if (type !== 'text' || !isObject(text)) refuse(131051, 'Unsupported message type.');
  const body = isObject(text) ? text.body : undefined;
  const [given, form] = to === undefined ? [recipient, USER_ID] : [to, NUMBER];
  if (typeof given !== 'string' || !form.test(given)) return refuse(131009, 'The recipient is not valid.');
  if (typeof body !== 'string' || body === '') return refuse(131008, 'Parameter text.body is missing.');
  if (body.length > MAX_LENGTH) refuse(100, `text.body must be at most ${MAX_LENGTH} characters long.`);
  const mark = biz_opaque_callback_data === null ? null : String(biz_opaque_callback_data);
  if ((mark ?? '').length > 512) refuse(100, 'biz_opaque_callback_data must be at most 512 characters long.');
  return { to: given, body, mark };
}

interface Sent {
  id: string;
  person: string;
  mark: string | null;
}

/** `sent`, then `delivered`; to somebody who bounces, `failed` after all. */
function tellStatuses(world: World, account: Account, { id, person, mark }: Sent): void {
  const failed = {
    status: 'failed',
    errors: [{ code: 131026, title: 'Message undeliverable', message: 'Message undeliverable' }],
  };
  for (const said of [{ status: 'sent' }, magicOf(person) === 'bounce' ? failed : { status: 'delivered' }]) {
    const status = { id, timestamp: seconds(), ...called(person, 'recipient_id', 'recipient_user_id'), ...said };
    tell(world, account, { statuses: [mark === null ? status : { ...status, biz_opaque_callback_data: mark }] });
  }
}

export interface IncomingText {
  from: string;
  text: string;
  name?: string;
  /** The message that is answered. */
  reply_to?: string;
}

/** A person writes to the number. */
export function receiveWhatsApp(world: World, account: Account, { from, text, name, reply_to }: IncomingText): string {
  const id = newWamid();
  const person = personOf(from);
  world.chats.add({ channel: 'whatsapp', account: account.id, id, person, is_ours: false, text, at: Date.now() });
  const message = {
    ...called(person, 'from', 'from_user_id'),
    id,
    timestamp: seconds(),
    type: 'text',
    text: { body: text },
  };
  tell(world, account, {
    contacts: [{ profile: { name: name ?? person }, ...called(person, 'wa_id', 'user_id') }],
    messages: [reply_to === undefined ? message : { ...message, context: { from: account.address, id: reply_to } }],
  });
  return id;
}

function tell({ metaWebhooks }: World, { id, address }: Account, news: object): void {
  const metadata = { display_phone_number: address.replace(/\D/g, ''), phone_number_id: id };
  const value = { messaging_product: 'whatsapp', metadata, ...news };
  metaWebhooks.post('whatsapp_business_account', { id: `waba-${id}`, changes: [{ field: 'messages', value }] });
}

function seconds(): string {
  return String(Math.floor(Date.now() / 1000));
}

function newWamid(): string {
  return `wamid.${randomBytes(30).toString('base64url')}`;
}
