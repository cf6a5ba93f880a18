import { ATTRIBUTE_TYPES, CARDINALITIES, MAX_ALLOWED_OBJECTS, MAX_CHOICES, type ChoiceIds } from '#crm-domain';
import { ApiProperty } from '@nestjs/swagger';
import { Equals, IsIn, ValidateIf } from 'class-validator';
import { ChoiceId, Flag, Id, Order, Part, Parts, Text, Texts, Time } from '../http/fields.js';
import { ReadOnly } from '../http/read-only.js';

export class StageConfigDto {
  @Flag({ optional: true })
  is_closed?: boolean;

  @Flag({ optional: true })
  is_won?: boolean;

  @Flag({ optional: true })
  is_lost?: boolean;
}

class OptionDeltaDto {
  @ChoiceId({
    optional: true,
    description: 'The one to change, by its id or as it was read; without it, a new one is created.',
  })
  id?: string | ChoiceIds;

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
    most: MAX_ALLOWED_OBJECTS,
    optional: true,
    nullable: true,
    description: 'Ids or slugs of the objects that a reference may point at; an empty list means any object.',
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
  @Part(() => OtherSideDto, { optional: true, description: 'The other side, as it was read; it cannot be changed.' })
  id?: OtherSideDto;

  @Text({ optional: true, min: 1, description: 'Id or slug of the object on the other side.' })
  target_object_id?: string;

  @Text({ optional: true, min: 1, description: 'Title of the attribute on the other side.', example: 'Projects' })
  inverse_title?: string;

  @ApiProperty({
    enum: CARDINALITIES,
    required: false,
    description: 'Seen from this side: with many-to-one, many records of this object refer to one record of the other.',
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
      'No two records may have the same value. If switched on later, it applies to values written from then on; existing values stay and are not checked.',
  })
  is_unique?: boolean;

  @Flag({ optional: true })
  is_multi_select?: boolean;

  @Text({
    optional: true,
    nullable: true,
    max: 2000,
    description:
      'Used for new records that are created without a value for the attribute. "me", of type actor-reference, stands for the member who creates the record.',
  })
  default_value?: string | null;

  @Part(() => AttributeConfigDto, { optional: true, nullable: true })
  config?: AttributeConfigDto | null;

  @Part(() => RelationshipDto, {
    optional: true,
    nullable: true,
    description: 'Required if type is relationship; for other types null, as it is read.',
  })
  relationship?: RelationshipDto | null;

  @Order({ optional: true })
  sort_order?: number;

  @Parts(() => StageDeltaDto, {
    most: MAX_CHOICES,
    optional: true,
    description: `Stages of a pipeline; those not mentioned stay unchanged. At most ${MAX_CHOICES}, including archived ones.`,
  })
  stages?: StageDeltaDto[];

  @Parts(() => OptionDeltaDto, {
    most: MAX_CHOICES,
    optional: true,
    description: `Options of a select or multi-select; those not mentioned stay unchanged. At most ${MAX_CHOICES}, including archived ones.`,
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

@ReadOnly({ fixed: ['id', 'slug', 'created_at', 'is_system_attribute'], move: ['version'] })
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
