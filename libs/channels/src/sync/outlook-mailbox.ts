import type { ReceivedMessage } from '#crm-domain';
import { z } from 'zod';
import { judge } from '../answers/answer-table.js';
import { readAnswer } from '../answers/read-answer.js';
import type { ChannelAccess } from '../channel.js';
import { OUTLOOK_ANSWERS } from '../outlook/outlook-answers.js';
import type { ProviderAnswer } from '../provider-call.js';
import type { ProviderSettings } from '../provider-settings.js';
import { FetchDeclined, type FetchedPage, type Mailbox } from './mailbox.js';
import {
  MESSAGE_FIELDS,
  outlookAttachment,
  outlookAttachments,
  outlookMessage,
  type OutlookMessage,
} from './outlook-message.js';
import { isTooLarge, readProvider } from './provider-reader.js';

const FOLDERS = ['inbox', 'sentitems'] as const;
type Folder = (typeof FOLDERS)[number];

/** Where each folder goes on, in Graph's own words; `at` is the one whose turn it is. */
const cursorShape = z.object({
  at: z.enum(FOLDERS).default('inbox'),
  inbox: z.string().nullable().default(null),
  sentitems: z.string().nullable().default(null),
});
type Cursor = z.infer<typeof cursorShape>;

const delta = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});

const prefer = (page: number) => `IdType="ImmutableId", odata.maxpagesize=${page}, outlook.body-content-type="text"`;
const PAGE = { headers: { prefer: prefer(25) } };
/** Where mails are so large that a page of them is too much; no mail that Exchange takes is larger. */
const ONE_BY_ONE = { headers: { prefer: prefer(1) }, maxBytes: 256 * 1024 * 1024 };

/** What changed in the inbox and the sent items, by Graph's delta. A link that is too old is begun anew. */
export class OutlookMailbox implements Mailbox {
  readonly everyMs = 120_000;

  constructor(private readonly settings: Pick<ProviderSettings, 'GRAPH_BASE_URL'>) {}

  async page(access: ChannelAccess, given: unknown, since: Date): Promise<FetchedPage> {
    const cursor = cursorShape.safeParse(given ?? {}).data ?? { at: 'inbox', inbox: null, sentitems: null };
    const folder = cursor.at;
    let link = cursor[folder] ?? this.beginning(folder, since);
    let answer = await this.get(access, link);
    if (answer.kind === 'answered' && answer.status === 410) {
      link = this.beginning(folder, since);
      answer = await this.get(access, link);
    }
    if (isTooLarge(answer)) answer = await this.get(access, link, ONE_BY_ONE);
    const page = readAnswer(answer, delta);
    if (!page) throw new FetchDeclined(judge(answer, OUTLOOK_ANSWERS));
    const found = page.value.flatMap((item) => outlookMessage(item, folder === 'sentitems') ?? []);
    const messages: ReceivedMessage[] = [];
    for (const each of found) messages.push(await this.complete(access, each));
    return { messages, ...following(cursor, page) };
  }

  private beginning(folder: Folder, since: Date): string {
    const url = new URL(`${this.settings.GRAPH_BASE_URL}/me/mailFolders/${folder}/messages/delta`);
    url.searchParams.set('$select', MESSAGE_FIELDS);
    url.searchParams.set('$filter', `receivedDateTime ge ${since.toISOString()}`);
    return url.href;
  }

  private async complete(
    access: ChannelAccess,
    { message, has_attachments }: OutlookMessage,
  ): Promise<ReceivedMessage> {
    if (!has_attachments) return message;
    const path = `/me/messages/${encodeURIComponent(message.provider_message_id)}/attachments`;
    const answer = await this.get(access, `${this.settings.GRAPH_BASE_URL}${path}?$select=id,name,contentType,size`);
    const attachments = readAnswer(answer, outlookAttachments)?.value.map(outlookAttachment) ?? [];
    return { ...message, attachments };
  }

  /** The links are Graph's; a token goes to no other host. */
  private async get({ token, signal }: ChannelAccess, url: string, how: object = PAGE): Promise<ProviderAnswer> {
    if (new URL(url).origin !== new URL(this.settings.GRAPH_BASE_URL).origin) {
      return { kind: 'unanswered', phase: 'never_written', code: 'foreign_link' };
    }
    return readProvider({ url, token, signal, ...how });
  }
}

function following(cursor: Cursor, page: z.infer<typeof delta>): Pick<FetchedPage, 'cursor' | 'isLast'> {
  const { at } = cursor;
  const next = page['@odata.nextLink'];
  if (next) return { cursor: { ...cursor, [at]: next }, isLast: false };
  const moved = { ...cursor, [at]: page['@odata.deltaLink'] ?? null };
  const turn = FOLDERS[FOLDERS.indexOf(at) + 1];
  return { cursor: { ...moved, at: turn ?? FOLDERS[0] }, isLast: turn === undefined };
}
