import { Controller, Get, Inject, Query, Req, Res, applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { By, type AuthenticatedRequest } from '#auth';
import type { Actor } from '#crm-domain';
import { EVENT_KINDS, FeedService, MAX_KINDS } from '#crm-domain/events';
import { LoadShedder } from '#platform';
import { Answer } from '../http/answer.js';
import { Answers, AnswersWithEvents } from '../http/openapi/answers.js';
import { LimitQuery } from '../http/openapi/page-parameters.js';
import { Requires } from '../http/requires.js';
import { EventStreams } from './event-streams.js';
import { LAST_POSITION, MAX_OBJECT_KEY_LENGTH, readFeedQuery, readStreamQuery } from './feed-query.js';

/** Which events are told of. */
const FilterQuery = () =>
  applyDecorators(
    ApiQuery({
      name: 'kinds',
      required: false,
      description: 'Only events of these kinds, separated by commas.',
      style: 'form',
      explode: false,
      schema: { type: 'array', maxItems: MAX_KINDS, items: { type: 'string', enum: [...EVENT_KINDS] } },
    }),
    ApiQuery({
      name: 'object',
      required: false,
      description: 'Only events of this object and its records: slug or UUID of an object.',
      schema: { type: 'string', minLength: 1, maxLength: MAX_OBJECT_KEY_LENGTH },
    }),
  );

/** The change feed of the workspace (contract: Events). */
@ApiTags('Events')
@Controller('v1/events')
export class EventsController {
  constructor(
    @Inject(FeedService) private readonly feed: FeedService,
    @Inject(EventStreams) private readonly streams: EventStreams,
    @Inject(LoadShedder) private readonly admission: LoadShedder,
  ) {}

  @Get()
  @Requires('read:data')
  @ApiQuery({
    name: 'after',
    required: false,
    description: '`next_after` of the previous page. Without it, the feed starts with the oldest event that is kept.',
    schema: { type: 'integer', minimum: 0, maximum: LAST_POSITION },
  })
  @LimitQuery({ otherwise: 100, most: 500 })
  @FilterQuery()
  @Answers('Read the change feed, oldest first', ['PlacedEvent'], [400, 410])
  async list(@By() actor: Actor, @Query() query: Record<string, unknown>) {
    const { events, next_after, has_more } = await this.feed.read(actor, readFeedQuery(query));
    return new Answer(events, { pagination: { next_after, has_more } });
  }

  @Get('stream')
  @Requires('read:data')
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The position of the last event that was received; goes before `after`.',
    schema: { type: 'string', pattern: '^\\d{1,15}$', maxLength: 15 },
  })
  @ApiQuery({
    name: 'after',
    required: false,
    description: 'Begin after this position. Without it, the stream begins with the next event.',
    schema: { type: 'integer', minimum: 0, maximum: LAST_POSITION },
  })
  @FilterQuery()
  @AnswersWithEvents('Follow the change feed')
  async stream(
    @By() caller: Actor,
    @Req() request: Request & Pick<AuthenticatedRequest, 'bearer'>,
    @Res() response: Response,
  ): Promise<void> {
    const { position, filter } = await this.feed.follow(caller, readStreamQuery(request));
    const { expires_at } = request.bearer!;
    const endsAt = expires_at === undefined ? Infinity : expires_at * 1000;
    this.streams.open({ caller, position, filter, endsAt }, response);
    // It holds no place of a request while it waits for events.
    this.admission.leave(response);
  }
}
