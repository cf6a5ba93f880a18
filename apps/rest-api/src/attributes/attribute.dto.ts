import { ATTRIBUTE_TYPES, CARDINALITIES, MOST_ALLOWED_OBJECTS, MOST_CHOICES } from '#crm-domain';
import { ApiProperty } from '@nestjs/swagger';
import { Equals, IsIn, ValidateIf } from 'class-validator';
import { Flag, Id, Order, Part, Parts, Text, Texts, Time } from '../http/fields.js';

export class StageConfigDto {
  @Flag({ optional: true })
  is_closed?: boolean;

  @Flag({ optional: true })
  is_won?: boolean;

  @Flag({ optional: true })
  is_lost?: boolean;
}

class OptionDeltaDto {
  @Id({ optional: true, description: 'The option to change; without it a new one is made.' })
  id?: string;

  @Text({ optional: true, min: 1, example: 'Enterprise' })
  title?: string;

  @Order({ optional: true })
  sort_order?: number;

  @Time({ optional: true, nullable: true })
  archived_at?: string | null;
}

class StageDeltaDto extends OptionDeltaDto {
  @Part(() => StageConfigDto, { optional: true })
  config?: StageConfigDto;
}

class RecordReferenceConfigDto {
  @Texts({
    most: MOST_ALLOWED_OBJECTS,
    optional: true,
    nullable: true,
    description: 'Ids or slugs of the objects a reference may point at; none means any.',
  })
  allowed_object_ids?: string[] | null;
}

class AttributeConfigDto {
  @ApiProperty({ type: 'null', required: false })
  @ValidateIf((_, value) => value !== undefined)
  @Equals(null)
  currency?: null;

  @Part(() => RecordReferenceConfigDto, { optional: true, nullable: true })
  record_reference?: RecordReferenceConfigDto | null;
}

class OtherSideDto {
  @Id()
  attribute_id: string;

  @Id()
  object_id: string;
}

class RelationshipDto {
  @Part(() => OtherSideDto, { optional: true, description: 'The other side, as it is read; it cannot be changed.' })
  id?: OtherSideDto;

  @Text({ optional: true, min: 1, description: 'Id or slug of the object on the other side.' })
  target_object_id?: string;

  @Text({ optional: true, min: 1, description: 'Title of the attribute on the other side.', example: 'Projects' })
  inverse_title?: string;

  @ApiProperty({
    enum: CARDINALITIES,
    required: false,
    description: 'From this side: many-to-one is many of these to one of those.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(CARDINALITIES)
  cardinality?: string;
}

class AttributeFieldsDto {
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;

  @Flag({ optional: true })
  is_required?: boolean;

  @Flag({
    optional: true,
    description:
      'No two records hold the same value. Switched on later it holds for values written from then on: what records have already stays, and is no conflict.',
  })
  is_unique?: boolean;

  @Flag({ optional: true })
  is_multi_select?: boolean;

  @Text({
    optional: true,
    nullable: true,
    max: 2000,
    description: 'Used for new records that do not name the attribute.',
  })
  default_value?: string | null;

  @Part(() => AttributeConfigDto, { optional: true, nullable: true })
  config?: AttributeConfigDto | null;

  @Part(() => RelationshipDto, {
    optional: true,
    nullable: true,
    description: 'Required when type is relationship; null, as it is read, on all others.',
  })
  relationship?: RelationshipDto | null;

  @Order({ optional: true })
  sort_order?: number;

  @Parts(() => StageDeltaDto, {
    most: MOST_CHOICES,
    optional: true,
    description: `Stages of a pipeline; those not mentioned stay. It has at most ${MOST_CHOICES}, archived ones included.`,
  })
  stages?: StageDeltaDto[];

  @Parts(() => OptionDeltaDto, {
    most: MOST_CHOICES,
    optional: true,
    description: `Options of a select or multi-select; those not mentioned stay. It has at most ${MOST_CHOICES}, archived ones included.`,
  })
  options?: OptionDeltaDto[];
}

export class CreateAttributeDto extends AttributeFieldsDto {
  @Text({ min: 1, max: 64, example: 'priority' })
  slug: string;

  @Text({ min: 1, example: 'Priority' })
  title: string;

  @ApiProperty({ enum: ATTRIBUTE_TYPES })
  @IsIn(ATTRIBUTE_TYPES)
  type: string;
}

export class UpdateAttributeDto extends AttributeFieldsDto {
  @Text({ optional: true, min: 1, example: 'Priority' })
  title?: string;

  @ApiProperty({ enum: ATTRIBUTE_TYPES, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(ATTRIBUTE_TYPES)
  type?: string;

  @Time({ optional: true, nullable: true, description: 'Archives the attribute; null restores it.' })
  archived_at?: string | null;
}
