import { z } from 'zod';
import {
  NOT_PREPARED,
  afterLook,
  beforeSending,
  classifyAnswer,
  notLearnt,
  notLookedAt,
} from '../provider/answer-table.js';
import { providerId } from '../contract/provider-id.js';
import { isMissing, readAnswer } from '../provider/read-answer.js';
import type {
  Channel,
  ChannelAccess,
  Declined,
  DeliveryTrace,
  DraftIds,
  OutboundMessage,
  Outcome,
  Prepared,
  ProviderIds,
  Reconciled,
} from '../contract/channel.js';
import { DRAFT_CHANGED, DRAFT_REMOVED } from '../mail/changed-draft.js';
import type { ProviderAnswer } from '../provider/provider-call.js';
import { OUTLOOK_ANSWERS, outlookOutcome } from './outlook-answers.js';
import {
  isAsMade,
  isFromAccount,
  isToSame,
  isUnaddressed,
  leavesOut,
  messageBody,
  type Mail,
} from './outlook-draft.js';
import type { OutlookApi } from './outlook-api.js';

const messageList = z.object({ value: z.array(messageBody) });
const folderBody = z.object({ id: providerId });

/** Outlook never proves that a mail was not sent. */
type Looked = Extract<Reconciled, { kind: 'accepted' | 'unknown' }>;

/** A draft of an answer that does not go to the people of the message yet. */
interface Unaddressed {
  kind: 'unaddressed';
  draft: Mail;
}

/** Mail through Microsoft Graph: a message that was sent is no draft any more, under the same id. */
export class OutlookChannel implements Channel {
  readonly name = 'outlook';
  /** Graph serves so many requests of one mailbox at once. */
  readonly concurrency = 4;

  constructor(
    private readonly api: OutlookApi,
    readonly graceMs = 60_000,
  ) {}

  async prepare(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Prepared> {
    if (!trace.provider_draft_id && trace.attempt === 1) return this.createDraft(message, access);
    const earlier = await this.lookForEarlier(message, access, trace);
    if (!earlier) return afterLook(await this.createDraft(message, access));
    // A person may have sent it since: that Graph refuses the change says nothing about the message.
    return earlier.kind === 'unaddressed' ? this.addressed(earlier.draft, message, access, notLookedAt) : earlier;
  }

  async findEarlier(
    message: OutboundMessage,
    access: ChannelAccess,
    trace: DeliveryTrace,
  ): Promise<Prepared | undefined> {
    const earlier = await this.lookForEarlier(message, access, trace);
    // It could not be sent as it is, and what is not to be sent any more is not changed either.
    return earlier?.kind === 'unaddressed' ? undefined : earlier;
  }

  private async lookForEarlier(
    message: OutboundMessage,
    access: ChannelAccess,
    trace: DeliveryTrace,
  ): Promise<Prepared | Unaddressed | undefined> {
    if (trace.provider_draft_id) return this.earlierDraft(message, access, trace.provider_draft_id);
    const search = await this.api.marked(access, message.message_id);
    const found = readAnswer(search, messageList);
    if (!found) return notLookedAt(classifyAnswer(search, OUTLOOK_ANSWERS));
    const orphan = sentOrDraft(found.value);
    if (!orphan) return undefined;
    const left = await this.asLeft(orphan, message, access);
    const isOurs = isFromAccount(orphan, access) && isUnaddressed(orphan, message);
    return orphan.isDraft && 'code' in left && left.code === DRAFT_CHANGED.code && isOurs
      ? { kind: 'unaddressed', draft: orphan }
      : left;
  }

  /**
   * A person may have sent, changed or removed it since the last attempt; what was sent is never handed to `/send` again.
   */
  private async earlierDraft(message: OutboundMessage, access: ChannelAccess, id: string): Promise<Prepared> {
    const answer = await this.api.message(access, id);
    const draft = readAnswer(answer, messageBody);
    if (draft) return this.asLeft(draft, message, access);
    if (!isMissing(answer)) return notLookedAt(classifyAnswer(answer, OUTLOOK_ANSWERS));
    return this.searched(message, access, answer, (mail) => sentByHand(mail, message));
  }

  /**
   * What an earlier attempt left: sent by hand, or a draft that is still to be sent. One that a person changed says what
   * nobody approved here. One that they deleted lies in Deleted Items under the same id, and could still be sent.
   */
  private async asLeft(mail: Mail, message: OutboundMessage, access: ChannelAccess): Promise<Prepared> {
    if (!mail.isDraft) return sentByHand(mail, message);
    const answer = await this.api.draftsFolder(access);
    const folder = readAnswer(answer, folderBody);
    if (!folder) return notLookedAt(classifyAnswer(answer, OUTLOOK_ANSWERS));
    if (mail.parentFolderId !== folder.id) return { ...DRAFT_REMOVED, draft: draftIds(mail) };
    return isAsMade(mail, message, access) ? prepared(mail) : { ...DRAFT_CHANGED, draft: draftIds(mail) };
  }

  async transmit(_: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Outcome> {
    const id = trace.provider_draft_id;
    if (!id) return NOT_PREPARED;
    const outcome = outlookOutcome(await this.api.send(access, id));
    if (outcome.kind !== 'accepted') return outcome;
    // The copy in Sent Items may take a while; its id is known all the same.
    const sent = readAnswer(await this.api.sentMessage(access, id), messageBody);
    const usual = { ...outcome, provider_message_id: id, provider_thread_id: trace.provider_thread_id };
    return sent ? { ...usual, ...idsOf(sent) } : usual;
  }

  async reconcile(message: OutboundMessage, access: ChannelAccess, trace: DeliveryTrace): Promise<Reconciled> {
    const answer = await this.api.message(access, trace.provider_draft_id ?? '');
    const mail = readAnswer(answer, messageBody);
    if (mail) return settled(mail);
    if (!isMissing(answer)) return notLearnt(classifyAnswer(answer, OUTLOOK_ANSWERS));
    return this.searched(message, access, answer);
  }

  /** What is not found under its id may be found by our mark. */
  private async searched<T = Looked>(
    message: OutboundMessage,
    access: ChannelAccess,
    missing: ProviderAnswer,
    found: (marked: Mail) => T | Looked = settled,
  ): Promise<T | Looked> {
    const search = await this.api.marked(access, message.message_id);
    const marked = sentOrDraft(readAnswer(search, messageList)?.value ?? []);
    return marked ? found(marked) : notLearnt(classifyAnswer(missing, OUTLOOK_ANSWERS));
  }

  private async createDraft(message: OutboundMessage, access: ChannelAccess): Promise<Prepared> {
    const answer = await this.answerOrNew(message, access);
    const draft = readAnswer(answer, messageBody);
    if (!draft) return beforeSending(classifyAnswer(answer, OUTLOOK_ANSWERS));
    return isToSame(draft, message) ? prepared(draft) : this.addressed(draft, message, access, beforeSending);
  }

  /** Graph may have added who wrote the mail that is answered. */
  private async addressed(
    { id }: Mail,
    message: OutboundMessage,
    access: ChannelAccess,
    otherwise: (declined: Declined) => Prepared,
  ): Promise<Prepared> {
    const answer = await this.api.address(access, message, id);
    const draft = readAnswer(answer, messageBody);
    if (!draft) return otherwise(classifyAnswer(answer, OUTLOOK_ANSWERS));
    return isToSame(draft, message) ? prepared(draft) : { ...DRAFT_CHANGED, draft: draftIds(draft) };
  }

  private async answerOrNew(message: OutboundMessage, access: ChannelAccess): Promise<ProviderAnswer> {
    const parent = message.reply?.provider_message_id;
    if (!parent) return this.api.create(access, message);
    const answer = await this.api.createReply(access, message, parent);
    // The answered message was removed, or is in another mailbox; the new one carries the threading itself.
    return isUnknownParent(answer) ? this.api.create(access, message) : answer;
  }
}

function prepared(mail: Mail): Prepared {
  return { kind: 'prepared', ...draftIds(mail) };
}

function draftIds({ id, conversationId }: Mail): DraftIds {
  return { provider_draft_id: id, provider_thread_id: conversationId ?? null };
}

/** Of those that bear our mark, one that has left. */
function sentOrDraft(marked: readonly Mail[]): Mail | undefined {
  return marked.find(({ isDraft }) => !isDraft) ?? marked[0];
}

const STILL_A_DRAFT: Looked = {
  kind: 'unknown',
  code: 'still_a_draft',
  http_status: 200,
  detail: 'Outlook shows the message as a draft, which it does until the message has left.',
};

/**
 * What was taken for sending stays a draft until Exchange has copied it and moves it, for which no time is promised.
 * Sent again meanwhile, it may be a second mail; so a draft proves nothing.
 */
function settled(mail: Mail): Looked {
  return mail.isDraft ? STILL_A_DRAFT : { kind: 'accepted', ...idsOf(mail) };
}

/** Of an earlier attempt: where a person has sent it, but not to all, the message has not left. */
function sentByHand(mail: Mail, message: OutboundMessage): Looked | typeof DRAFT_CHANGED {
  return !mail.isDraft && leavesOut(mail, message) ? DRAFT_CHANGED : settled(mail);
}

function idsOf({ id, conversationId, internetMessageId }: Mail): ProviderIds {
  return {
    provider_message_id: id,
    provider_thread_id: conversationId ?? null,
    internet_message_id: internetMessageId ?? null,
  };
}

/** From memory: an id of another mailbox is malformed to this one. */
function isUnknownParent(answer: ProviderAnswer): boolean {
  if (isMissing(answer)) return true;
  const codes = answer.kind === 'answered' ? OUTLOOK_ANSWERS.codesOf(answer) : [];
  return codes.some((code) => code === 'ErrorInvalidIdMalformed' || code === 'ErrorInvalidMailboxItemId');
}
