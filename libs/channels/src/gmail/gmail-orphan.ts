import { SENT_WITHIN_MS } from '#crm-domain/messaging';
import { z } from 'zod';
import type { ChannelAccess, DeliveryTrace, OutboundMessage } from '../contract/channel.js';
import { providerId } from '../contract/provider-id.js';
import { messageIdOf } from '../mail/mime.js';
import { isOfOneMail } from '../mail/refused-mails.js';
import { classifyAnswer } from '../provider/answer-table.js';
import { aheadOf } from '../provider/provider-clock.js';
import type { ProviderAnswer } from '../provider/provider-call.js';
import { isMissing, readAnswer } from '../provider/read-answer.js';
import { GMAIL_ANSWERS } from './gmail-answers.js';
import type { GmailApi } from './gmail-api.js';
import { isMarked, isUnmarkedLike, mailBody, saysTheSame, timeOf } from './gmail-lookup.js';

/**
 * An orphan is from a moment ago, so it is among the newest; after an outage there may be as many as messages waited. So
 * many drafts are listed at once, and so often.
 */
const [DRAFTS, MOST_DRAFT_LISTS] = [20, 10];
/**
 * What was sent a moment ago may not be found by a search yet: so many of the newest are read, and so many of those a
 * search finds that were not sent from here.
 */
const [NEWEST_SENT, FOUND_SENT] = [10, 50];
/**
 * Of those a search finds, so many are listed at once, the most that Gmail gives, and so often: together more than a
 * mailbox may send in the time for which a message is tried.
 */
const [LISTED, MOST_LISTS] = [500, 20];

/**
 * So many of them are read at a time: one after the other, the most there may be would take a provider that is far away
 * longer than an attempt may take, and so would every attempt.
 */
const AT_ONCE = 4;

export const draftBody = z.object({ id: providerId, message: mailBody });
/** The mail of a draft, with its text. */
export const wholeDraft = z.object({ message: z.looseObject({}) });
export type Draft = z.infer<typeof draftBody>;
type Mail = Draft['message'];

const draftList = z.object({
  drafts: z.array(z.object({ id: z.string() })).optional(),
  nextPageToken: z.string().optional(),
});
const sentList = z.object({
  messages: z.array(z.object({ id: z.string() })).optional(),
  nextPageToken: z.string().optional(),
});

/**
 * What an attempt left that ended before it could note the id of its draft: the draft, or the mail that a person has
 * sent from it. `perhaps_sent`: one without our mark says the same, or too many were sent to be read. `unseen`: an
 * answer said nothing.
 */
export type Orphan =
  | { kind: 'draft'; draft: Draft }
  | { kind: 'sent'; mail: Mail }
  | { kind: 'perhaps_sent' | 'none' }
  | { kind: 'unseen'; answer: ProviderAnswer };

/** Where, for what, and since when. */
interface Search {
  api: GmailApi;
  access: ChannelAccess;
  message: OutboundMessage;
  trace: Pick<DeliveryTrace, 'queued_at' | 'sentFromHere'>;
  /** A draft that Gmail does not show alone is passed over: what it holds back has waited long enough. */
  passesOver?: boolean;
}

/** Drafts come first: one that is still there was not sent. */
export async function findOrphan(search: Search): Promise<Orphan> {
  const draft = await findDraft(search);
  return draft.kind === 'none' ? findSentOrphan(search) : draft;
}

async function findDraft(search: Search): Promise<Orphan> {
  let unread: ProviderAnswer | undefined;
  let isGiven = false;
  for await (const list of draftLists(search)) {
    const found = readAnswer(list, draftList);
    if (!found) return { kind: 'unseen', answer: list };
    const ids = (found.drafts ?? []).map(({ id }) => id);
    const { orphan, given, ...read } = await readDrafts(search, ids);
    if (orphan) return orphan;
    unread ??= read.unread;
    isGiven ||= given.length > 0;
    // Behind those that were there before the message are older ones.
    const since = sinceOf(search.trace, list);
    if (given.length > 0 && given.every((mail) => mail.internalDate !== undefined && timeOf(mail) < since)) break;
  }
  return unread && !isGiven ? { kind: 'unseen', answer: unread } : { kind: 'none' };
}

/**
 * The newest drafts; where there are more, those with the Message-ID that we gave ours, and then the next ones: Gmail may
 * have put another, or not find yet what was just made.
 */
async function* draftLists({ api, access, message }: Search) {
  let page: string | undefined;
  for (let lists = 0; lists < MOST_DRAFT_LISTS; lists++) {
    const list = await api.newestDrafts(access, DRAFTS, page);
    yield list;
    page = readAnswer(list, draftList)?.nextPageToken;
    if (page === undefined) return;
    if (lists === 0) yield await api.draftsWithId(access, messageIdOf(message, access.address));
  }
}

/** Ours, or what ends the look; else the mails that were shown, and an answer that showed none. */
async function readDrafts({ api, access, message, passesOver = false }: Search, ids: readonly string[]) {
  const given: Mail[] = [];
  let unread: ProviderAnswer | undefined;
  for await (const { answer } of readEach(ids, (id) => api.draft(access, id))) {
    const draft = readAnswer(answer, draftBody);
    const isOurs = draft && isMarked(draft.message, message.message_id);
    if (isOurs) return { given, orphan: { kind: 'draft' as const, draft } };
    if (draft) given.push(draft.message);
    if (draft || isMissing(answer)) continue;
    if (!passesOver || !isOfOneDraft(answer)) return { given, orphan: { kind: 'unseen' as const, answer } };
    unread = answer;
  }
  return { given, unread };
}

/** Also one that is shown in a form that nobody knows. */
function isOfOneDraft(answer: ProviderAnswer): boolean {
  if (answer.kind === 'answered' && answer.status === 200) return true;
  return isOfOneMail(classifyAnswer(answer, GMAIL_ANSWERS));
}

async function findSentOrphan(search: Search): Promise<Orphan> {
  const { api, access, message, trace } = search;
  const newest = await api.newestSent(access, NEWEST_SENT);
  const since = sinceOf(trace, newest);
  const found = readAnswer(newest, sentList);
  if (!found) return { kind: 'unseen', answer: newest };
  const listed = await listSent(search, since, found.messages ?? []);
  if ('unseen' in listed) return { kind: 'unseen', answer: listed.unseen };
  let isAlike = !listed.isAll;
  for await (const { id, answer } of readEach(listed.ids, (id) => api.mail(access, id))) {
    const mail = readAnswer(answer, mailBody);
    if (!mail && !isMissing(answer)) return { kind: 'unseen', answer };
    if (!mail) continue;
    if (isMarked(mail, message.message_id)) return { kind: 'sent', mail };
    if (isAlike || timeOf(mail) < since || !isUnmarkedLike(mail, message)) continue;
    const whole = await api.wholeMail(access, id);
    if (whole.kind !== 'answered' || (whole.status !== 200 && !isMissing(whole)))
      return { kind: 'unseen', answer: whole };
    isAlike = saysTheSame(whole.body, message);
  }
  return { kind: isAlike ? 'perhaps_sent' : 'none' };
}

/**
 * The earliest that something of the message may be from, by Gmail's clock. The `Date` of an answer may be ahead of the
 * times of mails, so it never makes this later.
 */
function sinceOf({ queued_at }: Search['trace'], answer: ProviderAnswer): number {
  return (queued_at?.getTime() ?? 0) + Math.min(0, aheadOf(answer)) - SENT_WITHIN_MS.before;
}

interface Listed {
  ids: string[];
  /** Whether there are no others. */
  isAll: boolean;
}

/**
 * The newest, and what went to the first person of the message since then, as far as it is read. What we know to be
 * other messages of ours is left out, so that it is listed further however much of that there is.
 */
async function listSent(
  { api, access, message, trace }: Search,
  since: number,
  newest: readonly { id: string }[],
): Promise<Listed | { unseen: ProviderAnswer }> {
  const [to] = [...message.to, ...message.cc];
  const wish = { to, since_s: Math.max(0, Math.floor(since / 1000)), count: LISTED };
  const most = NEWEST_SENT + FOUND_SENT;
  const strange = new Set(await notFromHere(newest, trace));
  let page: string | undefined;
  for (let lists = 0; lists < MOST_LISTS; lists++) {
    const answer = await api.sentTo(access, { ...wish, ...(page !== undefined && { page }) });
    const list = readAnswer(answer, sentList);
    if (!list) return { unseen: answer };
    for (const id of await notFromHere(list.messages ?? [], trace)) strange.add(id);
    page = list.nextPageToken;
    if (page === undefined || strange.size > most) break;
  }
  return { ids: [...strange].slice(0, most), isAll: page === undefined && strange.size <= most };
}

async function notFromHere(mails: readonly { id: string }[], { sentFromHere }: Search['trace']): Promise<string[]> {
  const ids = mails.map(({ id }) => id);
  const ours = ids.length > 0 ? await sentFromHere?.(ids) : undefined;
  return ids.filter((id) => !ours?.has(id));
}

/** What is listed, in the order of the list. */
async function* readEach(ids: readonly string[], read: (id: string) => Promise<ProviderAnswer>) {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const answers = await Promise.all(some.map(read));
    for (const [n, answer] of answers.entries()) yield { id: some[n]!, answer };
  }
}
