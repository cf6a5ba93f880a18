import { ApiProperty } from '@nestjs/swagger';
import { IsIn, ValidateIf } from 'class-validator';
import { FORMATS, MAX_TOGETHER, type Format } from '#crm-domain';
import { Text, Texts } from '../http/fields.js';
import { AS_OF_TEXT, MAX_MOMENT_LENGTH } from './past-query.js';
import { TRASHED_TEXT } from './record-answers.js';
import { Fields, FormatOf } from './shape-fields.js';

export class RecordsByIdDto {
  @Texts({
    most: MAX_TOGETHER,
    description: `Ids or slugs of at most ${MAX_TOGETHER} records. Those that are not there are named under \`missing\`. Records that would make the answer too long are named under \`left_out\`; ask for them again.`,
  })
  ids: string[];

  @Fields()
  fields?: string[];

  @FormatOf(FORMATS)
  format?: Format;

  @Text({ optional: true, max: MAX_MOMENT_LENGTH, description: AS_OF_TEXT, example: '2026-01-31T09:30:00Z' })
  as_of?: string;

  @ApiProperty({ required: false, enum: ['only'], description: TRASHED_TEXT })
  @Text({ optional: true })
  @IsIn(['only'])
  @ValidateIf((_, value) => value !== undefined)
  trashed?: 'only';
}
