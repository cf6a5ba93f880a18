import { Flag, Text, Texts } from '../http/fields.js';

export const MAX_DIGEST_LENGTH = 64;

export class ExportPersonDto {
  @Text({ min: 3, max: 254, description: 'E-mail address of the person.', example: 'grace@example.com' })
  email: string;
}

export class ErasePersonDto {
  @Text({ min: 3, max: 254, description: 'E-mail address of the person.', example: 'grace@example.com' })
  email: string;

  @Texts({
    optional: true,
    most: 20,
    max: 64,
    description:
      'Slugs or UUIDs of objects whose records are erased as well where they refer to the person and to nothing else. Default: notes, tasks and activities.',
    example: ['notes'],
  })
  also?: string[];

  @Flag({ optional: true, description: 'true: only count what there is, and erase nothing.' })
  dry_run?: boolean;

  @Text({
    optional: true,
    max: MAX_DIGEST_LENGTH,
    description: 'The `digest` of a dry run: nothing is erased if there is something else to erase by now.',
  })
  expect_digest?: string;
}
