import type { Prompt } from '../prompt.js';

export const cleanUpDuplicates: Prompt = {
  name: 'clean_up_duplicates',
  title: 'Clean up duplicates',
  description: 'Finds records that are one and the same, and merges them one by one after you agree.',
  arguments: [
    {
      name: 'object',
      description: 'The slug of an object, such as people or companies; people if not given',
      required: false,
    },
  ],
  text: ({ object = '"people"' }) => `Clean up duplicates among the records of the object ${object}.

1. Look for candidates with find_duplicates, which says why it takes two records for one. Take at most 20 pairs at a time.
2. Read both records of a pair with get_records, format concise. The same e-mail address or phone number is strong evidence, a similar name alone is not.
3. Show me the pairs in a table: both names, the evidence, which record you would keep (the one with more history) and which values would be lost. Leave out pairs that you do not believe.
4. For each pair that I confirm, call merge_records with dry_run first. Tell me what it would change. When I agree, call it again with the digest as expect_digest.

Merge nothing that I did not confirm. undo_changes takes a merge back.`,
};
