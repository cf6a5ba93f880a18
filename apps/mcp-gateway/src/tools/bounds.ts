import { z } from 'zod';

/**
 * A list of at most `most` entries. Longer ones are refused before their entries are looked at: the validator makes an issue
 * of each that is wrong, and there may be hundreds of thousands.
 */
export function entries<Entry extends z.ZodType>(entry: Entry, most: number) {
  return z.preprocess((given, { issues }) => {
    if (Array.isArray(given) && given.length > most)
      issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input: given });
    return given;
  }, z.array(entry).max(most));
}

/** Text of at most `most` characters, counted as JSON Schema does (code points). */
export function characters(most: number) {
  const fits = (text: string) => text.length <= most || (text.length <= 2 * most && [...text].length <= most);
  return z.string().refine(fits, `must have at most ${most} characters`).meta({ maxLength: most });
}
