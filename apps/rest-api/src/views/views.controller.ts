import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { Domain, FORMATS, QUERY_GRAMMAR, type Actor, type Caller } from '#crm-domain';
import { Answer } from '../http/answer.js';
import { Answers } from '../http/openapi/answers.js';
import { CursorQuery, OffsetPage, ShapeQuery, TotalQuery } from '../http/openapi/page-parameters.js';
import { GivesPage } from '../http/page-turn.interceptor.js';
import { changesIn } from '../http/read-only.js';
import { Requires, RequiresAll } from '../http/requires.js';
import { MAX_FIELDS_LENGTH, queryPagination, readPage, readShape, readText, readTotal } from '../records/page-query.js';
import { CreateViewDto, UpdateViewDto } from './view.dto.js';

/** A view is of data and is judged by it, so whoever makes one must be allowed to read. */
const MAKES = ['write:data', 'read:data'] as const;

/** Saved queries, of which everybody in the workspace means the same. */
@ApiTags('Views')
@Controller('v1/views')
export class ViewsController {
  constructor(@Inject(Domain) private readonly domain: Domain) {}

  @Get()
  @Requires('read:data')
  @Answers('List views', ['View'])
  list(@By() actor: Actor) {
    return this.domain.views.list(actor);
  }

  @Post()
  @RequiresAll(...MAKES)
  @Answers('Create a view', 'View', [400, 409])
  create(@By() actor: Actor, @Body() body: CreateViewDto) {
    return this.domain.views.create(actor, { ...body, query: { ...body.query } });
  }

  // Hundreds of values are judged where the schema has changed since.
  @Get(':view')
  @Requires('read:data')
  @GivesPage()
  @Answers('Get a view', 'View', [404])
  get(@By() actor: Actor, @Param('view') view: string) {
    return this.domain.views.get(actor, view);
  }

  @Patch(':view')
  @RequiresAll(...MAKES)
  @Answers('Update a view', 'View', [400, 404])
  async update(@By() actor: Actor, @Param('view') view: string, @Body() body: UpdateViewDto) {
    const { query, ...rest } = await changesIn(UpdateViewDto, body, () => this.domain.views.get(actor, view));
    return this.domain.views.update(actor, view, { ...rest, ...(query && { query: { ...query } }) });
  }

  @Delete(':view')
  @RequiresAll(...MAKES)
  @Answers('Delete a view', 'View', [404])
  delete(@By() actor: Actor, @Param('view') view: string) {
    return this.domain.views.delete(actor, view);
  }

  @Get(':view/records')
  @Requires('read:data', 'statement')
  @OffsetPage(QUERY_GRAMMAR.offset)
  @CursorQuery(QUERY_GRAMMAR.cursor)
  @TotalQuery()
  @ShapeQuery(FORMATS, MAX_FIELDS_LENGTH)
  @Answers('Get the records of a view', ['Record'], [400, 404, 409])
  async records(@By() caller: Caller, @Param('view') view: string, @Query() query: Record<string, unknown>) {
    const page = { ...readPage(query), cursor: readText(query, 'cursor', QUERY_GRAMMAR.cursor) };
    const asked = { ...page, ...readShape(query, FORMATS), total: readTotal(query) };
    const found = await this.domain.recordQueries.queryView(caller, view, asked);
    return new Answer(found.table ?? found.records, queryPagination(page, found));
  }
}
