import { z } from 'zod';
import { ACTIONS } from '../faults/fault.js';
import { LIFECYCLE_EVENTS } from '../graph/graph-subscriptions.js';

// What the control API takes; its docstring says what each part means.

const channel = z.enum(['gmail', 'outlook', 'whatsapp', 'facebook', 'instagram']);
const text = z.string();
const list = z.array(text);
const address = z.url({ protocol: /^https?$/ }).nullable();
const call = z.enum(['token', 'draft', 'send', 'read', 'watch']);

export const account = z.strictObject({
  channel,
  external_account_id: text.min(1),
  address: text.min(1).optional(),
  name: text.optional(),
  keeps_headers: z.boolean().default(false),
  strict: z.boolean().default(false),
  expires_in: z.int().positive().optional(),
});

const filter = { channel: channel.optional(), account: text.optional() };

export const deliveryFilter = z.strictObject({
  ...filter,
  to: text.optional(),
  text: text.optional(),
  mark: text.optional(),
});

export const callFilter = z.strictObject({ ...filter, call: call.optional() });

export const fault = z.strictObject({
  action: z.enum(ACTIONS),
  ...filter,
  to: text.optional(),
  text: text.optional(),
  mark: text.optional(),
  call: z.enum([...call.options, 'any']).optional(),
  status: z.int().min(200).max(599).optional(),
  headers: z.record(text, text).optional(),
  body: z.unknown().optional(),
  ms: z.int().min(0).optional(),
  times: z.int().min(0).optional(),
  share: z.number().min(0).max(1).optional(),
});

const attachment = z.strictObject({
  filename: text,
  content_type: text.optional(),
  content: text.optional(),
});

const mail = {
  account: text,
  from: text,
  reply_to: list.optional(),
  to: list.optional(),
  cc: list.optional(),
  subject: text.optional(),
  text: text.optional(),
  html: text.optional(),
  message_id: text.optional(),
  in_reply_to: text.optional(),
  references: list.optional(),
  attachments: z.array(attachment).optional(),
};
const chat = { account: text, from: text, text, name: text.optional(), reply_to: text.optional() };

export const inbound = z.discriminatedUnion('channel', [
  z.strictObject({ channel: z.literal(['gmail', 'outlook']), ...mail }),
  z.strictObject({ channel: z.literal(['whatsapp', 'facebook', 'instagram']), ...chat }),
]);

export const elsewhere = z.strictObject({
  channel: z.enum(['facebook', 'instagram']),
  account: text,
  to: text,
  text,
  times: z.int().min(1).max(1000).default(1),
});

export const draft = z.strictObject({ account: text, draft: text });
export const tokens = z.strictObject({ channel, kind: z.enum(['access', 'refresh']), account: text.optional() });
export const cursors = z.strictObject({ channel: z.enum(['gmail', 'outlook']), account: text });

export const behaviour = z.strictObject({
  paused: z.boolean().optional(),
  copies: z.int().min(0).max(10).optional(),
  order: z.enum(['kept', 'reversed', 'shuffled']).optional(),
  delay_ms: z.int().min(0).optional(),
  retries: z.int().min(0).optional(),
  meta_webhook_url: address.optional(),
  gmail_push_url: address.optional(),
  graph_move_ms: z.int().min(0).optional(),
  meta_clock_ms: z.int().min(-86_400_000).max(86_400_000).optional(),
  meta_tidies_texts: z.boolean().optional(),
});

export const verify = z.strictObject({ url: z.url().optional(), verify_token: text.optional() });

export const lifecycle = z.strictObject({
  account: text,
  event: z.enum(LIFECYCLE_EVENTS),
  subscription_id: text.optional(),
});
