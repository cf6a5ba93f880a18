import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsIn, IsInt, ValidateIf } from 'class-validator';
import { QUERY_GRAMMAR, type Domain } from '#crm-domain';
import { Parts, Text } from '../http/fields.js';
import { CONDITIONS } from './record-query.dto.js';

type Asked = Parameters<Domain['recordAggregates']['aggregate']>[2];
type GroupInput = NonNullable<Asked['group_by']>[number];
type MeasureInput = NonNullable<Asked['measures']>[number];

/** One of a few words. */
const OneOf = (
  words: readonly string[],
  { description, optional = true }: { description: string; optional?: boolean },
) =>
  applyDecorators(
    ApiProperty({ enum: words, description, required: !optional }),
    ValidateIf((_, value) => !optional || value !== undefined),
    IsIn([...words]),
  );

export class GroupByDto implements GroupInput {
  @Text({
    description:
      'Slug or id of a select, multi-select, pipeline, reference, relationship, member, checkbox, date or timestamp attribute, or `created_at`, `updated_at`, `created_by`.',
    example: 'created_at',
  })
  attribute: string;

  @OneOf(QUERY_GRAMMAR.buckets, {
    description: 'Required for dates and timestamps: the span of days that is one group.',
  })
  bucket?: GroupInput['bucket'];

  @OneOf(QUERY_GRAMMAR.weekdays, { description: 'The first day of a week. Default: monday.' })
  week_start?: GroupInput['week_start'];
}

export class MeasureDto implements MeasureInput {
  @OneOf(QUERY_GRAMMAR.functions, {
    optional: false,
    description:
      '`count` is of records and takes no attribute. `sum` and `avg` fit number and currency, `min` and `max` dates as well, `count_distinct` any attribute.',
  })
  function: MeasureInput['function'];

  @Text({ optional: true, description: 'Slug or id of the attribute that is measured.' })
  attribute?: string;
}

export class RecordAggregateDto {
  @ApiProperty({
    required: false,
    description: `Which records are counted: conditions as in a query, at most ${QUERY_GRAMMAR.conditions}; of an array, all must hold.`,
    anyOf: CONDITIONS,
  })
  @Allow()
  filter?: Asked['filter'];

  @Text({
    optional: true,
    max: 100,
    description:
      'Slug or UUID of a view of this object: its conditions hold beside `filter`, and its `time_zone` where the request says none.',
  })
  view?: string;

  @Parts(() => GroupByDto, {
    optional: true,
    most: QUERY_GRAMMAR.groupBy,
    description:
      'What makes a group; without it all records are one. A record with several values counts once in each of its groups.',
    example: [{ attribute: 'created_at', bucket: 'month' }],
  })
  group_by?: GroupByDto[];

  @Parts(() => MeasureDto, {
    optional: true,
    least: 1,
    most: QUERY_GRAMMAR.measures,
    description: 'What is worked out for each group. Default: count.',
    example: [{ function: 'count' }],
  })
  measures?: MeasureDto[];

  @OneOf(QUERY_GRAMMAR.groupOrders, {
    description:
      '`largest` (the default): by the first measure. `natural`: options and stages in their own order, dates by time, the others by id.',
  })
  order?: Asked['order'];

  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 1,
    maximum: 100,
    description:
      'The number of rows that are shown; where amounts are measured, each currency of a group is a row. `others` stands for the rest. Clamped to its range. Default: 50.',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsInt()
  limit?: number;

  @OneOf(QUERY_GRAMMAR.groupFormats, {
    description: '`detailed` (the default), or `table`: `data` has `columns` and `rows`, in a third of the characters.',
  })
  format?: Asked['format'];

  @Text({
    optional: true,
    max: 64,
    description: 'The time zone (IANA) of buckets and of relative dates in `filter`. Default: UTC.',
    example: 'Europe/Berlin',
  })
  time_zone?: string;
}
