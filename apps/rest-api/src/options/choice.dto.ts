import { Order, Part, Text, Time } from '../http/fields.js';
import { StageConfigDto } from '../attributes/attribute.dto.js';

export class CreateOptionDto {
  @Text({ min: 1, example: 'Enterprise' })
  title: string;

  @Order({ optional: true, description: 'Behind the last one if not given.' })
  sort_order?: number;
}

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

export class UpdateStageDto extends UpdateOptionDto {
  @Part(() => StageConfigDto, { optional: true })
  config?: StageConfigDto;
}
