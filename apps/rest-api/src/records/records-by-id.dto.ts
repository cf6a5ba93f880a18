import { FORMATS, MAX_TOGETHER, type Format } from '#crm-domain';
import { Texts } from '../http/fields.js';
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
}
