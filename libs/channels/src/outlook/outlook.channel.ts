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
  ProviderIds,
  Reconciled,
} from '../channel.js';
import type { ProviderAnswer } from '../provider-call.js';
import { OUTLOOK_ANSWERS, outlookOutcome } from './outlook-answers.js';
import type { OutlookApi } from './outlook-api.js';

const messageBody = z.object({
  id: providerId,
  isDraft: z.boolean(),
  conversationId: providerId.nullish(),
  internetMessageId: providerId.nullish().catch(null),
});
const messageList = z.object({ value: z.array(messageBody) });

type Mail = z.infer<typeof messageBody>;

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
    const { provider_draft_id, provider_thread_id } = trace;
    if (provider_draft_id) return { kind: 'prepared', provider_draft_id, provider_thread_id };
    if (trace.attempt === 1) return this.createDraft(message, access);
    const search = await this.api.marked(access, message.message_id);
    const found = readAnswer(search, messageList);
    if (!found) return beforeSending(judge(search, OUTLOOK_ANSWERS));
    const [orphan] = found.value;
    return orphan ? prepared(orphan) : this.createDraft(message, access);
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
    if (!isMissing(answer)) return notLearnt(judge(answer, OUTLOOK_ANSWERS));
    const search = await this.api.marked(access, message.message_id);
    const [marked] = readAnswer(search, messageList)?.value ?? [];
    return marked ? settled(marked) : notLearnt(judge(answer, OUTLOOK_ANSWERS));
  }

  private async createDraft(message: OutboundMessage, access: ChannelAccess): Promise<Prepared> {
    const answer = await this.answerOrNew(message, access);
    const draft = readAnswer(answer, messageBody);
    return draft ? prepared(draft) : beforeSending(judge(answer, OUTLOOK_ANSWERS));
  }

  private async answerOrNew(message: OutboundMessage, access: ChannelAccess): Promise<ProviderAnswer> {
    const parent = message.reply?.provider_message_id;
    if (!parent) return this.api.create(access, message);
    const answer = await this.api.createReply(access, message, parent);
    // The answered message was removed, or is in another mailbox; the new one carries the threading itself.
    return isUnknownParent(answer) ? this.api.create(access, message) : answer;
  }
}

function prepared({ id, conversationId }: Mail): Prepared {
  return { kind: 'prepared', provider_draft_id: id, provider_thread_id: conversationId ?? null };
}

const STILL_A_DRAFT: Reconciled = {
  ...{ kind: 'unknown', code: 'still_a_draft', http_status: 200 },
  detail: 'Outlook shows the message as a draft, which it does until the message has left.',
};

/**
 * What was taken for sending stays a draft until Exchange has copied it and moves it, for which no time is promised. Sent again meanwhile, it
 * may be a second mail; so a draft proves nothing.
 */
function settled(mail: Mail): Reconciled {
  return mail.isDraft ? STILL_A_DRAFT : { kind: 'accepted', ...idsOf(mail) };
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
