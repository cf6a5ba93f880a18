import { Text, Time } from '../http/fields.js';

export class CreateObjectDto {
  @Text({
    min: 1,
    max: 64,
    description: 'Lower-case letters, digits, "-" and "_"; used in paths.',
    example: 'projects',
  })
  slug: string;

  @Text({ min: 1, example: 'Project' })
  singular_noun: string;

  @Text({ min: 1, example: 'Projects' })
  plural_noun: string;
}

export class UpdateObjectDto {
  @Text({ min: 1, optional: true, example: 'Client' })
  singular_noun?: string;

  @Text({ min: 1, optional: true, example: 'Clients' })
  plural_noun?: string;

  @Time({ optional: true, nullable: true, description: 'Archives the object; null restores it.' })
  archived_at?: string | null;
}
