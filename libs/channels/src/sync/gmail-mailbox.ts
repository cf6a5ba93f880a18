import type { ReceivedMessage } from '#crm-domain';
import { z } from 'zod';
import { judge } from '../answers/answer-table.js';
import { isMissing, readAnswer } from '../answers/read-answer.js';
import type { ChannelAccess } from '../channel.js';
import { GMAIL_ANSWERS } from '../gmail/gmail-answers.js';
import type { ProviderAnswer } from '../provider-call.js';
import type { ProviderSettings } from '../provider-settings.js';
import { gmailMessage, isMailToFetch, isNestedTooDeep } from './gmail-message.js';
import { FetchDeclined, type FetchedPage, type Mailbox } from './mailbox.js';
import { isTooLarge, readProvider } from './provider-reader.js';

/** `full`: the mails of the last days are being read, newest first; then it goes on from `history_id`. */
const cursorShape = z.object({
  history_id: z.string(),
  full: z.object({ after: z.number(), page_token: z.string().nullable() }).optional(),
});
type Cursor = z.infer<typeof cursorShape>;

const profile = z.object({ historyId: z.coerce.string() });
const list = z.object({
  messages: z.array(z.object({ id: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});
const added = z.object({ message: z.object({ id: z.string(), labelIds: z.array(z.string()).default([]) }) });
const history = z.object({
  history: z.array(z.object({ id: z.coerce.string(), messagesAdded: z.array(added).default([]) })).default([]),
  nextPageToken: z.string().optional(),
  historyId: z.coerce.string(),
});

const TOO_MUCH = '[This mail is too large to be shown here.]';

const PAGE = 25;
const AT_ONCE = 4;

/** Gmail's history of a mailbox. What is older than its history is listed anew. */
export class GmailMailbox implements Mailbox {
  readonly everyMs = 120_000;
  private readonly base: string;

  constructor(settings: Pick<ProviderSettings, 'GMAIL_BASE_URL'>) {
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
    const { messages, nextPageToken } = await this.read(access, '/messages', query, list);
    const fetched = await this.messages(
      access,
      messages.map(({ id }) => id),
    );
    const cursor: Cursor = nextPageToken ? { history_id, full: { after, page_token: nextPageToken } } : { history_id };
    return { messages: fetched, cursor, isLast: false };
  }

  private async changed(access: ChannelAccess, { history_id }: Cursor, since: Date): Promise<FetchedPage> {
    const query = { startHistoryId: history_id, historyTypes: 'messageAdded', maxResults: String(PAGE) };
    const answer = await this.get(access, '/history', query);
    if (isMissing(answer)) return this.listed(access, await this.begin(access, since));
    const page = this.demand(answer, history);
    const ids = page.history.flatMap(({ messagesAdded }) =>
      messagesAdded.flatMap(({ message }) => (isMailToFetch(message.labelIds) ? [message.id] : [])),
    );
    const messages = await this.messages(access, [...new Set(ids)]);
    const last = page.history.at(-1)?.id;
    // The page token would end with the process; the last entry of this page is as good a place to go on from.
    const goesOn = page.nextPageToken !== undefined && last !== undefined;
    return { messages, cursor: { history_id: goesOn ? last : page.historyId }, isLast: !goesOn };
  }

  /** Those that are still there, a few at a time. */
  private async messages(access: ChannelAccess, ids: readonly string[]): Promise<ReceivedMessage[]> {
    const fetched: ReceivedMessage[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE).map((id) => this.message(access, id));
      for (const message of await Promise.all(some)) if (message) fetched.push(message);
    }
    return fetched;
  }

  /** Of a mail that a stranger has made too large, or nested too deep, only its headers: no mail may stop those behind it. */
  private async message(access: ChannelAccess, id: string): Promise<ReceivedMessage | undefined> {
    const path = `/messages/${encodeURIComponent(id)}`;
    const whole = await this.get(access, path, { format: 'full' });
    if (isMissing(whole)) return undefined;
    if (!isTooMuch(whole)) return gmailMessage(this.demand(whole, z.unknown()));
    const headers = await this.get(access, path, { format: 'metadata' });
    const mail = isMissing(headers) ? undefined : gmailMessage(this.demand(headers, z.unknown()));
    return mail && { ...mail, body: TOO_MUCH };
  }

  private async read<T>(
    access: ChannelAccess,
    path: string,
    query: Record<string, string>,
    shape: z.ZodType<T>,
  ): Promise<T> {
    return this.demand(await this.get(access, path, query), shape);
  }

  private get({ token, signal }: ChannelAccess, path: string, query: Record<string, string>): Promise<ProviderAnswer> {
    return readProvider({ url: this.base + path, query, token, signal });
  }

  private demand<T>(answer: ProviderAnswer, shape: z.ZodType<T>): T {
    const body = readAnswer(answer, shape);
    if (body === undefined) throw new FetchDeclined(judge(answer, GMAIL_ANSWERS));
    return body;
  }
}

function isTooMuch(answer: ProviderAnswer): boolean {
  return isTooLarge(answer) || (answer.kind === 'answered' && isNestedTooDeep(answer.body));
}
