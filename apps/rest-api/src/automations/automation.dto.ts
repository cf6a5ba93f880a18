import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { TRIGGERS } from '#crm-domain/events';
import { Id, Map, Parts, Text } from '../http/fields.js';
import { ReadOnly } from '../http/read-only.js';
import { FilterDto } from '../records/record-query.dto.js';

const ACTIONS = ['set_values', 'create_record', 'call_webhook'] as const;

export class ActionDto {
  @ApiProperty({ enum: ACTIONS })
  @IsIn(ACTIONS)
  type: (typeof ACTIONS)[number];

  @Text({ max: 64, min: 1, optional: true, description: 'For create_record: slug or UUID of the object.' })
  object?: string;

  @Map({
    optional: true,
    description: 'For set_values and create_record: values as they are written to a record.',
    schema: { $ref: '#/components/schemas/RecordInput' },
  })
  values?: Record<string, unknown>;

  @Id({ optional: true, description: 'For call_webhook: UUID of the webhook.' })
  webhook_id?: string;
}

const CONDITION =
  'The automation runs only if all of them are met; at most 10. The operators have the same meaning as in a record query: `contains` searches only the first 64 characters of a text, so an automation does not run for words after them; `eq`, `in` and `starts_with` compare the whole text.';

const VIEW =
  'Slug or UUID of a view of the object: the automation runs only if the view holds the record when it runs. A view with `me` is refused, and so is one with 25 conditions. A deleted record is in no view.';
const VIEW_AS_READ = 'The same as `view`, under the name that responses use.';
const AS_READ = 'The same as `object`, under the name that responses use.';

export class CreateAutomationDto {
  @Text({ min: 1, example: 'Welcome new companies' })
  name: string;

  @ApiProperty({ enum: TRIGGERS, example: 'record.created' })
  @Text({ max: 40 })
  kind: string;

  @Text({
    max: 64,
    min: 1,
    optional: true,
    description: 'Slug or UUID of an object; required, as `object` or as `object_id`.',
    example: 'companies',
  })
  object?: string;

  @Text({ max: 64, min: 1, optional: true, description: AS_READ })
  object_id?: string;

  @Parts(() => FilterDto, { optional: true, most: 10, description: CONDITION })
  condition?: FilterDto[];

  @Text({ max: 100, min: 1, optional: true, nullable: true, description: VIEW })
  view?: string | null;

  @Text({ max: 64, min: 1, optional: true, nullable: true, description: VIEW_AS_READ })
  view_id?: string | null;

  @Parts(() => ActionDto, { least: 1, most: 5, description: 'At most 5; they run in this order.' })
  actions: ActionDto[];

  @ApiProperty({ required: false, enum: ['active', 'disabled'] })
  @Text({ max: 8, optional: true })
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';
}

@ReadOnly({
  fixed: ['id', 'created_at'],
  move: ['disabled_reason', 'state', 'broken_reason', 'position', 'updated_at'],
})
export class UpdateAutomationDto {
  @Text({ min: 1, optional: true })
  name?: string;

  @ApiProperty({ enum: TRIGGERS, required: false })
  @Text({ max: 40, optional: true })
  kind?: string;

  @Text({ max: 64, min: 1, optional: true, description: 'Slug or UUID of an object.' })
  object?: string;

  @Text({ max: 64, min: 1, optional: true, description: AS_READ })
  object_id?: string;

  @Parts(() => FilterDto, { optional: true, most: 10, description: CONDITION })
  condition?: FilterDto[];

  @Text({ max: 100, min: 1, optional: true, nullable: true, description: VIEW })
  view?: string | null;

  @Text({ max: 64, min: 1, optional: true, nullable: true, description: VIEW_AS_READ })
  view_id?: string | null;

  @Parts(() => ActionDto, { optional: true, least: 1, most: 5 })
  actions?: ActionDto[];

  @ApiProperty({ required: false, enum: ['active', 'disabled'] })
  @Text({ max: 8, optional: true })
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';
}
