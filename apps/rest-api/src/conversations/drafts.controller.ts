import { Body, Controller, Delete, Get, Headers, Inject, Param, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { Domain, type Actor } from '#crm-domain';
import { Answer } from '../http/answer.js';
import { TakesIfMatch, TakesIfNoneMatch, readIfMatch, readIfNoneMatch, unlessKnown } from '../http/conditions.js';
import { Answers } from '../http/openapi/answers.js';
import { OffsetPage } from '../http/openapi/page-parameters.js';
import { Requires } from '../http/requires.js';
import { MAX_PAGE_OFFSET, pagination, readPage, readText } from '../records/page-query.js';
import { CreateDraftDto, UpdateDraftDto } from './conversation.dto.js';
import { PersonGuard } from './person.guard.js';

const MAX_DIGEST_LENGTH = 100;

/** A person's own drafts, begun by themselves or by an assistant (contract: Write rules 3 to 7). */
@ApiTags('Drafts')
@UseGuards(PersonGuard)
@Controller('v1/drafts')
export class DraftsController {
  constructor(@Inject(Domain) private readonly domain: Domain) {}

  @Get()
  @Requires('read:data')
  @OffsetPage(MAX_PAGE_OFFSET)
  @Answers('List your drafts', ['Draft'])
  async list(@By() actor: Actor, @Query() query: Record<string, unknown>) {
    const page = readPage(query);
    const { drafts, total } = await this.domain.draftReader.list(actor, page);
    return new Answer(drafts, pagination(page, drafts.length, total));
  }

  @Post()
  @Requires('write:data')
  @Answers('Create a draft', 'WrittenDraft', [400, 404])
  create(@By() actor: Actor, @Body() body: CreateDraftDto) {
    return this.domain.drafts.create(actor, { ...body });
  }

  @Get(':draft')
  @Requires('read:data')
  @TakesIfNoneMatch()
  @Answers('Get a draft', 'Draft', [404, 409])
  async get(@By() actor: Actor, @Param('draft') draft: string, @Headers('if-none-match') known: string | undefined) {
    const isKnown = readIfNoneMatch(known);
    return unlessKnown(await this.domain.draftReader.get(actor, draft), isKnown);
  }

  @Patch(':draft')
  @Requires('write:data')
  @TakesIfMatch()
  @Answers('Update a draft', 'WrittenDraft', [400, 404])
  update(
    @By() actor: Actor,
    @Param('draft') draft: string,
    @Body() body: UpdateDraftDto,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    return this.domain.drafts.update(actor, draft.toLowerCase(), { ...body }, readIfMatch(ifMatch));
  }

  @Delete(':draft')
  @Requires('write:data')
  @TakesIfMatch()
  @Answers('Delete a draft', 'DeletedDraft', [404])
  delete(@By() actor: Actor, @Param('draft') draft: string, @Headers('if-match') ifMatch: string | undefined) {
    return this.domain.drafts.delete(actor, draft.toLowerCase(), readIfMatch(ifMatch));
  }

  @Post(':draft/send')
  @Requires('send:messages')
  @ApiQuery({
    name: 'digest',
    required: false,
    description:
      '`digest` of the draft as you have read it. If the draft was changed since, nothing is sent. Needed where `approval_asked_at` is set; such a draft is sent at the console, or by a connection that is set to _My own REST program_ there.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_DIGEST_LENGTH },
  })
  @TakesIfMatch()
  @Answers('Send a draft', 'SentDraft', [404])
  send(
    @By() actor: Actor,
    @Param('draft') draft: string,
    @Query() query: Record<string, unknown>,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    const digest = readText(query, 'digest', MAX_DIGEST_LENGTH);
    return this.domain.outbound.send(actor, draft.toLowerCase(), { digest, expected: readIfMatch(ifMatch) });
  }
}
