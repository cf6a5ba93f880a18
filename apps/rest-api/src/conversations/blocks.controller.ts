import { Body, Controller, Delete, Get, Inject, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { Domain, type Actor } from '#crm-domain';
import { Answer } from '../http/answer.js';
import { Answers } from '../http/openapi/answers.js';
import { OffsetPage } from '../http/openapi/page-parameters.js';
import { Requires } from '../http/requires.js';
import { MAX_PAGE_OFFSET, pagination, readPage } from '../records/page-query.js';
import { CreateBlockDto } from './conversation.dto.js';
import { PersonGuard } from './person.guard.js';

/** Whom a person does not want to hear from; it concerns nobody else's inbox. */
@ApiTags('Conversations')
@UseGuards(PersonGuard)
@Controller('v1/blocks')
export class BlocksController {
  constructor(@Inject(Domain) private readonly domain: Domain) {}

  @Get()
  @Requires('read:data')
  @OffsetPage(MAX_PAGE_OFFSET)
  @Answers('List what you have blocked', ['Block'])
  async list(@By() actor: Actor, @Query() query: Record<string, unknown>) {
    const page = readPage(query);
    const { blocks, total } = await this.domain.inboxes.blocks(actor, page);
    return new Answer(blocks, pagination(page, blocks.length, total));
  }

  @Post()
  @Requires('write:data')
  @Answers('Block a person', 'Block', [400, 409])
  create(@By() actor: Actor, @Body() { channel, address }: CreateBlockDto) {
    return this.domain.inboxes.block(actor, { channel, address });
  }

  @Delete(':block')
  @Requires('write:data')
  @Answers('Unblock a person or a conversation', 'DeletedBlock', [404])
  delete(@By() actor: Actor, @Param('block') block: string) {
    return this.domain.inboxes.unblock(actor, block);
  }
}
