import { PickType } from '@nestjs/swagger';
import { Part, Text } from '../http/fields.js';
import { ReadOnly } from '../http/read-only.js';
import { RecordQueryDto } from '../records/record-query.dto.js';

export class ViewQueryDto extends PickType(RecordQueryDto, ['filter', 'sort', 'time_zone', 'fields'] as const) {}

const QUERY =
  'What the view asks for, as in a record query; at most 16,384 bytes of JSON. `me` stands for whoever runs the view, and relative dates are resolved when it is run.';

export class CreateViewDto {
  @Text({
    min: 1,
    max: 64,
    description: 'Lower-case letters, digits, "-" and "_"; used in paths. It cannot be changed.',
    example: 'open-deals',
  })
  slug: string;

  @Text({ min: 1, example: 'Open deals' })
  title: string;

  @Text({ min: 1, max: 64, description: 'Slug or UUID of an object.', example: 'deals' })
  object: string;

  @Part(() => ViewQueryDto, { description: QUERY })
  query: ViewQueryDto;
}

@ReadOnly({
  fixed: ['id', 'slug', 'object', 'object_id', 'created_at'],
  move: ['state', 'broken_reason', 'updated_at'],
})
export class UpdateViewDto {
  @Text({ min: 1, optional: true, example: 'Open deals' })
  title?: string;

  @Part(() => ViewQueryDto, { optional: true, description: `${QUERY} It takes the place of the whole query.` })
  query?: ViewQueryDto;
}
