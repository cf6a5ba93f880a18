import { settled, type ReceivedMessage } from '#crm-domain/messaging';
import { z } from 'zod';
import { classifyAnswer } from '../provider/answer-table.js';
import { isMissing, readAnswer } from '../provider/read-answer.js';
import type { ChannelAccess } from '../contract/channel.js';
import { GMAIL_ANSWERS } from './gmail-answers.js';
import type { ProviderAnswer } from '../provider/provider-call.js';
import type { ProviderSettings } from '../settings/provider-settings.js';
import { gmailMessage, isBroughtBack, isMailToFetch, hasTooManyParts, READ_HEADERS } from './gmail-received.js';
import { FetchDeclined, type FetchedPage, type Mailbox } from '../contract/mailbox.js';
import { RefusedMails, type Patience } from '../mail/refused-mails.js';
import { noteSkipped, TOO_MUCH } from '../mail/unread-mail.js';
import { isTooLarge, LARGE_MAIL, readProvider } from '../provider/provider-reader.js';

/**
 * `full`: the mails of the last days are being read, newest first; then it goes on from `history_id`. `page_token`: the
 * history after that place has been read without a record up to here.
 */
const cursorShape = z.object({
  history_id: z.string(),
  page_token: z.string().optional(),
  full: z.object({ after: z.number(), page_token: z.string().nullable() }).optional(),
});
type Cursor = z.infer<typeof cursorShape>;

const profile = z.object({ historyId: z.coerce.string() });
const list = z.object({
  messages: z.array(z.object({ id: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});
const labels = z.array(z.string()).default([]);
const added = z.object({ message: z.object({ id: z.string(), labelIds: labels }) });
const record = z.object({
  id: z.coerce.string(),
  messagesAdded: z.array(added).default([]),
  labelsRemoved: z.array(added.extend({ labelIds: labels })).default([]),
});
const history = z.object({
  history: z.array(record).default([]),
  nextPageToken: z.string().optional(),
  historyId: z.coerce.string(),
});
const identified = z.looseObject({ id: z.string().min(1) });

const CHANGES = '/history?historyTypes=messageAdded&historyTypes=labelRemoved';
const FULL = { format: 'full' };
const METADATA = READ_HEADERS.map((name) => `metadataHeaders=${name}`).join('&');

const PAGE = 25;
/** So many mails are read at a time, each of at most so many bytes; a larger one is read alone. */
const AT_ONCE = 4;
const SMALL_MAIL = { maxBytes: 2 * 1024 * 1024 };

/** Gmail's history of a mailbox. What is older than its history is listed anew. */
export class GmailMailbox implements Mailbox {
  readonly everyMs = 120_000;
  private readonly base: string;
  /** Ends with the last of the mails that are read alone. */
  private alone: Promise<unknown> = Promise.resolve();
  private readonly refused: RefusedMails;

  constructor(settings: Pick<ProviderSettings, 'GMAIL_BASE_URL'>, patience?: Patience) {
    this.refused = new RefusedMails('gmail', patience);
    this.base = `${settings.GMAIL_BASE_URL}/gmail/v1/users/me`;
  }

  async page(access: ChannelAccess, given: unknown, since: Date): Promise<FetchedPage> {
    const cursor = cursorShape.safeParse(given).data;
    if (!cursor) return this.listed(access, await this.begin(access, since));
    return cursor.full ? this.listed(access, cursor) : this.changed(access, cursor, since);
  }

  /** The place in the history comes first, so that what arrives meanwhile is in what follows. */
  private async begin(access: ChannelAccess, since: Date): Promise<Cursor> {
    const { historyId } = await this.read(access, '/profile', {}, profile);
    return { history_id: historyId, full: { after: Math.floor(since.getTime() / 1000), page_token: null } };
  }

  private async listed(access: ChannelAccess, { history_id, full }: Cursor): Promise<FetchedPage> {
    const { after, page_token } = full!;
    const query = { q: `after:${after}`, maxResults: String(PAGE), ...(page_token && { pageToken: page_token }) };
    const answer = await this.get(access, '/messages', query);
    // A token may be too old; the first page needs none.
    if (page_token && answer.kind === 'answered' && answer.status === 400)
      return this.listed(access, { history_id, full: { after, page_token: null } });
    const { messages, nextPageToken } = this.demand(answer, list);
    const fetched = await this.messages(
      access,
      messages.map(({ id }) => id),
    );
    const cursor: Cursor = nextPageToken ? { history_id, full: { after, page_token: nextPageToken } } : { history_id };
    return { messages: fetched, cursor, isLast: false };
  }

  private async changed(access: ChannelAccess, { history_id, page_token }: Cursor, since: Date): Promise<FetchedPage> {
    const query = {
      startHistoryId: history_id,
      maxResults: String(PAGE),
      ...(page_token && { pageToken: page_token }),
    };
    const answer = await this.get(access, CHANGES, query);
    if (isMissing(answer)) return this.listed(access, await this.begin(access, since));
    // A token may be too old; the place in the history is good for longer.
    if (page_token && answer.kind === 'answered' && answer.status === 400)
      return this.changed(access, { history_id }, since);
    const page = this.demand(answer, history);
    const ids = page.history.flatMap(({ messagesAdded, labelsRemoved }) =>
      [...messagesAdded, ...labelsRemoved.filter(({ labelIds }) => isBroughtBack(labelIds))].flatMap(({ message }) =>
        isMailToFetch(message.labelIds) ? [message.id] : [],
      ),
    );
    return { messages: await this.messages(access, [...new Set(ids)]), ...following(history_id, page) };
  }

  /**
   * Those that are still there, a few at a time. Of each no more is held than is stored: a stranger decides how long
   * they are.
   */
  private async messages(access: ChannelAccess, ids: readonly string[]): Promise<ReceivedMessage[]> {
    const fetched: ReceivedMessage[] = [];
    const page = this.refused.page(access.external_account_id);
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE);
      const answers = await Promise.all(some.map((id) => this.get(access, pathOf(id), FULL, SMALL_MAIL)));
      for (const [n, answer] of answers.entries()) {
        const id = some[n]!;
        const message = await page.read(id, () => (isTooMuch(answer) ? this.inTurn(access, id) : this.mailIn(answer)));
        if (message) fetched.push(settled(message));
      }
    }
    page.settle();
    return fetched;
  }

  /** One in a process, until no more of it is held than is stored: several together take hundreds of megabytes. */
  private inTurn(access: ChannelAccess, id: string): Promise<ReceivedMessage | undefined> {
    const read = async () => {
      const message = await this.large(access, id);
      return message && settled(message);
    };
    const turn = this.alone.then(read);
    const end = () => undefined;
    this.alone = turn.then(end, end);
    return turn;
  }

  /**
   * Of a mail that a stranger has made too large, or of too many parts, only its headers: no mail may stop those behind
   * it.
   */
  private async large(access: ChannelAccess, id: string): Promise<ReceivedMessage | undefined> {
    const whole = await this.get(access, pathOf(id), FULL, LARGE_MAIL);
    if (!isTooMuch(whole)) return this.mailIn(whole);
    const headers = await this.get(access, `${pathOf(id)}?${METADATA}`, { format: 'metadata' }, LARGE_MAIL);
    if (isTooMuch(headers)) {
      noteSkipped('gmail', id);
      return undefined;
    }
    const mail = this.mailIn(headers);
    return mail && { ...mail, body: TOO_MUCH };
  }

  private mailIn(answer: ProviderAnswer): ReceivedMessage | undefined {
    return isMissing(answer) ? undefined : gmailMessage(this.demand(answer, identified));
  }

  private async read<T>(
    access: ChannelAccess,
    path: string,
    query: Record<string, string>,
    shape: z.ZodType<T>,
  ): Promise<T> {
    return this.demand(await this.get(access, path, query), shape);
  }

  private get(
    { token, signal }: ChannelAccess,
    path: string,
    query: Record<string, string>,
    limits: { maxBytes?: number; maxParts?: number } = {},
  ): Promise<ProviderAnswer> {
    return readProvider({ url: this.base + path, query, token, signal, ...limits });
  }

  private demand<T>(answer: ProviderAnswer, shape: z.ZodType<T>): T {
    const body = readAnswer(answer, shape);
    if (body === undefined) throw new FetchDeclined(classifyAnswer(answer, GMAIL_ANSWERS));
    return body;
  }
}

function pathOf(id: string): string {
  return `/messages/${encodeURIComponent(id)}`;
}

/**
 * The last record of a page is as good a place to go on from as its token, which may grow too old. Gmail also gives
 * pages without a record.
 */
function following(
  from: string,
  { history: records, nextPageToken, historyId }: z.infer<typeof history>,
): Pick<FetchedPage, 'cursor' | 'isLast'> {
  if (nextPageToken === undefined) return { cursor: { history_id: historyId }, isLast: true };
  const last = records.at(-1)?.id;
  const cursor: Cursor = last === undefined ? { history_id: from, page_token: nextPageToken } : { history_id: last };
  return { cursor, isLast: false };
}

function isTooMuch(answer: ProviderAnswer): boolean {
  return isTooLarge(answer) || (answer.kind === 'answered' && hasTooManyParts(answer.body));
}
