import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { TRIGGERS } from '#crm-domain';
import { Id, Map, Parts, Text } from '../http/fields.js';
import { FilterDto } from '../records/record-query.dto.js';

const ACTIONS = ['set_values', 'create_record', 'call_webhook'] as const;

export class ActionDto {
  @ApiProperty({ enum: ACTIONS })
  @IsIn(ACTIONS)
  type: (typeof ACTIONS)[number];

  @Text({ max: 64, min: 1, optional: true, description: 'Of create_record: slug or UUID of the object.' })
  object?: string;

  @Map({
    optional: true,
    description: 'Of set_values and create_record: values as they are written to a record.',
    schema: { $ref: '#/components/schemas/RecordInput' },
  })
  values?: Record<string, unknown>;

  @Id({ optional: true, description: 'Of call_webhook.' })
  webhook_id?: string;
}

export class CreateAutomationDto {
  @Text({ min: 1, example: 'Welcome new companies' })
  name: string;

  @ApiProperty({ enum: TRIGGERS, example: 'record.created' })
  @Text({ max: 40 })
  kind: string;

  @Text({ max: 64, min: 1, description: 'Slug or UUID of an object.', example: 'companies' })
  object: string;

  @Parts(() => FilterDto, {
    optional: true,
    most: 10,
    description: 'All must hold when it runs; as in a record query, at most 10.',
  })
  condition?: FilterDto[];

  @Parts(() => ActionDto, { least: 1, most: 5, description: 'At most 5, in their order.' })
  actions: ActionDto[];

  @ApiProperty({ required: false, enum: ['active', 'disabled'] })
  @Text({ max: 8, optional: true })
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';
}

export class UpdateAutomationDto {
  @Text({ min: 1, optional: true })
  name?: string;

  @ApiProperty({ enum: TRIGGERS, required: false })
  @Text({ max: 40, optional: true })
  kind?: string;

  @Text({ max: 64, min: 1, optional: true })
  object?: string;

  @Parts(() => FilterDto, { optional: true, most: 10 })
  condition?: FilterDto[];

  @Parts(() => ActionDto, { optional: true, least: 1, most: 5 })
  actions?: ActionDto[];

  @ApiProperty({ required: false, enum: ['active', 'disabled'] })
  @Text({ max: 8, optional: true })
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';
}
