import { Inject, Injectable } from '@nestjs/common';
import { AccessService, DomainError, type Actor } from '#crm-domain';
import {
  DraftReader,
  DraftService,
  OutboundService,
  isMail,
  replySubject,
  type ChannelName,
  type OwnDraftWire,
  type SentFrom,
  type ShownSender,
  type WholeDraftWire,
} from '#crm-domain/messaging';
import { PAGE, readerAsCaller, type Reader } from './own-inbox.js';
import { Senders } from './senders.js';

/** Of one conversation. */
const MAX_READ = 20;

/** The version of a draft that nobody has changed. */
export const FIRST = 1;

/** What a form for a message holds. */
export interface Written {
  channel: ChannelName;
  to: string[];
  cc: string[];
  subject: string;
  body: string;
}

type Words = Omit<Written, 'channel'>;
type WholeMessage = NonNullable<Awaited<ReturnType<DraftReader['find']>>>;

/** A form as it was sent: what makes it the same one when it is sent again. */
interface Form {
  id: string | undefined;
  /** Of the draft, once this form was taken. */
  version: number;
  /** What is left without an address goes to the people of the message that it answers. */
  isOpen: boolean;
}

/** A draft as it was just saved. */
export interface Saved {
  draft_id: string;
  conversation_id: string;
  version: number;
}

/** What a form has become that was sent. */
export interface Sent {
  conversation_id: string;
  /** It left from the account that the form showed. */
  isAsShown: boolean;
}

/** A person's own drafts, whoever wrote them for this person. */
@Injectable()
export class OwnDrafts {
  constructor(
    @Inject(AccessService) private readonly access: AccessService,
    @Inject(DraftReader) private readonly reader: DraftReader,
    @Inject(DraftService) private readonly drafts: DraftService,
    @Inject(OutboundService) private readonly outbound: OutboundService,
  ) {}

  /** Those that wait for approval first, then the last changed. @throws DomainError forbidden */
  async list(by: Reader, offset: number): Promise<{ drafts: OwnDraftWire[]; total: number }> {
    return this.reader.list(await this.actor(by), { limit: PAGE, offset });
  }

  async count(by: Reader): Promise<number> {
    return (await this.reader.list(await this.actor(by), { limit: 0, offset: 0 })).total;
  }

  /** Those in a conversation, however many messages came after them. */
  async inConversation(by: Reader, conversationId: string): Promise<WholeDraftWire[]> {
    return this.read(by, await this.reader.idsIn(await this.actor(by), conversationId, MAX_READ));
  }

  /** Drafts whole, the first few of those that are asked for; without those that are none any more. */
  async read(by: Reader, draftIds: readonly string[]): Promise<WholeDraftWire[]> {
    if (draftIds.length === 0) return [];
    const actor = await this.actor(by);
    const read = draftIds.slice(0, MAX_READ).map((id) => this.reader.get(actor, id).catch(gone));
    return (await Promise.all(read)).filter((draft) => draft !== undefined);
  }

  /**
   * Where `isOpen`, it goes to the people of `reply_to`. `id` is that of the form, so that a form which is sent twice is one message: the
   * second time it is the draft that it has become, as long as nobody has changed that.
   *
   * @throws DomainError validation, not_found, conflict for what was saved already and is no such draft any more
   */
  async write(
    by: Reader,
    written: Written,
    { id, reply_to, isOpen }: { id: string | undefined; reply_to: string | undefined; isOpen: boolean },
  ): Promise<Saved> {
    const fields = fieldsOf(written);
    const answer = { ...fields, to: undefined, cc: undefined };
    try {
      return await this.drafts.create(readerAsCaller(by), { ...(isOpen ? answer : fields), reply_to }, id);
    } catch (error) {
      const form = { id, version: FIRST, isOpen };
      const earlier = isConflict(error) ? await this.same(by, form, written) : undefined;
      if (earlier?.status !== 'draft') throw error;
      return { draft_id: id!, conversation_id: earlier.conversation_id, version: earlier.version };
    }
  }

  /**
   * @param version that the person has seen
   * @throws DomainError validation, not_found, conflict, version_mismatch
   */
  async change(by: Reader, draftId: string, written: Written, version: number): Promise<Saved> {
    try {
      return await this.drafts.update(readerAsCaller(by), draftId, fieldsOf(written), [version]);
    } catch (error) {
      // A second click comes while the first is at work.
      const form = { id: draftId, version: version + 1, isOpen: false };
      const now = isConflict(error) ? await this.same(by, form, written) : undefined;
      if (now?.status !== 'draft') throw error;
      return { draft_id: draftId, conversation_id: now.conversation_id, version: now.version };
    }
  }

  /** @throws DomainError not_found, conflict */
  discard(by: Reader, draftId: string) {
    return this.drafts.delete(readerAsCaller(by), draftId);
  }

  /**
   * Sends what this person has just saved, and nothing that somebody else wrote into the draft since.
   *
   * @param sender the account that the form showed, null for none; undefined where it showed nothing of it
   * @throws DomainError validation, not_found, conflict, version_mismatch
   */
  async send(by: Reader, { draft_id, version }: Saved, sender: ShownSender | null | undefined): Promise<void> {
    const { digest } = await this.reader.get(await this.actor(by), draft_id);
    await this.outbound.approveAndSend(readerAsCaller(by), draft_id, digest, { expected: [version], sender });
  }

  /** Where messages would leave from; without those for which there is no account. */
  async senders(by: Reader, messages: readonly SentFrom[]): Promise<Senders> {
    const actor = await this.actor(by);
    const senders = new Senders();
    for (const message of messages) senders.add(message, await this.reader.sender(actor, message));
    return senders;
  }

  /**
   * What a form was sent as before, by whomever, where it says the same; undefined where it was not sent.
   *
   * @param sender the account that the form showed, null for none; undefined where it showed nothing of it
   */
  async sentAs(
    by: Reader,
    form: Form,
    written: Words,
    sender: ShownSender | null | undefined,
  ): Promise<Sent | undefined> {
    const message = await this.same(by, form, written);
    if (!message || message.status === 'draft') return undefined;
    const { conversation_id, sent_from_account_id } = message;
    return { conversation_id, isAsShown: sender === undefined || (sender?.id ?? null) === sent_from_account_id };
  }

  /** What this form has become, unless somebody has changed it since: they may have filled in what was left empty. */
  private async same(by: Reader, { id, version, isOpen }: Form, words: Words) {
    const message = id === undefined ? undefined : await this.reader.find(await this.actor(by), id);
    const isOfForm = message?.version === version && message.updated_via?.origin === 'console';
    return isOfForm && saysTheSame(words, message, isOpen) ? message : undefined;
  }

  private actor(by: Reader): Promise<Actor> {
    return this.access.authorize(readerAsCaller(by), 'read:data');
  }
}

/** What the channel has no field for is not sent on. */
function fieldsOf({ channel, to, cc, subject, body }: Written) {
  return isMail(channel) ? { channel, to, cc, subject, body } : { channel, to, body };
}

export function isConflict(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.kind === 'conflict' || error.kind === 'version_mismatch');
}

/** `isOpen`: to whom it goes was left to the message that it answers. */
function saysTheSame({ to, cc, subject, body }: Words, message: WholeMessage, isOpen: boolean): boolean {
  const addressed = (role: 'to' | 'cc') =>
    message.recipients.filter((each) => each.role === role).map(({ address }) => address);
  const isToTheSame = same(to, addressed('to')) && same(cc, addressed('cc'));
  return (
    same([body], [message.body]) &&
    (same([subject], [message.subject ?? '']) || (subject === '' && hasSubjectOfParent(message))) &&
    (isOpen || isToTheSame)
  );
}

/** An answer gets it when it is sent without one of its own. */
function hasSubjectOfParent({ status, subject, parent_subject }: WholeMessage): boolean {
  return status !== 'draft' && subject === replySubject(parent_subject);
}

/** In whatever order. Some white space is not stored as it was typed. */
function same(one: readonly string[], other: readonly string[]): boolean {
  const [these, those] = [one, other].map((texts) => texts.map((text) => text.trim().replaceAll(/\s+/g, ' ')).sort());
  return JSON.stringify(these) === JSON.stringify(those);
}

/** It may have been sent or deleted since. */
function gone(error: unknown): undefined {
  if (error instanceof DomainError && ['not_found', 'conflict'].includes(error.kind)) return undefined;
  throw error;
}
