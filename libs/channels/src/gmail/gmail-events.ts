import { z } from 'zod';
import { providerId } from '../contract/provider-id.js';
import type { InboundEvent, StoredEvent } from '../contract/inbound-event.js';

const push = z.object({ message: z.looseObject({ data: z.string(), messageId: providerId }) });
const change = z.object({
  emailAddress: z.email().max(320),
  historyId: z.union([z.string().max(40), z.number()]).transform(String),
});

/** What a push of Pub/Sub's says: a mailbox has changed. @throws ZodError, SyntaxError when it is none */
export function readGmailPush(body: unknown): StoredEvent {
  const { data, messageId } = push.parse(body).message;
  const payload = change.parse(JSON.parse(Buffer.from(data, 'base64').toString('utf8')));
  const account = payload.emailAddress.toLowerCase();
  return { channel: 'gmail', dedup_key: `push:${messageId}`, account, payload };
}

/** Mailboxes are known by their address in small letters. */
export function gmailFacts(payload: unknown): InboundEvent[] {
  const { data } = change.safeParse(payload);
  return data ? [{ external_account_id: data.emailAddress.toLowerCase(), kind: 'changed' }] : [];
}
