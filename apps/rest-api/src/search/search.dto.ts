import { QUERY_GRAMMAR } from '#crm-domain';
import { Text, Texts } from '../http/fields.js';
import { Whole } from '../records/record-query.dto.js';

/** The longest answer of a search, and what it is unless the request says otherwise. */
export const MAX_FOUND = 50;
export const DEFAULT_FOUND = 20;

export class SearchDto {
  @Text({
    min: 1,
    max: 1000,
    description:
      'Words that a record must contain; the last word matches as a prefix. If no record contains all of them, those that contain any of them are found: those with more of them first, where a word in the name counts twice, then those with rarer words, then the newest. Words that a large share of the records contain do not count then.',
    example: 'quiet harbour',
  })
  query: string;

  @Texts({
    optional: true,
    most: QUERY_GRAMMAR.objects,
    description: 'Slugs or UUIDs of the objects to search. Default: all that are not archived.',
    example: ['people', 'companies'],
  })
  objects?: string[];

  @Whole({
    minimum: 1,
    maximum: MAX_FOUND,
    description: `The maximum number of records. Values outside 1 to ${MAX_FOUND} are clamped. Default: ${DEFAULT_FOUND}.`,
  })
  limit?: number;
}
