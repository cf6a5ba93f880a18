import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import { EVENT_KINDS, FeedService, MOST_KINDS, type Actor } from '#crm-domain';
import { Answer } from '../http/answer.js';
import { Answers } from '../http/answers.js';
import { GivesPage } from '../http/page.interceptor.js';
import { Requires } from '../http/requires.js';
import { LAST_POSITION, LONGEST_OBJECT_KEY, readFeedQuery } from './feed-query.js';

/** The change feed of the workspace (contract: Events). */
@ApiTags('Events')
@Controller('v1/events')
export class EventsController {
  constructor(@Inject(FeedService) private readonly feed: FeedService) {}

  @Get()
  @Requires('read:data')
  @GivesPage()
  @ApiQuery({ name: 'after', required: false, schema: { type: 'integer', minimum: 0, maximum: LAST_POSITION } })
  @ApiQuery({ name: 'limit', required: false, schema: { type: 'integer', default: 100, minimum: 1, maximum: 500 } })
  @ApiQuery({
    name: 'kinds',
    required: false,
    style: 'form',
    explode: false,
    schema: { type: 'array', maxItems: MOST_KINDS, items: { type: 'string', enum: [...EVENT_KINDS] } },
  })
  @ApiQuery({ name: 'object', required: false, schema: { type: 'string', maxLength: LONGEST_OBJECT_KEY } })
  @Answers('Read the change feed, oldest first', ['PlacedEvent'], [400, 404, 410])
  async list(@By() actor: Actor, @Query() query: Record<string, unknown>) {
    const { events, next_after, has_more } = await this.feed.read(actor, readFeedQuery(query));
    return new Answer(events, { pagination: { next_after, has_more } });
  }
}
