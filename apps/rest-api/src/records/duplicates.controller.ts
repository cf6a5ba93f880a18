import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { Domain, MAX_DUPLICATES_CURSOR, MAX_RECORD_KEY_LENGTH, type Caller } from '#crm-domain';
import { Answer } from '../http/answer.js';
import { Answers } from '../http/openapi/answers.js';
import { CursorPage } from '../http/openapi/page-parameters.js';
import { Requires } from '../http/requires.js';
import { readLimit, readText } from './page-query.js';
import { SKIPPED } from './record-answers.js';

@ApiTags('Records')
@Controller('v1/records/:object/duplicates')
export class DuplicatesController {
  constructor(@Inject(Domain) private readonly domain: Domain) {}

  @Get()
  @Requires('read:data', 'statement')
  @CursorPage(MAX_DUPLICATES_CURSOR)
  @ApiQuery({
    name: 'record',
    required: false,
    description: 'Id or slug of a record: only what may be a duplicate of it, the likeliest first.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_RECORD_KEY_LENGTH },
  })
  @Answers('Find records that may be duplicates', ['DuplicatePair'], [400, 404], SKIPPED)
  async find(@By() caller: Caller, @Param('object') object: string, @Query() query: Record<string, unknown>) {
    const record = readText(query, 'record', MAX_RECORD_KEY_LENGTH);
    const asked = { record, limit: readLimit(query), cursor: readText(query, 'cursor', MAX_DUPLICATES_CURSOR) };
    const { pairs, skipped, cursorAfter } = await this.domain.duplicates.find(caller, object, asked);
    const next_cursor = cursorAfter(pairs.length);
    const pagination = { has_more: next_cursor !== undefined, ...(next_cursor !== undefined && { next_cursor }) };
    return new Answer(pairs, { pagination, ...(skipped.length > 0 && { skipped }) });
  }
}
