import { Order, Part, Text, Time } from '../http/fields.js';
import { ReadOnly } from '../http/read-only.js';
import { StageConfigDto } from '../attributes/attribute.dto.js';

export class CreateOptionDto {
  @Text({ min: 1, example: 'Enterprise' })
  title: string;

  @Order({ optional: true, description: 'Defaults to the end.' })
  sort_order?: number;
}

@ReadOnly({ fixed: ['id'] })
export class UpdateOptionDto {
  @Text({ min: 1, optional: true })
  title?: string;

  @Order({ optional: true })
  sort_order?: number;

  @Time({ optional: true, nullable: true, description: 'Archives it; null restores it.' })
  archived_at?: string | null;
}

export class CreateStageDto extends CreateOptionDto {
  @Part(() => StageConfigDto, { optional: true })
  config?: StageConfigDto;
}

@ReadOnly({ fixed: ['id'] })
export class UpdateStageDto extends UpdateOptionDto {
  @Part(() => StageConfigDto, { optional: true })
  config?: StageConfigDto;
}
