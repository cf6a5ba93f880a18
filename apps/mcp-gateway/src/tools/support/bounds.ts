import { z } from 'zod';

/** Text of at most `most` characters, counted as JSON Schema does (code points). */
export function characters(most: number) {
  const fits = (text: string) => text.length <= most || (text.length <= 2 * most && [...text].length <= most);
  return z.string().refine(fits, `must have at most ${most} characters`).meta({ maxLength: most });
}
