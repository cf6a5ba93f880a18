import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { By } from '#auth';
import type { Actor } from '#crm-domain';
import { EVENT_KINDS, FeedService, MAX_KINDS } from '#crm-domain/events';
import { Answer } from '../http/answer.js';
import { Answers } from '../http/openapi/answers.js';
import { LimitQuery } from '../http/openapi/page-parameters.js';
import { Requires } from '../http/requires.js';
import { LAST_POSITION, MAX_OBJECT_KEY_LENGTH, readFeedQuery } from './feed-query.js';

/** The change feed of the workspace (contract: Events). */
@ApiTags('Events')
@Controller('v1/events')
export class EventsController {
  constructor(@Inject(FeedService) private readonly feed: FeedService) {}

  @Get()
  @Requires('read:data')
  @ApiQuery({
    name: 'after',
    required: false,
    description: '`next_after` of the previous page. Without it, the feed starts with the oldest event that is kept.',
    schema: { type: 'integer', minimum: 0, maximum: LAST_POSITION },
  })
  @LimitQuery({ otherwise: 100, most: 500 })
  @ApiQuery({
    name: 'kinds',
    required: false,
    description: 'Only events of these kinds, separated by commas.',
    style: 'form',
    explode: false,
    schema: { type: 'array', maxItems: MAX_KINDS, items: { type: 'string', enum: [...EVENT_KINDS] } },
  })
  @ApiQuery({
    name: 'object',
    required: false,
    description: 'Only events of this object and its records: slug or UUID of an object.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_OBJECT_KEY_LENGTH },
  })
  @Answers('Read the change feed, oldest first', ['PlacedEvent'], [400, 410])
  async list(@By() actor: Actor, @Query() query: Record<string, unknown>) {
    const { events, next_after, has_more } = await this.feed.read(actor, readFeedQuery(query));
    return new Answer(events, { pagination: { next_after, has_more } });
  }
}
