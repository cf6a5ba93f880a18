import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { By, ConcurrencyLimits, type AuthenticatedRequest } from '#auth';
import { Domain, FORMATS, MAX_TIMELINE_CURSOR, type Caller } from '#crm-domain';
import { Answer } from '../http/answer.js';
import { TakesIfMatch, TakesIfNoneMatch, readIfMatch, readIfNoneMatch, unlessKnown } from '../http/conditions.js';
import { Answers } from '../http/openapi/answers.js';
import { CursorPage, OffsetPage, ShapeQuery } from '../http/openapi/page-parameters.js';
import { QueryHint } from '../http/query.guard.js';
import { Requires } from '../http/requires.js';
import {
  MAX_FIELDS_LENGTH,
  MAX_PAGE_OFFSET,
  pagination,
  queryPagination,
  readFlag,
  readName,
  readPage,
  readQueryPage,
  readShape,
  readTrashed,
} from './page-query.js';
import { RecordAggregateDto } from './record-aggregate.dto.js';
import { AsOfQuery, SPAN, SpanQuery, readAsOf, readSpan } from './past-query.js';
import { RecordsByIdDto } from './records-by-id.dto.js';
import { CREATED, MatchQuery, NOT_FOUND, OTHERS, Trashed } from './record-answers.js';
import { RecordQueryDto } from './record-query.dto.js';
import { RecordWriteDto } from './record.dto.js';
import { TimelineKindsQuery, timelineOf } from './timeline-query.js';

type RecordResponse = Response & { req: Pick<AuthenticatedRequest, 'weight'> };

/** Of one record there is no table. */
const OF_ONE = ['detailed', 'concise'] as const;

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
    @Inject(ConcurrencyLimits) private readonly limits: ConcurrencyLimits,
  ) {}

  @Get()
  @Requires('read:data', 'statement')
  @OffsetPage(MAX_PAGE_OFFSET)
  @ShapeQuery(FORMATS, MAX_FIELDS_LENGTH)
  @Trashed()
  @QueryHint('To filter or sort, send POST /v1/records/{object}/query.')
  @Answers('List records, oldest first', ['Record'], [400, 404])
  async list(@By() caller: Caller, @Param('object') object: string, @Query() query: Record<string, unknown>) {
    const page = readPage(query);
    const asked = { ...page, ...readShape(query, FORMATS) };
    if (readTrashed(query)) {
      const found = await this.domain.recordQueries.query(caller, object, {
        ...asked,
        trashed: 'only',
        total: 'exact',
      });
      return new Answer(found.table ?? found.records, queryPagination(page, found));
    }
    const { records, table, total } = await this.domain.records.list(caller, object, asked);
    return new Answer(table ?? records, pagination(page, records.length, total));
  }

  @Post()
  @QueryHint('To update the record that has a value, or else create it, send PUT.')
  @Requires('write:data', 'statement')
  @Answers('Create a record', 'Record', [400, 404])
  create(@By() caller: Caller, @Param('object') object: string, @Body() body: RecordWriteDto) {
    return this.domain.recordWriter.create(caller, object, { data: body.data, path: 'data' });
  }

  @Put()
  @Requires('write:data', 'statement')
  @MatchQuery()
  @TakesIfMatch()
  @Answers('Create a record, or update the one that is there', 'Record', [400, 404, 409], CREATED)
  async upsert(
    @By() caller: Caller,
    @Param('object') object: string,
    @Req() { query, headers }: Request,
    @Body() body: RecordWriteDto,
  ) {
    const ifMatch = headers['if-match'];
    const condition = { expected: readIfMatch(ifMatch), isThere: ifMatch !== undefined };
    const input = { data: body.data, path: 'data', match: readName(query, 'match'), ...condition };
    const { record, created } = await this.domain.recordUpserter.upsert(caller, object, input);
    return new Answer(record, { created });
  }

  @Post('query')
  @Requires('read:data', 'statement')
  @Answers('Filter, sort and search records', ['Record'], [400, 404, 409])
  async query(@By() caller: Caller, @Param('object') object: string, @Body() body: RecordQueryDto) {
    const page = readQueryPage(body);
    const found = await this.domain.recordQueries.query(caller, object, { ...body, ...page });
    return new Answer(found.table ?? found.records, queryPagination({ ...page, cursor: body.cursor }, found));
  }

  @Post('aggregate')
  @Requires('read:data', 'statement')
  @Answers('Count and add up records by groups', ['RecordGroup'], [400, 404, 409], OTHERS)
  async aggregate(@By() caller: Caller, @Param('object') object: string, @Body() body: RecordAggregateDto) {
    const { groups, table, ...others } = await this.domain.recordAggregates.aggregate(caller, object, body);
    return new Answer(table ?? groups, others);
  }

  @Post('get')
  @Requires('read:data', 'statement')
  @Answers('Get several records by their ids', ['Record'], [400, 404], NOT_FOUND)
  async getMany(@By() caller: Caller, @Param('object') object: string, @Body() body: RecordsByIdDto) {
    const { as_of } = body;
    const { records, table, ...others } =
      as_of === undefined
        ? await this.domain.records.getMany(caller, object, body)
        : await this.domain.recordPast.getMany(caller, object, { ...body, as_of });
    return new Answer(table ?? records, others);
  }

  @Get(':recordId')
  @Requires('read:data', 'statement')
  @ApiQuery({
    name: 'show_historic',
    required: false,
    description: 'With true, previous values are shown, too, with the time in which each was active.',
    schema: { type: 'boolean', default: false },
  })
  @ShapeQuery(OF_ONE, MAX_FIELDS_LENGTH)
  @Trashed()
  @AsOfQuery()
  @TakesIfNoneMatch()
  @Answers('Get a record', 'Record', [400, 404])
  async get(
    @By() caller: Caller,
    @Param() at: RecordPath,
    @Query() query: Record<string, unknown>,
    @Res({ passthrough: true }) response: RecordResponse,
  ) {
    const asked = {
      ...readShape(query, OF_ONE),
      historic: readFlag(query, 'show_historic'),
      trashed: readTrashed(query),
    };
    const { historic, trashed } = asked;
    const as_of = readAsOf(query, historic || trashed);
    const isKnown = readIfNoneMatch(response.req.headers['if-none-match']);
    const read = (defersLarge: boolean) =>
      as_of === undefined
        ? this.domain.records.get({ ...caller, defersLarge }, address(at), asked)
        : this.domain.recordPast.get({ ...caller, defersLarge }, address(at), { ...asked, as_of });
    const asking = { caller, response, weight: response.req.weight };
    // Its values of the past are as many and as large as a page of records. An interceptor would cost every other read,
    // too.
    const found = historic
      ? await this.limits.page(asking, 'RecordsController.get', () => read(false))
      : await this.limits.largeAlone(asking, read);
    // What is shown of other records changes without this one.
    return asked.fields?.some((field) => field.includes('.')) ? found : unlessKnown(found, isKnown, at.recordId);
  }

  @Get(':recordId/diff')
  @Requires('read:data', 'statement')
  @SpanQuery()
  @Answers('Compare a record at two moments', ['Difference'], [400, 404], SPAN)
  async diff(@By() caller: Caller, @Param() at: RecordPath, @Query() query: Record<string, unknown>) {
    const { differences, ...told } = await this.domain.recordPast.diff(caller, address(at), readSpan(query));
    return new Answer(differences, told);
  }

  @Get(':recordId/timeline')
  @Requires('read:data', 'statement')
  @CursorPage(MAX_TIMELINE_CURSOR)
  @TimelineKindsQuery()
  @Answers('Get the timeline of a record, newest first', ['TimelineEntry'], [400, 404])
  timeline(@By() caller: Caller, @Param() at: RecordPath, @Query() query: Record<string, unknown>) {
    return timelineOf(this.domain, caller, address(at), query);
  }

  @Patch(':recordId')
  @Requires('write:data', 'statement')
  @TakesIfMatch()
  @Answers('Update a record', 'Record', [400, 404])
  update(
    @By() caller: Caller,
    @Param() at: RecordPath,
    @Body() body: RecordWriteDto,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    const expected = readIfMatch(ifMatch);
    return this.domain.recordWriter.update(caller, address(at), { data: body.data, path: 'data', expected });
  }

  @Delete(':recordId')
  @Requires('write:data', 'statement')
  @Trashed()
  @TakesIfMatch()
  @Answers('Delete a record permanently', 'Deleted', [400, 404])
  delete(
    @By() caller: Caller,
    @Param() at: RecordPath,
    @Query() query: Record<string, unknown>,
    @Headers('if-match') ifMatch: string | undefined,
  ) {
    const expected = readIfMatch(ifMatch);
    return this.domain.records.delete(caller, address(at), { trashed: readTrashed(query), expected });
  }

  @Post(':recordId/trash')
  @Requires('write:data', 'statement')
  @TakesIfMatch()
  @Answers('Move a record to the trash', 'Record', [404])
  trash(@By() caller: Caller, @Param() at: RecordPath, @Headers('if-match') ifMatch: string | undefined) {
    return this.domain.records.trash(caller, address(at), { expected: readIfMatch(ifMatch) });
  }

  @Post(':recordId/restore')
  @Requires('write:data', 'statement')
  @TakesIfMatch()
  @Answers('Restore a record from the trash', 'Record', [404])
  restore(@By() caller: Caller, @Param() at: RecordPath, @Headers('if-match') ifMatch: string | undefined) {
    return this.domain.records.restore(caller, address(at), { expected: readIfMatch(ifMatch) });
  }
}

function address({ object, recordId }: RecordPath) {
  return { object, record: recordId };
}
