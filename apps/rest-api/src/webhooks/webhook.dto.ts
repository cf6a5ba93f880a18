import { IsIn } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { MAX_KINDS, MAX_WATCHED } from '#crm-domain/events';
import { Order, Text, Texts } from '../http/fields.js';
import { ReadOnly } from '../http/read-only.js';

class WebhookFieldsDto {
  @Text({ max: 255, optional: true, nullable: true })
  description?: string | null;

  @Texts({
    most: MAX_KINDS,
    optional: true,
    nullable: true,
    description: 'Event kinds; default: all.',
    example: ['record.created'],
  })
  kinds?: string[] | null;

  @Text({
    max: 64,
    min: 1,
    optional: true,
    nullable: true,
    description: 'Slug or UUID of an object.',
    example: 'people',
  })
  object?: string | null;

  @Text({
    max: 64,
    min: 1,
    optional: true,
    nullable: true,
    description: 'The same as `object`, under the name that responses use.',
  })
  object_id?: string | null;

  @Texts({
    most: MAX_WATCHED,
    optional: true,
    nullable: true,
    description: 'Slugs or UUIDs of attributes, one of which must have changed.',
  })
  attributes?: string[] | null;

  @Texts({
    most: MAX_WATCHED,
    optional: true,
    nullable: true,
    description: 'The same as `attributes`, under the name that responses use.',
  })
  attribute_ids?: string[] | null;

  @Text({
    max: 100,
    min: 1,
    optional: true,
    nullable: true,
    description:
      'Slug or UUID of a view: only events of records that it holds when they are sent. Without `object` it is that of the view. A view with `me` or with 25 conditions is refused, and so are kinds that are not about records that exist.',
  })
  view?: string | null;

  @Text({
    max: 64,
    min: 1,
    optional: true,
    nullable: true,
    description: 'The same as `view`, under the name that responses use.',
  })
  view_id?: string | null;
}

export class CreateWebhookDto extends WebhookFieldsDto {
  @Text({ max: 2000, min: 1, example: 'https://crm.example/events' })
  url: string;
}

@ReadOnly({
  fixed: ['id', 'created_at'],
  move: [
    ...['disabled_reason', 'state', 'broken_reason', 'position', 'updated_at'],
    ...['last_success_at', 'next_attempt_at', 'failing_since', 'attempts', 'last_error'],
  ],
})
export class UpdateWebhookDto extends WebhookFieldsDto {
  @Text({ max: 2000, min: 1, optional: true })
  url?: string;

  @ApiProperty({ required: false, enum: ['active', 'disabled'] })
  @Text({ max: 8, optional: true })
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';
}

export class ReplayDto {
  @Order({ description: 'Everything after this position is sent again; 0 is the beginning.', example: 41 })
  after: number;
}
