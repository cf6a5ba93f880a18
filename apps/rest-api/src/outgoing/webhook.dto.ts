import { IsIn } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { MOST_KINDS, MOST_WATCHED } from '#crm-domain';
import { Order, Text, Texts } from '../http/fields.js';

class WebhookFieldsDto {
  @Text({ max: 255, optional: true, nullable: true })
  description?: string | null;

  @Texts({
    most: MOST_KINDS,
    optional: true,
    nullable: true,
    description: 'Event kinds; all of them if not given.',
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

  @Texts({
    most: MOST_WATCHED,
    optional: true,
    nullable: true,
    description: 'Slugs or UUIDs of attributes, one of which must have changed.',
  })
  attributes?: string[] | null;
}

export class CreateWebhookDto extends WebhookFieldsDto {
  @Text({ max: 2000, min: 1, example: 'https://example.com/crm-events' })
  url: string;
}

export class UpdateWebhookDto extends WebhookFieldsDto {
  @Text({ max: 2000, min: 1, optional: true })
  url?: string;

  @ApiProperty({ required: false, enum: ['active', 'disabled'] })
  @Text({ max: 8, optional: true })
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';
}

export class ReplayDto {
  @Order({ description: 'Position after which everything is sent again; 0 is the beginning.', example: 41 })
  after: number;
}
