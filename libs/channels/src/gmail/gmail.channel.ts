import { z } from 'zod';
import { NOT_PREPARED, beforeSending, judge, notLearnt } from '../answers/answer-table.js';
import { providerId } from '../answers/provider-id.js';
import { isMissing, readAnswer } from '../answers/read-answer.js';
import type {
  Channel,
  ChannelAccess,
  DeliveryTrace,
  OutboundMessage,
  Outcome,
  Prepared,
  Reconciled,
} from '../channel.js';
import { aheadOf } from '../provider-clock.js';
import { composeMime } from '../mail/mime.js';
import type { ProviderAnswer } from '../provider-call.js';
import { GMAIL_ANSWERS, gmailOutcome } from './gmail-answers.js';
import type { GmailApi } from './gmail-api.js';
import { findSent, idsOf, isMarked, mailBody, saysTheSame, threadBody, type Found } from './gmail-lookup.js';

/** An orphan is from a moment ago, so it is among the newest. */
const ORPHANS_AMONG = 20;

/** Of the mails of one thread, to the same people and at about the same time, so many are read. */
const COMPARED = 10;

const draftBody = z.object({ id: providerId, message: mailBody });
const draftList = z.object({ drafts: z.array(z.object({ id: z.string() })).optional() });

type Draft = z.infer<typeof draftBody>;

/** Mail through Gmail: a draft can be sent only once, since sending removes it. */
export class GmailChannel implements Channel {
  readonly name = 'gmail';
  readonly concurrency = 4;

  constructor(
    private readonly api: GmailApi,
    readonly graceMs = 60_000,
  ) {}

  async prepare(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Prepared> {
    const { provider_draft_id, provider_thread_id } = trace;
    if (provider_draft_id) return { kind: 'prepared', provider_draft_id, provider_thread_id };
    if (trace.attempt === 1) return this.createDraft(message, access);
    const orphan = await this.findOrphan(message, access);
    if (orphan.kind === 'declined') return orphan.as;
    return orphan.draft ? prepared(orphan.draft) : this.createDraft(message, access);
  }

  async transmit(_: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Outcome> {
    if (!trace.provider_draft_id) return NOT_PREPARED;
    const outcome = gmailOutcome(await this.api.sendDraft(access, trace.provider_draft_id));
    if (outcome.kind !== 'accepted') return outcome;
    const sent = readAnswer(await this.api.sentMail(access, outcome.provider_message_id!), mailBody);
    return { ...outcome, internet_message_id: sent ? idsOf(sent).internet_message_id : null };
  }

  async reconcile(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Reconciled> {
    const draft = await this.api.draft(access, trace.provider_draft_id ?? '');
    if (readAnswer(draft, draftBody)) return { kind: 'not_sent' };
    if (!isMissing(draft) || !trace.provider_thread_id) return notLearnt(judge(draft, GMAIL_ANSWERS));
    const thread = await this.api.thread(access, trace.provider_thread_id);
    const mails = readAnswer(thread, threadBody)?.messages;
    const begun = trace.transmit_started_at && new Date(trace.transmit_started_at.getTime() + aheadOf(thread));
    const { marked, alike } = findSent(mails ?? [], message, begun);
    if (marked) return { kind: 'accepted', ...idsOf(marked) };
    const { same, unread } = await this.compared(alike, message, access);
    const candidates = same.map(({ found, after_ms }) => ({ ...idsOf(found), after_ms }));
    if (candidates.length > 0) return { kind: 'alike', candidates };
    // Without it in the thread the draft was removed by hand, or sent into another thread: nothing proves either.
    return notLearnt(judge(unread ?? (mails ? draft : thread), GMAIL_ANSWERS));
  }

  /** Those that have the text of the message, too, and an answer that told the text of none. What is too large to be read is not ours. */
  private async compared(alike: Found['alike'], message: OutboundMessage, access: ChannelAccess) {
    const same: Found['alike'] = [];
    let unread: ProviderAnswer | undefined;
    for (const each of alike.slice(0, COMPARED)) {
      const answer = await this.api.wholeMail(access, each.found.id);
      if (answer.kind === 'answered' && (answer.status === 200 || isMissing(answer))) {
        if (saysTheSame(answer.body, message)) same.push(each);
      } else unread = answer;
    }
    return { same, unread };
  }

  private async createDraft(message: OutboundMessage, access: ChannelAccess): Promise<Prepared> {
    const mime = await composeMime(message, access);
    const threadId = message.reply?.provider_thread_id ?? null;
    let answer = await this.api.createDraft(access, mime, threadId);
    // The thread was removed, or is another mailbox's; the headers still tie the mail to it.
    if (threadId && isMissing(answer)) answer = await this.api.createDraft(access, mime, null);
    const draft = readAnswer(answer, draftBody);
    return draft ? prepared(draft) : beforeSending(judge(answer, GMAIL_ANSWERS));
  }

  /** The draft of an earlier attempt that ended before it could note the id. */
  private async findOrphan(message: OutboundMessage, access: ChannelAccess): Promise<Orphan> {
    const list = await this.api.newestDrafts(access, ORPHANS_AMONG);
    const found = readAnswer(list, draftList);
    if (!found) return { kind: 'declined', as: beforeSending(judge(list, GMAIL_ANSWERS)) };
    for (const { id } of found.drafts ?? []) {
      const answer = await this.api.draft(access, id);
      const draft = readAnswer(answer, draftBody);
      if (draft && isMarked(draft.message, message.message_id)) return { kind: 'searched', draft };
      if (!draft && !isMissing(answer)) {
        return { kind: 'declined', as: beforeSending(judge(answer, GMAIL_ANSWERS)) };
      }
    }
    return { kind: 'searched', draft: null };
  }
}

type Orphan =
  { kind: 'searched'; draft: Draft | null } | { kind: 'declined'; as: Exclude<Prepared, { kind: 'prepared' }> };

function prepared({ id, message }: Draft): Prepared {
  return { kind: 'prepared', provider_draft_id: id, provider_thread_id: message.threadId ?? null };
}
