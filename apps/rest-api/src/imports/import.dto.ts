import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min, ValidateIf } from 'class-validator';
import {
  DATE_ORDERS,
  ENCODINGS,
  IMPORT_FORMATS,
  MAX_COLUMNS,
  MAX_COLUMN_NAME,
  MAX_FILE_BYTES,
  SEPARATORS,
  type ColumnMapping,
  type Mapping,
} from '#crm-domain/writes';
import { Flag, Parts, Text } from '../http/fields.js';

/** One of some values, or absent. */
function OneOf(values: readonly string[], description: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ enum: values, description, required: false }),
    ValidateIf((_, value) => value !== undefined),
    IsIn([...values]),
  );
}

/** How a file is read; what is not said is found out. */
export class FileOptionsDto {
  @OneOf(ENCODINGS, 'Of CSV and NDJSON. Default: that of the byte order mark, else UTF-8 or windows-1252.')
  encoding?: (typeof ENCODINGS)[number];

  @OneOf(SEPARATORS, 'Of CSV. Default: the one that the header has most often.')
  separator?: (typeof SEPARATORS)[number];

  @Text({ min: 1, max: 100, optional: true, description: 'Of a workbook, the name of the sheet. Default: the first.' })
  sheet?: string;
}

export class CreateImportDto extends FileOptionsDto {
  @Text({
    min: 1,
    max: 64,
    description: 'Slug or UUID of the object whose records the rows become.',
    example: 'people',
  })
  object: string;

  @Text({ min: 1, max: 255, description: 'For people; its ending says the format.', example: 'contacts.csv' })
  file_name: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_FILE_BYTES, description: 'Size of the file.', example: 52 })
  @IsInt()
  @Min(1)
  @Max(MAX_FILE_BYTES)
  bytes: number;

  @OneOf(IMPORT_FORMATS, 'Default: by the ending of the file name; csv where that says nothing.')
  format?: (typeof IMPORT_FORMATS)[number];
}

export class ColumnMappingDto implements ColumnMapping {
  @Text({ min: 1, max: MAX_COLUMN_NAME + 10, description: 'Its name in the file.', example: 'Email' })
  column: string;

  @Text({ min: 1, max: 64, description: 'Slug or UUID.', example: 'email_addresses' })
  attribute: string;

  @Text({
    min: 1,
    max: 64,
    optional: true,
    description:
      'Where several columns make one value: the part that this one holds, such as first_name, city or currency_code.',
  })
  part?: string;

  @Text({ max: 10, optional: true, description: 'What stands between several values in one cell.', example: ';' })
  split?: string;

  @Flag({ optional: true, description: 'Values are added to those of the record; otherwise they replace them.' })
  append?: boolean;

  @Text({
    min: 1,
    max: 64,
    optional: true,
    description: 'Of a reference: the unique attribute of the other object that the cells hold.',
  })
  match?: string;

  @Flag({ optional: true, description: 'With match: a record that is not there is made.' })
  create?: boolean;

  @OneOf(DATE_ORDERS, 'Of dates that do not begin with the year, such as 28.02.2026.')
  date_order?: (typeof DATE_ORDERS)[number];

  @OneOf(['.', ','], 'What stands before the decimals. Default: the last of both, a point where there is one only.')
  decimal?: '.' | ',';

  @Text({ min: 3, max: 3, optional: true, description: 'Of amounts whose cells name no currency.', example: 'EUR' })
  currency_code?: string;

  @Text({ min: 2, max: 2, optional: true, description: 'Of phone numbers without a calling code: ISO 3166.' })
  country?: string;
}

/** Where the columns of a file go. */
export class MappingDto implements Mapping {
  @Text({
    min: 1,
    max: 64,
    optional: true,
    description:
      'Slug or UUID of a unique attribute: a row updates the record that holds its value, and makes one where there is none. Without it each row makes a record.',
    example: 'email_addresses',
  })
  match?: string;

  @Parts(() => ColumnMappingDto, {
    least: 1,
    most: MAX_COLUMNS,
    description: 'Columns that are not named are left out.',
  })
  columns: ColumnMappingDto[];
}
