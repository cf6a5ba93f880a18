import { settled, type ReceivedMessage } from '#crm-domain/messaging';
import { z } from 'zod';
import { classifyAnswer } from '../provider/answer-table.js';
import { isMissing, readAnswer } from '../provider/read-answer.js';
import type { ChannelAccess } from '../contract/channel.js';
import { OUTLOOK_ANSWERS } from './outlook-answers.js';
import type { ProviderAnswer } from '../provider/provider-call.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import { FetchDeclined, type FetchedPage, type Mailbox } from '../contract/mailbox.js';
import {
  bareId,
  FEWER_FIELDS,
  isMail,
  MESSAGE_FIELDS,
  outlookAttachment,
  outlookAttachments,
  outlookMessage,
  type OutlookMessage,
} from './outlook-received.js';
import { RefusedMails, type PageOfMails, type Patience } from '../mail/refused-mails.js';
import { noteSkipped, TOO_MUCH } from '../mail/unread-mail.js';
import { isTooLarge, LARGE_MAIL, readProvider } from '../provider/provider-reader.js';

const FOLDERS = ['inbox', 'sentitems'] as const;
type Folder = (typeof FOLDERS)[number];

/**
 * Where each folder goes on, in Graph's own words; `at` is the one whose turn it is. A link keeps the fields that were
 * asked for, so one that a release began which asked for others is no cursor.
 */
const cursorShape = z.object({
  at: z.enum(FOLDERS).default('inbox'),
  inbox: z.string().nullable().default(null),
  sentitems: z.string().nullable().default(null),
  fields: z.literal(MESSAGE_FIELDS),
  /** When Graph last refused a link of a folder, in milliseconds since 1970. One refused again soon is not too old. */
  refused: z.partialRecord(z.enum(FOLDERS), z.number()).default({}),
});
type Cursor = z.infer<typeof cursorShape>;

const BEGINNING: Cursor = { at: 'inbox', inbox: null, sentitems: null, fields: MESSAGE_FIELDS, refused: {} };
/** Milliseconds before a folder is begun anew a second time: a provider who refuses every link is not asked without end. */
const ANEW_PAUSE = 10 * 60_000;

const delta = z.object({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});

const prefer = (page: number) => `IdType="ImmutableId", odata.maxpagesize=${page}, outlook.body-content-type="text"`;
const PAGE = { headers: { prefer: prefer(25) } };
/** Where mails are so large that a page of them is too much. */
const ONE_BY_ONE = { headers: { prefer: prefer(1) }, ...LARGE_MAIL };
const SINGLE = { ...PAGE, ...LARGE_MAIL };
const identified = z.looseObject({ id: z.string().min(1) });

/** What changed in the inbox and the sent items, by Graph's delta. A link that is too old, or is refused, is begun anew. */
export class OutlookMailbox implements Mailbox {
  readonly everyMs = 120_000;

  private readonly refused: RefusedMails;

  constructor(
    private readonly settings: Pick<ProviderSettings, 'GRAPH_BASE_URL'>,
    patience?: Patience,
  ) {
    this.refused = new RefusedMails('outlook', patience);
  }

  async page(access: ChannelAccess, given: unknown, since: Date): Promise<FetchedPage> {
    let cursor = cursorShape.safeParse(given).data ?? BEGINNING;
    const folder = cursor.at;
    let link = cursor[folder] ?? this.beginning(folder, since);
    let answer = await this.get(access, link);
    if (isRefusedLink(answer, cursor[folder])) {
      if (Date.now() - (cursor.refused[folder] ?? 0) < ANEW_PAUSE)
        throw new FetchDeclined(classifyAnswer(answer, OUTLOOK_ANSWERS));
      cursor = { ...cursor, refused: { ...cursor.refused, [folder]: Date.now() } };
      link = this.beginning(folder, since);
      answer = await this.get(access, link);
    }
    if (isTooLarge(answer)) answer = await this.get(access, link, ONE_BY_ONE);
    // A link keeps the fields that were asked for, so this begins anew: with a list of ids, of which each mail is read
    // by itself.
    if (isTooLarge(answer)) answer = await this.get(access, this.beginning(folder, since, 'id'));
    const page = readAnswer(answer, delta);
    if (!page) throw new FetchDeclined(classifyAnswer(answer, OUTLOOK_ANSWERS));
    return { messages: await this.messages(access, page.value, folder === 'sentitems'), ...following(cursor, page) };
  }

  private async messages(access: ChannelAccess, items: unknown[], isSent: boolean): Promise<ReceivedMessage[]> {
    const messages: ReceivedMessage[] = [];
    const mails = this.refused.page(access.external_account_id);
    for (const item of items) {
      const id = bareId(item);
      const read = () => (id === undefined ? outlookMessage(item, isSent) : this.single(access, id, isSent));
      const found = await mails.read(id ?? '', read);
      if (!found && id === undefined && isMail(item)) noteSkipped('outlook', idOf(item));
      // No more is held than is stored: a stranger decides how long it is.
      if (found) messages.push(settled(await this.complete(access, found, mails)));
    }
    mails.settle();
    return messages;
  }

  private beginning(folder: Folder, since: Date, fields = MESSAGE_FIELDS): string {
    const url = new URL(`${this.settings.GRAPH_BASE_URL}/me/mailFolders/${folder}/messages/delta`);
    url.searchParams.set('$select', fields);
    url.searchParams.set('$filter', `receivedDateTime ge ${since.toISOString()}`);
    return url.href;
  }

  /**
   * Of a mail that a stranger has made too large, what is left without its recipients and its text: no mail may stop
   * those behind it.
   */
  private async single(access: ChannelAccess, id: string, isSent: boolean): Promise<OutlookMessage | undefined> {
    const url = `${this.settings.GRAPH_BASE_URL}/me/messages/${encodeURIComponent(id)}`;
    for (const fields of [MESSAGE_FIELDS, ...FEWER_FIELDS]) {
      const answer = await this.get(access, `${url}?$select=${fields}`, SINGLE);
      if (isMissing(answer)) return undefined;
      if (isTooLarge(answer)) continue;
      const item = readAnswer(answer, identified);
      if (!item) throw new FetchDeclined(classifyAnswer(answer, OUTLOOK_ANSWERS));
      const found = outlookMessage(item, isSent);
      return found && 'body' in item ? found : found && { ...found, message: { ...found.message, body: TOO_MUCH } };
    }
    noteSkipped('outlook', id);
    return undefined;
  }

  /** With its attachments; without them where Graph refuses their list for long, though it gives the mail. */
  private async complete(
    access: ChannelAccess,
    { message, has_attachments }: OutlookMessage,
    mails: PageOfMails,
  ): Promise<ReceivedMessage> {
    if (!has_attachments) return message;
    const attachments = await mails.read(message.provider_message_id, () =>
      this.attachments(access, message.provider_message_id),
    );
    return { ...message, attachments: attachments ?? [] };
  }

  private async attachments(access: ChannelAccess, id: string): Promise<ReceivedMessage['attachments']> {
    const path = `/me/messages/${encodeURIComponent(id)}/attachments`;
    const url = `${this.settings.GRAPH_BASE_URL}${path}?$select=id,name,contentType,size`;
    const answer = await this.get(access, url, SINGLE);
    if (answer.kind !== 'answered' || (answer.status !== 200 && !isMissing(answer)))
      throw new FetchDeclined(classifyAnswer(answer, OUTLOOK_ANSWERS));
    return readAnswer(answer, outlookAttachments)?.value.map(outlookAttachment) ?? [];
  }

  /** The links are Graph's; a token goes to no other host. */
  private async get({ token, signal }: ChannelAccess, url: string, how: object = PAGE): Promise<ProviderAnswer> {
    if (new URL(url).origin !== new URL(this.settings.GRAPH_BASE_URL).origin) {
      return { kind: 'unanswered', phase: 'never_written', code: 'foreign_link' };
    }
    return readProvider({ url, token, signal, ...how });
  }
}

function isRefusedLink(answer: ProviderAnswer, link: string | null): boolean {
  return answer.kind === 'answered' && (answer.status === 410 || (answer.status === 400 && link !== null));
}

function idOf(item: unknown): string {
  return identified.parse(item).id;
}

function following(cursor: Cursor, page: z.infer<typeof delta>): Pick<FetchedPage, 'cursor' | 'isLast'> {
  const { at } = cursor;
  const next = readable(page['@odata.nextLink']);
  if (next) return { cursor: { ...cursor, [at]: next }, isLast: false };
  const moved = { ...cursor, [at]: readable(page['@odata.deltaLink']) };
  const turn = FOLDERS[FOLDERS.indexOf(at) + 1];
  return { cursor: { ...moved, at: turn ?? FOLDERS[0] }, isLast: turn === undefined };
}

/** A link, where it is one: what is none is begun anew. */
function readable(link: string | undefined): string | null {
  return link !== undefined && URL.canParse(link) ? link : null;
}
