import type { ReceivedAttachment, ReceivedMessage } from '#crm-domain/messaging';
import { z } from 'zod';
import { classifyAnswer, type AnswerTable } from '../provider/answer-table.js';
import { readAnswer } from '../provider/read-answer.js';
import type { ChannelAccess } from '../contract/channel.js';
import { FetchDeclined, type FetchedPage, type Mailbox } from '../contract/mailbox.js';
import { readProvider } from '../provider/provider-reader.js';

/** ISO 8601, or Unix seconds; the documentation shows both. */
const time = z
  .union([z.string(), z.number()])
  .transform((given) => (Number.isNaN(Number(given)) ? Date.parse(String(given)) : Number(given) * 1000))
  .refine((moment) => Number.isFinite(moment));
const person = z.object({ id: z.string(), name: z.string().nullish(), username: z.string().nullish() });
const file = z.object({
  id: z.string().optional(),
  mime_type: z.string().optional(),
  name: z.string().optional(),
  size: z.number().optional(),
});
const message = z.object({
  id: z.string().min(1),
  created_time: time,
  from: person.nullish(),
  to: z.object({ data: z.array(person) }).nullish(),
  message: z.string().nullish(),
  attachments: z.object({ data: z.array(file) }).nullish(),
});
/** One that is broken stops none of the others: it is null. */
const conversations = z.object({
  data: z.array(
    z
      .object({ updated_time: time, messages: z.object({ data: z.array(message.nullable().catch(null)) }).optional() })
      .nullable()
      .catch(null),
  ),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
});

/**
 * Everything until `until` is here; `newest` becomes that once the pages from `after` on are read. A conversation that
 * moved up between two pages was passed over then: where there were several, `before` is the `until` of that time.
 */
const cursorShape = z.object({
  until: z.number(),
  newest: z.number().optional(),
  after: z.string().optional(),
  before: z.number().optional(),
});

const FIELDS = 'updated_time,messages.limit(20){id,created_time,from,to,message,attachments{id,mime_type,name,size}}';
const PAGE = 10;
/** Their times have whole seconds, and a message may show up a little late. */
const OVERLAP_MS = 60_000;

/** Where to look: the platform's name, its base URL and its table of answers. */
export interface MetaPlace {
  platform: 'messenger' | 'instagram';
  base: string;
  table: AnswerTable;
}

/** Conversations of a page or an Instagram account, in case a webhook did not arrive. Their newest 20 messages each. */
export class MetaMailbox implements Mailbox {
  readonly everyMs = 300_000;

  constructor(private readonly place: MetaPlace) {}

  async page(access: ChannelAccess, given: unknown, since: Date): Promise<FetchedPage> {
    const cursor = cursorShape.safeParse(given).data ?? { until: since.getTime() };
    const { platform, base, table } = this.place;
    const answer = await readProvider({
      url: `${base}/${encodeURIComponent(access.external_account_id)}/conversations`,
      query: { platform, fields: FIELDS, limit: String(PAGE), ...(cursor.after && { after: cursor.after }) },
      token: access.token,
      signal: access.signal,
    });
    const page = readAnswer(answer, conversations);
    // The place between two pages may be too old; what is newer than `until` is read from its beginning then.
    if (!page && cursor.after && answer.kind === 'answered' && answer.status === 400)
      return this.page(access, { ...cursor, after: undefined }, since);
    if (!page) throw new FetchDeclined(classifyAnswer(answer, table));
    const from = cursor.until - OVERLAP_MS;
    const oldest = Math.min(since.getTime(), from, (cursor.before ?? from) - OVERLAP_MS);
    const readable = page.data.filter((each) => each !== null);
    const recent = readable.filter(({ updated_time }) => updated_time >= from);
    const messages = recent
      // They come newest first, dated by whole seconds.
      .flatMap(({ messages }) => messages?.data.toReversed() ?? [])
      .flatMap((item) =>
        item && item.created_time >= oldest ? (received(item, access.external_account_id) ?? []) : [],
      );
    const newest = Math.max(cursor.newest ?? cursor.until, ...readable.map(({ updated_time }) => updated_time));
    const after = page.paging?.next && recent.length === readable.length ? page.paging.cursors?.after : undefined;
    const before = cursor.after === undefined ? undefined : cursor.until;
    const next = after === undefined ? { until: newest, before } : { ...cursor, newest, after };
    return { messages, cursor: next, isLast: after === undefined };
  }
}

function received(item: z.infer<typeof message>, account: string): ReceivedMessage | undefined {
  const { id, created_time, from, to, attachments } = item;
  const [other] = to?.data ?? [];
  if (!from || !other) return undefined;
  const isSent = from.id === account;
  const them = isSent ? other : from;
  const files = (attachments?.data ?? []).map(attachmentOf);
  return {
    direction: isSent ? 'outbound' : 'inbound',
    provider_message_id: id,
    thread_id: them.id,
    internet_message_id: null,
    references: [],
    reply_to: null,
    // Conversations show no metadata.
    mark: null,
    bears_mark_if_ours: false,
    from: { address: from.id, display_name: from.name ?? from.username ?? null },
    to: [{ address: other.id, display_name: other.name ?? other.username ?? null }],
    cc: [],
    subject: null,
    body_html: null,
    body: item.message || (files.length > 0 ? '' : '[unsupported]'),
    sent_at: new Date(created_time),
    seen: isSent,
    attachments: files,
  };
}

function attachmentOf({ id, mime_type, name, size }: z.infer<typeof file>): ReceivedAttachment {
  const content_type = mime_type || 'application/octet-stream';
  return { filename: name || 'file', content_type, size: size ?? 0, provider_attachment_id: id ?? null };
}
