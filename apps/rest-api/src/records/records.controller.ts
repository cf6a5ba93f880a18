import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { By, PagesAtOnce } from '#auth';
import { Domain, type Claim } from '#crm-domain';
import { readTimelinePage } from '../events/feed-query.js';
import { Answer } from '../http/answer.js';
import { Answers } from '../http/answers.js';
import { GivesPage } from '../http/page.interceptor.js';
import { Requires } from '../http/requires.js';
import { FARTHEST_OFFSET, pagination, queryPagination, readFlag, readPage, readQueryPage } from './page-query.js';
import { RecordQueryDto } from './record-query.dto.js';
import { RecordWriteDto } from './record.dto.js';

interface RecordPath {
  object: string;
  recordId: string;
}

/** Access is proved in the statement that reads or writes: one round trip for a read and a create. */
@ApiTags('Records')
@Controller('v1/records/:object')
export class RecordsController {
  constructor(
    @Inject(Domain) private readonly domain: Domain,
    @Inject(PagesAtOnce) private readonly pages: PagesAtOnce,
  ) {}

  @Get()
  @Requires('read:data', 'statement')
  @GivesPage()
  @ApiQuery({ name: 'limit', required: false, schema: { type: 'integer', default: 25, minimum: 1, maximum: 100 } })
  @ApiQuery({
    name: 'offset',
    required: false,
    schema: { type: 'integer', default: 0, minimum: 0, maximum: FARTHEST_OFFSET },
  })
  @Answers('List records, oldest first', ['Record'], [400, 404])
  async list(@By() claim: Claim, @Param('object') object: string, @Query() query: Record<string, unknown>) {
    const page = readPage(query);
    const { records, total } = await this.domain.records.list(claim, object, page);
    return new Answer(records, pagination(page, records.length, total));
  }

  @Post()
  @Requires('write:data', 'statement')
  @Answers('Create a record', 'Record', [400, 404])
  create(@By() claim: Claim, @Param('object') object: string, @Body() body: RecordWriteDto) {
    return this.domain.recordWriter.create(claim, object, { data: body.data, path: 'data' });
  }

  @Post('query')
  @Requires('read:data', 'statement')
  @GivesPage()
  @Answers('Filter, sort and search records', ['Record'], [400, 404])
  async query(@By() claim: Claim, @Param('object') object: string, @Body() body: RecordQueryDto) {
    const page = readQueryPage(body);
    const found = await this.domain.recordQueries.query(claim, object, { ...body, ...page });
    return new Answer(found.records, queryPagination({ ...page, cursor: body.cursor }, found));
  }

  @Get(':recordId')
  @Requires('read:data', 'statement')
  @ApiQuery({ name: 'show_historic', required: false, schema: { type: 'boolean', default: false } })
  @Answers('Get a record', 'Record', [400, 404])
  get(
    @By() claim: Claim,
    @Param() at: RecordPath,
    @Query() query: Record<string, unknown>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const historic = readFlag(query, 'show_historic');
    const read = () => this.domain.records.get(claim, address(at), { historic });
    // Its values of the past are as many and as large as a page of records. An interceptor would cost every other read, too.
    return historic ? this.pages.run(claim, response, read) : read();
  }

  @Get(':recordId/timeline')
  @Requires('read:data', 'statement')
  @GivesPage()
  @ApiQuery({ name: 'limit', required: false, schema: { type: 'integer', default: 25, minimum: 1, maximum: 100 } })
  @ApiQuery({ name: 'cursor', required: false, schema: { type: 'string', maxLength: 10 } })
  @Answers('What happened to a record, newest first', ['Event'], [400, 404])
  async timeline(@By() claim: Claim, @Param() at: RecordPath, @Query() query: Record<string, unknown>) {
    const { events, next } = await this.domain.feed.timeline(claim, address(at), readTimelinePage(query));
    const more = next === null ? {} : { next_cursor: String(next) };
    return new Answer(events, { pagination: { has_more: next !== null, ...more } });
  }

  @Patch(':recordId')
  @Requires('write:data', 'statement')
  @Answers('Update a record', 'Record', [400, 404])
  update(@By() claim: Claim, @Param() at: RecordPath, @Body() body: RecordWriteDto) {
    return this.domain.recordWriter.update(claim, address(at), { data: body.data, path: 'data' });
  }

  @Delete(':recordId')
  @Requires('write:data', 'statement')
  @Answers('Delete a record for good', 'Deleted', [404])
  delete(@By() claim: Claim, @Param() at: RecordPath) {
    return this.domain.records.delete(claim, address(at));
  }

  @Post(':recordId/trash')
  @Requires('write:data', 'statement')
  @Answers('Move a record to the trash', 'Record', [404])
  trash(@By() claim: Claim, @Param() at: RecordPath) {
    return this.domain.records.trash(claim, address(at));
  }

  @Post(':recordId/restore')
  @Requires('write:data', 'statement')
  @Answers('Take a record out of the trash', 'Record', [404])
  restore(@By() claim: Claim, @Param() at: RecordPath) {
    return this.domain.records.restore(claim, address(at));
  }
}

function address({ object, recordId }: RecordPath) {
  return { object, record: recordId };
}
