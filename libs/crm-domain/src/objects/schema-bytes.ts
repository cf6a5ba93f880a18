import type { AttributeEntity } from '../attributes/attribute.entity.js';
import type { ChoiceEntity } from '../attributes/choice.entity.js';
import type { ObjectEntity } from './object.entity.js';

type ObjectTexts = Pick<ObjectEntity, 'slug' | 'singular_noun' | 'plural_noun'>;
type AttributeTexts = Pick<AttributeEntity, 'slug' | 'title' | 'description' | 'default_value' | 'config'>;
type ChoiceTexts = Pick<ChoiceEntity, 'title'>;

/** What one takes of this process's memory beside its texts; measured, and rounded up. */
const OBJECT = 900;
const ATTRIBUTE = 750;
const CHOICE = 480;
/** An id in a list. */
const ID = 64;

/** What an object takes of this process's memory at most, about, without its attributes. */
export function bytesOfObject({ slug, singular_noun, plural_noun }: ObjectTexts): number {
  return OBJECT + textBytes(slug, singular_noun, plural_noun);
}

/** The same of an attribute with its options or stages. */
export function bytesOfAttribute(row: AttributeTexts, choices: readonly ChoiceTexts[]): number {
  const ids = row.config.allowed_object_ids?.length ?? 0;
  let bytes = ATTRIBUTE + ids * ID + textBytes(row.slug, row.title, row.description, row.default_value);
  for (const { title } of choices) bytes += CHOICE + textBytes(title);
  return bytes;
}

/** Two bytes for each character: so many it takes where one of the text is beyond Latin 1. */
function textBytes(...texts: (string | null | undefined)[]): number {
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 0);
}
