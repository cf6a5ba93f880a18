import { Text, Time } from '../http/fields.js';
import { ReadOnly } from '../http/read-only.js';

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

@ReadOnly({ fixed: ['id', 'slug', 'created_at', 'epithet_path', 'is_system_object'], move: ['version'] })
export class UpdateObjectDto {
  @Text({ min: 1, optional: true, example: 'Client' })
  singular_noun?: string;

  @Text({ min: 1, optional: true, example: 'Clients' })
  plural_noun?: string;

  @Time({ optional: true, nullable: true, description: 'Archives the object; null restores it.' })
  archived_at?: string | null;
}
