import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsIn, IsInt, Min, ValidateIf } from 'class-validator';
import { FILTER_OPERATORS } from '#crm-domain';
import { Part, Parts, Text } from '../http/fields.js';

const DIRECTIONS = ['asc', 'desc'];

/** A whole number that may be left out. Its default stands in words: clients made from the document would demand the field. */
const Whole = (schema: { description: string; minimum?: number; maximum?: number }) =>
  applyDecorators(
    ApiProperty({ type: 'integer', required: false, ...schema }),
    ValidateIf((_, value) => value !== undefined),
    IsInt(),
  );

/** What one attribute's values may be, at their largest; the type of the attribute says more. */
const OPERANDS = [
  { type: 'string', maxLength: 50_000 },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'object', maxProperties: 20 },
];

export class FilterDto {
  @Text({ description: 'Slug or id of an attribute.', example: 'job_title' })
  attribute: string;

  @ApiProperty({
    enum: FILTER_OPERATORS,
    description:
      'eq, in (at most 50), is_empty, is_not_empty; lt, lte, gt, gte on numbers, dates, timestamps and amounts; starts_with and contains on texts. Which of them a type knows is said when another is used.',
  })
  @Text()
  operator: string;

  @ApiProperty({
    required: false,
    anyOf: [...OPERANDS, { type: 'array', maxItems: 50, items: { anyOf: OPERANDS } }],
    description:
      'A value as it is written into records, or shorter: an amount without its currency, a full name, the id or slug of a record. Texts are compared without regard to case; contains sees the first 64 characters. An array for in, nothing for is_empty and is_not_empty.',
    example: 'Engineer',
  })
  @Allow()
  value?: unknown;
}

export class SortDto {
  @Text({ description: 'Slug or id of an attribute that holds one value, or created_at.', example: 'created_at' })
  attribute: string;

  @ApiProperty({ enum: DIRECTIONS, description: 'Records without a value come last in both directions.' })
  @IsIn(DIRECTIONS)
  direction: 'asc' | 'desc';
}

export class RecordQueryDto {
  @Text({
    optional: true,
    max: 1000,
    description:
      'Words that a record must hold, in any of its attributes; of the last word its beginning is enough. A record is found by the first 500 different words of its first 100,000 characters.',
  })
  query?: string;

  @Parts(() => FilterDto, {
    ...{ optional: true, most: 10, description: 'At most 10 conditions, all of which must hold.' },
    example: [{ attribute: 'job_title', operator: 'eq', value: 'Engineer' }],
  })
  filter?: FilterDto[];

  @Part(() => SortDto, { optional: true, description: 'Without it records come in the order of their creation.' })
  sort?: SortDto;

  @Whole({ minimum: 1, maximum: 100, description: '25 if not given; brought into its bounds.' })
  limit?: number;

  @Whole({ minimum: 0, maximum: 100_000, description: '0 if not given; of no effect beside a cursor.' })
  @Min(0)
  offset?: number;

  @Text({
    optional: true,
    max: 1000,
    description:
      '`next_cursor` of the previous answer, with the same sort: quicker than an offset, and no record is met twice or missed.',
  })
  cursor?: string;
}
