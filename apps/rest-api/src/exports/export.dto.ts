import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { MAX_NAMED } from '#crm-domain';
import { EXPORT_FORMATS, type ExportFormat } from '#crm-domain/operations';
import { Flag, Text, Texts } from '../http/fields.js';

const Format = () =>
  applyDecorators(
    ApiProperty({
      enum: [...EXPORT_FORMATS],
      description:
        '`csv`: a table, for an object or a view. `ndjson`: one record a line, as the concise format shows it. `full`: everything a workspace has but secrets, for `crm restore`; with `workspace` alone.',
      example: 'csv',
    }),
    IsIn([...EXPORT_FORMATS]),
  );

export class CreateExportDto {
  @Text({ min: 1, max: 64, optional: true, description: 'Slug or UUID of an object.', example: 'people' })
  object?: string;

  @Text({ min: 1, max: 64, optional: true, description: 'Slug or UUID of a view: only its records are exported.' })
  view?: string;

  @Flag({ optional: true, description: 'true: the records of all objects, or with `full` all there is. For admins.' })
  workspace?: boolean;

  @Format()
  format: ExportFormat;

  @Texts({
    optional: true,
    most: MAX_NAMED,
    description: 'As in a record query. Default: those of the view, or all attributes that are not archived.',
    example: ['name', 'email_addresses', 'company.name'],
  })
  fields?: string[];

  @Flag({ optional: true, description: 'Of csv: begin with a byte order mark, for Excel. Default: false.' })
  bom?: boolean;

  @Flag({
    optional: true,
    description:
      "Of csv: put `'` in front of a cell that a spreadsheet would run as a formula. Default: true. Take one `'` away from cells that begin with `'=`, `'+`, `'-`, `'@` or `''` and one of these to read the values as they are.",
  })
  escape_formulas?: boolean;
}
