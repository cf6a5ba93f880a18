import { z } from 'zod';
import type { AnswerTable } from '../provider/answer-table.js';
import { providerId } from '../contract/provider-id.js';
import { readAnswer } from '../provider/read-answer.js';
import type { ChannelAccess } from '../contract/channel.js';
import { callProvider, type ProviderAnswer } from '../provider/provider-call.js';
import { aheadOf } from '../provider/provider-clock.js';

/** Where and how to look: the platform's name, its base URL and its table of answers. */
export interface ConversationPlace {
  platform: 'messenger' | 'instagram';
  base: string;
  table: AnswerTable;
}

/**
 * One message of a conversation; `at` is milliseconds by our clock, as far as the provider tells how far its own is
 * off.
 */
export interface SaidMessage {
  id: string;
  from: string;
  text: string;
  at: number;
}

/**
 * What was read, and whether that is all since the time that was asked for. `cut_short`: every call was answered, but
 * there are messages of that time that the provider does not show whole, or more than are read. `declined`: a call was
 * not answered with what was asked for, which a later one may be.
 */
export type ReadConversation = { messages: SaidMessage[] } & (
  { kind: 'whole' | 'cut_short' } | { kind: 'declined'; answer: ProviderAnswer }
);

/**
 * Instagram shows details of so many messages of a conversation; of older ones their ids (Conversations API:
 * limitations).
 */
const FIRST_PAGE = 20;
const NEXT_PAGE = 50;
/** One look reads no further: some hundred messages since one was sent. */
const MAX_PAGES = 10;

const FIELDS = 'id,created_time,from,message';

const messageShape = z.object({
  id: providerId,
  created_time: z.union([z.string(), z.number()]).nullish(),
  from: z.object({ id: z.string() }).nullish(),
  message: z.string().nullish(),
});
/** One that is broken hides no other: it is null. */
const pageShape = z.object({
  data: z.array(messageShape.nullable().catch(null)),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
});
const conversationsShape = z.object({ data: z.array(z.object({ id: z.string(), messages: pageShape.optional() })) });

type Page = z.infer<typeof pageShape>;

/** Reads what was said with a person since then by our clock, the newest first, page by page. Never throws. */
export async function readConversation(
  place: ConversationPlace,
  access: ChannelAccess,
  wanted: { person: string; since: number },
): Promise<ReadConversation> {
  const path = `${encodeURIComponent(access.external_account_id)}/conversations`;
  const fields = `id,messages.limit(${FIRST_PAGE}){${FIELDS}}`;
  const answer = await ask(place, access, path, { platform: place.platform, user_id: wanted.person, fields });
  const found = readAnswer(answer, conversationsShape);
  if (!found) return { kind: 'declined', answer, messages: [] };
  const messages: SaidMessage[] = [];
  let isCut = false;
  const aheadBy = aheadOf(answer);
  const since = wanted.since + aheadBy;
  // One person has one conversation; should there be more, each is read.
  for (const { id, messages: first } of found.data.slice(0, MAX_PAGES)) {
    if (!first) continue;
    const read = await readBack(place, access, { conversation: id, first, since });
    messages.push(...read.messages.map(({ at, ...said }) => ({ ...said, at: at - aheadBy })));
    if (read.kind === 'declined') return { ...read, messages };
    isCut ||= read.kind === 'cut_short';
  }
  return { kind: isCut ? 'cut_short' : 'whole', messages };
}

async function readBack(
  place: ConversationPlace,
  access: ChannelAccess,
  { conversation, first, since }: { conversation: string; first: Page; since: number },
): Promise<ReadConversation> {
  const messages: SaidMessage[] = [];
  let page = first;
  let isCut = false;
  for (let read = 1; ; read++) {
    const shown = readPage(page, since);
    messages.push(...shown.messages);
    isCut ||= shown.isCut;
    if (shown.isBackFarEnough || isLast(page, read)) return { kind: isCut ? 'cut_short' : 'whole', messages };
    const after = page.paging?.cursors?.after;
    // Behind a page of nothing but ids the provider shows no more than that.
    const isHidden = shown.isCut && shown.messages.length === 0;
    if (after === undefined || isHidden || read === MAX_PAGES) return { kind: 'cut_short', messages };
    // The address that the provider names for the next page is not called: it might be anybody's.
    const path = `${encodeURIComponent(conversation)}/messages`;
    const answer = await ask(place, access, path, { fields: FIELDS, limit: String(NEXT_PAGE), after });
    const next = readAnswer(answer, pageShape);
    if (!next) return { kind: 'declined', answer, messages };
    page = next;
  }
}

/** What a page shows since then. `isCut`: of some of it too little is shown; the rest counts all the same. */
function readPage({ data }: Page, since: number) {
  const messages: SaidMessage[] = [];
  let isCut = false;
  for (const item of data) {
    const at = momentOf(item?.created_time);
    if (at < since) return { messages, isCut, isBackFarEnough: true };
    if (!item?.from || Number.isNaN(at)) isCut = true;
    else messages.push({ id: item.id, from: item.from.id, text: item.message ?? '', at });
  }
  return { messages, isCut, isBackFarEnough: false };
}

/** Without a word of further pages, a page that is full may not be all. */
function isLast({ data, paging }: Page, read: number): boolean {
  if (paging) return paging.next === undefined;
  return data.length < (read === 1 ? FIRST_PAGE : NEXT_PAGE);
}

function ask(
  { base }: ConversationPlace,
  { token, signal }: ChannelAccess,
  path: string,
  query: Record<string, string>,
): Promise<ProviderAnswer> {
  return callProvider({ method: 'GET', url: `${base}/${path}`, query, token, signal });
}

/** Milliseconds; the documentation shows ISO 8601 in one place and Unix seconds in another. */
function momentOf(time: string | number | null | undefined): number {
  if (time === null || time === undefined || time === '') return Number.NaN;
  const seconds = Number(time);
  return Number.isNaN(seconds) ? Date.parse(String(time)) : seconds * 1000;
}
