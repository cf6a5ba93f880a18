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
 * Takes one POST of Meta's apart: each message, status or other news becomes an event of its own, in Meta's own form,
 * so that none can hold up another and each is kept once however it is bundled. What is not known here is left out.
 * @throws ZodError when it is no POST of Meta's at all
 */
export function splitMeta(body: unknown): StoredEvent[] {
  const { object, entry } = envelope.parse(body);
  if (object === 'whatsapp_business_account') return entry.flatMap((each) => whatsappEvents(each));
  const channel = PAGES[object];
  return channel ? entry.flatMap((each) => messengerEvents(channel, each)) : [];
}

function whatsappEvents(entry: unknown): StoredEvent[] {
  const { data } = whatsappEntry.safeParse(entry);
  return (data?.changes ?? []).flatMap(({ field, value }) => {
    const { data: known } = whatsappValue.safeParse(value);
    if (field !== 'messages' || !known) return [];
    const { messages = [], statuses = [], contacts = [], errors, ...rest } = known;
    const news = [
      ...messages.map((message): [string, object] => {
        const theirs = contacts.filter((contact) => isSender(contact, message));
        return [keyOf('message', message.id, message), { ...rest, contacts: theirs, messages: [message] }];
      }),
      ...statuses.map((status): [string, object] => {
        return [keyOf(`status-${String(status.status)}`, status.id, status), { ...rest, statuses: [status] }];
      }),
      ...(errors ? [[keyOf('', null, value), { ...rest, errors }] as [string, object]] : []),
    ];
    const account = whatsappNumber.safeParse(value).data?.metadata.phone_number_id ?? '';
    return news.map(([dedup_key, payload]) => ({ channel: 'whatsapp', dedup_key, account, payload }));
  });
}

/** People are told by their number; those who show none, by another id. */
function isSender({ wa_id, user_id }: Item, { from, from_user_id }: Item): boolean {
  return (!!from && wa_id === from) || (!!from_user_id && user_id === from_user_id);
}

/** `entry.id` says whose it is, so it stays beside each piece of news. */
function messengerEvents(channel: ChannelName, entry: { id: string }): StoredEvent[] {
  const { messaging = [], standby = [] } = messengerEntry.safeParse(entry).data ?? {};
  return [...messaging, ...standby].map((news) => {
    // That a message was taken back bears the id of that message.
    const mid = newsMessage.safeParse(news.message).data?.mid;
    const payload = { account: entry.id, ...news };
    return { channel, dedup_key: keyOf(`message-${entry.id}`, mid, payload), account: entry.id, payload };
  });
}

function keyOf(kind: string, id: unknown, content: object): string {
  const key = typeof id === 'string' ? `${kind}:${id}` : undefined;
  const isFit = key !== undefined && Buffer.byteLength(key) <= MAX_KEY_LENGTH;
  return isFit ? key : `content:${digestOf(content)}`;
}
