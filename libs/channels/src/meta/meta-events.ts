import type { ChannelName } from '#crm-domain/messaging';
import { z } from 'zod';
import { listOf, part } from '../contract/inbound-event-fields.js';
import { digestOf, type StoredEvent } from '../contract/inbound-event.js';

const item = z.looseObject({});
type Item = z.infer<typeof item>;
/** What is no object hides none of the others. */
const items = part(listOf(item));

const envelope = z.object({ object: z.string(), entry: listOf(z.looseObject({ id: z.coerce.string() })) });
const whatsappEntry = z.object({ changes: part(listOf(z.object({ field: z.string(), value: item }))) });
const whatsappValue = z.looseObject({
  contacts: items,
  messages: items,
  statuses: items,
});
const whatsappNumber = z.object({ metadata: z.object({ phone_number_id: z.string() }) });
// In `standby` stands what another app answers; it was said all the same.
const messengerEntry = z.object({ messaging: items, standby: items });
const newsMessage = z.object({ mid: z.string().max(500), is_deleted: z.literal(false).optional() });

/** An index takes no key of any length, and counts bytes. */
const MAX_KEY_LENGTH = 1000;

const PAGES: Record<string, ChannelName> = { page: 'facebook', instagram: 'instagram' };

/**
 * Characters of all events of a POST. What stands beside the news in it is kept with each, and what is sent small must
 * not become large by that: Meta's own are a few KiB for each message.
 */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Takes one POST of Meta's apart: each message, status or other news becomes an event of its own, in Meta's own form,
 * so that none can hold up another and each is kept once however it is bundled. What is not known here is left out.
 * @throws ZodError when it is no POST of Meta's at all
 * @throws Error when its events would be much larger than it is
 */
export function splitMeta(body: unknown): StoredEvent[] {
  const events: StoredEvent[] = [];
  let characters = 0;
  for (const event of eventsIn(envelope.parse(body))) {
    characters += JSON.stringify(event.payload).length;
    if (characters > MAX_CHARACTERS) throw new Error('What stands beside the news is too large to be kept with each.');
    events.push(event);
  }
  return events;
}

/** One after the other, so that no more of them are made than are kept. */
function* eventsIn({ object, entry }: z.infer<typeof envelope>): Generator<StoredEvent> {
  for (const each of entry) {
    if (object === 'whatsapp_business_account') yield* whatsappEvents(each);
    else if (PAGES[object]) yield* messengerEvents(PAGES[object], each);
  }
}

function* whatsappEvents(entry: unknown): Generator<StoredEvent> {
  const { data } = whatsappEntry.safeParse(entry);
  for (const { field, value } of data?.changes ?? []) {
    const { data: known } = whatsappValue.safeParse(value);
    if (field === 'messages' && known) yield* whatsappNews(value, known);
  }
}

function* whatsappNews(value: Item, known: z.infer<typeof whatsappValue>): Generator<StoredEvent> {
  const { messages = [], statuses = [], contacts = [], errors, ...rest } = known;
  const account = whatsappNumber.safeParse(value).data?.metadata.phone_number_id ?? '';
  const whose = { channel: 'whatsapp', account } as const;
  const sendersOf = findSenders(contacts);
  // The app of the sender chooses what makes a wamid its own, so the same one may come to two numbers.
  const at = account && `-${account}`;
  for (const message of messages) {
    const payload = { ...rest, contacts: sendersOf(message), messages: [message] };
    yield { ...whose, dedup_key: keyOf(`message${at}`, message.id, message), payload };
  }
  for (const status of statuses) {
    const dedup_key = keyOf(`status-${String(status.status)}${at}`, status.id, status);
    yield { ...whose, dedup_key, payload: { ...rest, statuses: [status] } };
  }
  if (errors) yield { ...whose, dedup_key: keyOf('', null, value), payload: { ...rest, errors } };
}

/** People are told by their number; those who show none, by another id. */
function findSenders(contacts: readonly Item[]): (message: Item) => Item[] {
  const places = new Map<string, Set<number>>();
  contacts.forEach(({ wa_id, user_id }, at) => {
    for (const key of [`number ${String(wa_id)}`, `id ${String(user_id)}`])
      places.set(key, (places.get(key) ?? new Set()).add(at));
  });
  return ({ from, from_user_id }) => {
    const byNumber = typeof from === 'string' && from ? places.get(`number ${from}`) : undefined;
    const byId = typeof from_user_id === 'string' && from_user_id ? places.get(`id ${from_user_id}`) : undefined;
    const found = [...(byNumber ?? []), ...(byId ?? [])].sort((one, other) => one - other);
    return [...new Set(found)].map((at) => contacts[at]!);
  };
}

/** `entry.id` says whose it is, so it stays beside each piece of news. */
function* messengerEvents(channel: ChannelName, entry: { id: string }): Generator<StoredEvent> {
  const { messaging = [], standby = [] } = messengerEntry.safeParse(entry).data ?? {};
  for (const news of [...messaging, ...standby]) {
    // That a message was taken back bears the id of that message.
    const mid = newsMessage.safeParse(news.message).data?.mid;
    const payload = { account: entry.id, ...news };
    yield { channel, dedup_key: keyOf(`message-${entry.id}`, mid, payload), account: entry.id, payload };
  }
}

function keyOf(kind: string, id: unknown, content: object): string {
  const key = typeof id === 'string' ? `${kind}:${id}` : undefined;
  const isFit = key !== undefined && Buffer.byteLength(key) <= MAX_KEY_LENGTH;
  return isFit ? key : `content:${digestOf({ kind, content })}`;
}
