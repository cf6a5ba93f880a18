import { Inject, Injectable } from '@nestjs/common';
import { AccessService, type Actor } from '#crm-domain';
import { type Member } from '#crm-domain/people';
import {
  ConversationService,
  InboxService,
  isMail,
  type ConversationFilter,
  type ConversationPage,
  type InboxState,
  type Thread,
} from '#crm-domain/messaging';
import { PeopleBeside, type RecordBeside } from './people-beside.js';

/** Who looks, and at which request. */
export interface Reader {
  member: Member;
  requestId: string;
}

/** A conversation as its page shows it. */
export interface OpenThread {
  thread: Thread;
  /** Ids of the messages that also have a formatted text. */
  formatted: ReadonlySet<string>;
  /** The records of the people in it, the first few. */
  records: RecordBeside[];
}

export const PAGE = 25;
const MESSAGES = 50;

/** A person's own conversations: the same rules as for their assistants, in their own name. */
@Injectable()
export class OwnInbox {
  constructor(
    @Inject(AccessService) private readonly access: AccessService,
    @Inject(ConversationService) private readonly conversations: ConversationService,
    @Inject(InboxService) private readonly inboxes: InboxService,
    @Inject(PeopleBeside) private readonly people: PeopleBeside,
  ) {}

  /** @throws DomainError forbidden */
  async list(by: Reader, filter: ConversationFilter, offset: number): Promise<ConversationPage> {
    return this.conversations.list(await this.actor(by), filter, { limit: PAGE, offset });
  }

  async countUnread(by: Reader): Promise<number> {
    return (await this.conversations.list(await this.actor(by), { unread: true }, { limit: 0, offset: 0 })).total;
  }

  /** Changes with the inbox, and with the messages of one conversation of it. @throws DomainError forbidden */
  stamp(by: Reader, conversationId?: string): Promise<string> {
    return this.inboxes.stamp(readerAsCaller(by), conversationId);
  }

  /** Its newest messages or those before one of them; opening the newest marks it as read. @throws DomainError not_found */
  async open(by: Reader, conversationId: string, before?: string): Promise<OpenThread> {
    const actor = await this.actor(by);
    const thread = await this.conversations.get(actor, conversationId, { limit: MESSAGES, before });
    const [formatted, records] = await Promise.all([
      isMail(thread.channel)
        ? this.conversations.formatted(
            actor,
            thread.id,
            thread.messages.map(({ id }) => id),
          )
        : new Set<string>(),
      this.people.of(actor, thread),
      before === undefined && thread.unread ? this.mark(by, thread.id, { read: true }) : undefined,
    ]);
    return { thread, formatted, records };
  }

  /** The formatted text of a message, not to be shown as it is. @throws DomainError not_found */
  async html(by: Reader, conversationId: string, messageId: string): Promise<string | null> {
    return this.conversations.getHtml(await this.actor(by), conversationId, messageId);
  }

  /** All that a message says. @throws DomainError not_found */
  async text(by: Reader, conversationId: string, messageId: string): Promise<string> {
    const { messages } = await this.conversations.getMessage(await this.actor(by), conversationId, messageId);
    return messages[0]!.body;
  }

  /** @throws DomainError not_found */
  mark(by: Reader, conversationId: string, state: InboxState): Promise<{ is_archived: boolean }> {
    return this.inboxes.mark(readerAsCaller(by), conversationId, state);
  }

  /** @throws DomainError not_found */
  block(by: Reader, conversationId: string): Promise<void> {
    return this.inboxes.blockConversation(readerAsCaller(by), conversationId);
  }

  private actor(by: Reader): Promise<Actor> {
    return this.access.authorize(readerAsCaller(by), 'read:data');
  }
}

export function readerAsCaller({ member, requestId }: Reader) {
  return member.callerOf(requestId);
}
