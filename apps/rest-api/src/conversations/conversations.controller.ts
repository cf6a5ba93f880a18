import { Body, Controller, Get, Inject, Param, Patch, Query, Res, UseGuards } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { By, ConcurrencyLimits, type AuthenticatedRequest } from '#auth';
import { Domain, type Actor } from '#crm-domain';
import { CHANNELS, MAX_RELATED } from '#crm-domain/messaging';
import { Answer } from '../http/answer.js';
import { Answers } from '../http/openapi/answers.js';
import { OF_RECORD, THREAD_PAGE } from '../http/openapi/inbox-schemas.js';
import { LimitQuery, OffsetPage } from '../http/openapi/page-parameters.js';
import { Requires } from '../http/requires.js';
import { MAX_PAGE_OFFSET, pagination, readFlag, readPage } from '../records/page-query.js';
import { UpdateConversationDto } from './conversation.dto.js';
import {
  MAX_OFFSET,
  MAX_QUERY_LENGTH,
  partOf,
  readFilter,
  readTextOffset,
  readThreadPage,
} from './conversation-query.js';
import { PersonGuard } from './person.guard.js';

type CountedResponse = Response & { req: Pick<AuthenticatedRequest, 'weight'> };

/** A query parameter that is true, false or left out. */
const Either = (name: string, description: string) =>
  ApiQuery({ name, required: false, description, schema: { type: 'boolean' } });

/** The inbox of the person whose token it is (contract: Conversation rules), by the same services as the tools. */
@ApiTags('Conversations')
@UseGuards(PersonGuard)
@Controller('v1')
export class ConversationsController {
  constructor(
    @Inject(Domain) private readonly domain: Domain,
    @Inject(ConcurrencyLimits) private readonly limits: ConcurrencyLimits,
  ) {}

  @Get('conversations')
  @Requires('read:data')
  @OffsetPage(MAX_PAGE_OFFSET)
  @Either('unread', 'true: only those with unread messages; false: only the others.')
  @Either('starred', 'true: only those with a star; false: only the others.')
  @Either('archived', 'true: only archived ones; false, the default: only the others.')
  @ApiQuery({ name: 'channel', required: false, schema: { type: 'string', enum: [...CHANNELS] } })
  @ApiQuery({
    name: 'query',
    required: false,
    description:
      'Words, each of which must be in the subject or in the name or address of somebody who takes part. The newest 10,000 conversations that the other parameters leave are looked through, each as far as its first 2,500 characters.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_QUERY_LENGTH },
  })
  @Answers('List the conversations of your inbox', ['Conversation'])
  async list(@By() actor: Actor, @Query() query: Record<string, unknown>) {
    const page = readPage(query);
    const { conversations, total } = await this.domain.conversations.list(actor, readFilter(query), page);
    return new Answer(conversations, pagination(page, conversations.length, total));
  }

  @Get('conversations/:conversation')
  @Requires('read:data')
  @LimitQuery({ otherwise: 25, most: 100 })
  @ApiQuery({
    name: 'before',
    required: false,
    description: '`next_before` of the previous page: shows the messages before this one.',
    schema: { type: 'string', minLength: 1, maxLength: 100 },
  })
  @Answers('Get a conversation with its messages', 'Thread', [404], { pagination: THREAD_PAGE })
  async get(
    @By() actor: Actor,
    @Param('conversation') id: string,
    @Query() query: Record<string, unknown>,
    @Res({ passthrough: true }) response: CountedResponse,
  ) {
    const page = readThreadPage(query);
    const read = () => this.domain.conversations.get(actor, id, page);
    const { total_messages: total, has_more, ...thread } = await this.inTurn('get', { actor, response }, read);
    const next = has_more ? { next_before: thread.messages[0]!.id } : {};
    return new Answer(thread, { pagination: { total, limit: page.limit, has_more, ...next } });
  }

  @Get('conversations/:conversation/messages/:message')
  @Requires('read:data')
  @ApiQuery({
    name: 'offset',
    required: false,
    description: '`next_offset` of the message: shows its text from this character on.',
    schema: { type: 'integer', default: 0, minimum: 0, maximum: MAX_OFFSET },
  })
  @Answers('Get one message whole', 'Message', [404])
  async message(
    @By() actor: Actor,
    @Param() at: { conversation: string; message: string },
    @Query() query: Record<string, unknown>,
    @Res({ passthrough: true }) response: CountedResponse,
  ) {
    const offset = readTextOffset(query);
    const read = () => this.domain.conversations.getMessage(actor, at.conversation, at.message);
    const { messages } = await this.inTurn('message', { actor, response }, read);
    const { next_offset: _next, shortened: _shortened, body, ...message } = messages[0]!;
    const part = partOf(body, offset);
    return { ...message, ...part, ...(part.next_offset && { shortened: true }) };
  }

  @Patch('conversations/:conversation')
  @Requires('write:data')
  @Answers('Mark a conversation as read, starred, archived or blocked', 'ChangedConversation', [400, 404])
  update(@By() actor: Actor, @Param('conversation') id: string, @Body() body: UpdateConversationDto) {
    return this.domain.inboxes.change(actor, id, { ...body });
  }

  @Get('records/:object/:recordId/conversations')
  @Requires('read:data')
  @OffsetPage(MAX_PAGE_OFFSET)
  @ApiQuery({
    name: 'include_related',
    required: false,
    description: `Also those of records that refer to this one, such as the people of a company: of the ${MAX_RELATED} oldest of them.`,
    schema: { type: 'boolean', default: false },
  })
  @Answers('List the conversations of a record', ['RecordConversation'], [404], OF_RECORD)
  async listOfRecord(
    @By() actor: Actor,
    @Param() { object, recordId: record }: { object: string; recordId: string },
    @Query() query: Record<string, unknown>,
  ) {
    const [page, include_related] = [readPage(query), readFlag(query, 'include_related')];
    const found = await this.domain.conversations.listOfRecord(actor, { object, record, include_related }, page);
    const { conversations, total, total_related, is_cut } = found;
    const related = total_related === undefined ? {} : { total_related };
    return new Answer(conversations, { ...pagination(page, conversations.length, total), ...related, is_cut });
  }

  /** A thread may be as large as a page of many rows, and waits for its turn as they do. */
  private inTurn<T>(
    name: string,
    { actor, response }: { actor: Actor; response: CountedResponse },
    read: () => Promise<T>,
  ): Promise<T> {
    const asking = { caller: actor, response, weight: response.req.weight };
    return this.limits.page(asking, `ConversationsController.${name}`, read);
  }
}
