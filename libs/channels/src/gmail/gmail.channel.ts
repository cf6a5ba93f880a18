import {
  NOT_PREPARED,
  afterLook,
  beforeSending,
  classifyAnswer,
  notLearnt,
  notLookedAt,
} from '../provider/answer-table.js';
import { isMissing, readAnswer } from '../provider/read-answer.js';
import type {
  Channel,
  ChannelAccess,
  DeliveryTrace,
  OutboundMessage,
  Outcome,
  Prepared,
  Reconciled,
} from '../contract/channel.js';
import { aheadOf } from '../provider/provider-clock.js';
import { DRAFT_CHANGED } from '../mail/changed-draft.js';
import { composeMime } from '../mail/mime.js';
import type { ProviderAnswer } from '../provider/provider-call.js';
import { DRAFT_GONE, GMAIL_ANSWERS, gmailOutcome } from './gmail-answers.js';
import type { GmailApi } from './gmail-api.js';
import { draftBody, findOrphan, wholeDraft, type Draft } from './gmail-orphan.js';
import {
  findSent,
  idsOf,
  isAsMade,
  isSentDraft,
  isStillDraft,
  leavesOut,
  mailBody,
  saysTheSame,
  threadBody,
  type Found,
  type Mail,
} from './gmail-lookup.js';

/** Of the mails of one thread, to the same people and at about the same time, so many are read. */
const COMPARED = 10;

/** For so many attempts a message waits for a draft that Gmail does not show; that may pass. */
const PATIENT_ATTEMPTS = 5;

/** What a look gives that finds no draft. */
type Looked = Extract<Reconciled, { kind: 'accepted' | 'alike' | 'unknown' }>;

const PERHAPS_SENT: Looked = {
  kind: 'unknown',
  code: 'perhaps_sent_by_hand',
  detail: 'A person may have sent the message from its draft.',
  http_status: null,
};

/** Mail through Gmail: a draft can be sent only once, since sending removes it. */
export class GmailChannel implements Channel {
  readonly name = 'gmail';
  readonly concurrency = 4;

  constructor(
    private readonly api: GmailApi,
    readonly graceMs = 60_000,
  ) {}

  async prepare(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Prepared> {
    if (!trace.provider_draft_id && trace.attempt === 1) return this.createDraft(message, access);
    const earlier = await this.findEarlier(message, access, trace);
    return earlier ?? afterLook(await this.createDraft(message, access));
  }

  async findEarlier(
    message: OutboundMessage,
    access: ChannelAccess,
    trace: DeliveryTrace,
  ): Promise<Prepared | undefined> {
    if (trace.provider_draft_id) return this.earlierDraft(message, access, trace);
    const passesOver = (trace.attempt ?? 0) > PATIENT_ATTEMPTS;
    const orphan = await findOrphan({ api: this.api, access, message, trace, passesOver });
    switch (orphan.kind) {
      case 'none':
        return undefined;
      case 'draft':
        return this.earlierDraft(message, access, { ...trace, ...idsOfDraft(orphan.draft) });
      case 'sent':
        return sentByHand(orphan.mail, message);
      case 'perhaps_sent':
        return PERHAPS_SENT;
      case 'unseen':
        return notLookedAt(classifyAnswer(orphan.answer, GMAIL_ANSWERS));
    }
  }

  /** A person may have sent, changed or removed it since the last attempt; then nothing is left to be sent. */
  private async earlierDraft(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Prepared> {
    const { provider_draft_id, provider_thread_id } = trace;
    const answer = await this.api.wholeDraft(access, provider_draft_id ?? '');
    const shown = readAnswer(answer, draftBody)?.message;
    const whole = readAnswer(answer, wholeDraft)?.message;
    if (whole && shown && isStillDraft(shown)) {
      const isSame = isAsMade(whole, message, access);
      return isSame ? { kind: 'prepared', provider_draft_id, provider_thread_id } : DRAFT_CHANGED;
    }
    if (shown && isSentDraft(shown)) return sentByHand(shown, message);
    if (!shown && !isMissing(answer)) return notLookedAt(classifyAnswer(answer, GMAIL_ANSWERS));
    return this.inThread(message, access, trace, (mail) => sentByHand(mail, message));
  }

  async transmit(_: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Outcome> {
    if (!trace.provider_draft_id) return NOT_PREPARED;
    const outcome = gmailOutcome(await this.api.sendDraft(access, trace.provider_draft_id));
    if (outcome.kind !== 'accepted') return outcome;
    const sent = readAnswer(await this.api.sentMail(access, outcome.provider_message_id!), mailBody);
    return { ...outcome, internet_message_id: sent ? idsOf(sent).internet_message_id : null };
  }

  async reconcile(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Reconciled> {
    if (!trace.provider_draft_id) return this.orphaned(message, access, trace);
    const draft = await this.api.draft(access, trace.provider_draft_id);
    const shown = readAnswer(draft, draftBody)?.message;
    if (shown && isStillDraft(shown)) return { kind: 'not_sent' };
    // A draft keeps its id through everything a person does to it, so this is our message, with our mark or without.
    if (shown && isSentDraft(shown)) return { kind: 'accepted', ...idsOf(shown) };
    if (!shown && !isMissing(draft)) return notLearnt(classifyAnswer(draft, GMAIL_ANSWERS));
    return this.inThread(message, access, trace);
  }

  /** Of a message whose draft nobody has noted, and which was perhaps sent from it. */
  private async orphaned(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Reconciled> {
    const orphan = await findOrphan({ api: this.api, access, message, trace });
    if (orphan.kind === 'draft') return { kind: 'not_sent' };
    if (orphan.kind === 'sent') return { kind: 'accepted', ...idsOf(orphan.mail) };
    return orphan.kind === 'unseen' ? notLearnt(classifyAnswer(orphan.answer, GMAIL_ANSWERS)) : PERHAPS_SENT;
  }

  /** What was sent from a draft that is not shown any more is in its thread. */
  private async inThread<T = Looked>(
    message: OutboundMessage,
    access: ChannelAccess,
    trace: DeliveryTrace,
    found: (marked: Mail) => T | Looked = accepted,
  ): Promise<T | Looked> {
    if (!trace.provider_thread_id) return notLearnt(DRAFT_GONE);
    const thread = await this.api.thread(access, trace.provider_thread_id);
    const mails = readAnswer(thread, threadBody)?.messages;
    const begun = trace.transmit_started_at && new Date(trace.transmit_started_at.getTime() + aheadOf(thread));
    const { marked, alike } = findSent(mails ?? [], message, begun);
    if (marked) return found(marked);
    const { same, unread } = await this.compared(alike, message, access);
    const candidates = same.map(({ found, after_ms }) => ({ ...idsOf(found), after_ms }));
    if (candidates.length > 0) return { kind: 'alike', candidates };
    // Without it in the thread the draft was removed by hand, or sent into another thread: nothing proves either.
    if (mails && !unread) return notLearnt(DRAFT_GONE);
    return notLearnt(classifyAnswer(unread ?? thread, GMAIL_ANSWERS));
  }

  /**
   * Those that have the text of the message, too, and an answer that told the text of none. What is too large to be
   * read is not ours.
   */
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
    // The thread was removed, or is another mailbox's; the headers still tie the mail to it. From memory: Gmail says of
    // some such ids that they are invalid. A mail that is refused for something else is refused again.
    if (threadId && (isMissing(answer) || isInvalid(answer))) answer = await this.api.createDraft(access, mime, null);
    const draft = readAnswer(answer, draftBody);
    return draft ? prepared(draft) : beforeSending(classifyAnswer(answer, GMAIL_ANSWERS));
  }
}

function accepted(mail: Mail): Looked {
  return { kind: 'accepted', ...idsOf(mail) };
}

/** A person has sent the draft of an earlier attempt: where it did not go to all, the message has not left. */
function sentByHand(mail: Mail, message: OutboundMessage): Prepared {
  return leavesOut(mail, message) ? DRAFT_CHANGED : accepted(mail);
}

function isInvalid(answer: ProviderAnswer): boolean {
  return answer.kind === 'answered' && answer.status === 400;
}

function prepared(draft: Draft): Prepared {
  return { kind: 'prepared', ...idsOfDraft(draft) };
}

function idsOfDraft({ id, message }: Draft): Pick<DeliveryTrace, 'provider_draft_id' | 'provider_thread_id'> {
  return { provider_draft_id: id, provider_thread_id: message.threadId ?? null };
}
