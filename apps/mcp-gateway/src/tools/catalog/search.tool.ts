import type { Actor } from '#crm-domain';
import { z } from 'zod';
import { defineTool, type ToolServices } from '../define-tool.js';
import { idOfPlace, screenOf, type Place } from '../support/places.js';
import { READS } from '../support/shapes.js';
import { threadTitle } from '../support/thread-text.js';

const MOST = 20;
/** Places for conversations where there are so many, however many records there are. */
const CONVERSATIONS = 5;

export const search = defineTool({
  name: 'search',
  title: 'Search everything',
  description:
    'Finds records of all objects that contain the words, and conversations of your inbox whose subject or people do: the best 20. fetch shows one of them. To filter, sort or count, use search_records.',
  needs: 'read:data',
  input: z.strictObject({ query: z.string().min(1).max(1000).describe('Words') }),
  output: z.object({ results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) }),
  hints: READS,
  cost: 'page',
  run: async (services, actor, { query }) => {
    const records = await services.recordReader.find(actor, { query, limit: MOST });
    const found = records.map(({ object, record_id, name }) =>
      resultOf(actor, { object, record: record_id }, `${name ?? 'Without a name'} (${object})`),
    );
    return { results: shared(found, await conversations(services, actor, query)) };
  },
  present: ({ results }, { screens }) => ({ results: results.map((each) => ({ ...each, url: screens + each.url })) }),
});

/** The best of both: what one of them leaves free, the other takes. */
function shared<T>(records: readonly T[], threads: readonly T[]): T[] {
  const kept = records.slice(0, MOST - Math.min(CONVERSATIONS, threads.length));
  return [...kept, ...threads.slice(0, MOST - kept.length)];
}

function resultOf({ workspace_id }: Actor, place: Place, title: string) {
  return { id: idOfPlace(place), title, url: screenOf(workspace_id, place) };
}

async function conversations({ conversations: inbox }: ToolServices, actor: Actor, query: string) {
  const { conversations: found } = await inbox.list(actor, { query }, { limit: MOST, offset: 0 });
  return found.map((each) => resultOf(actor, { conversation: each.id }, threadTitle(each)));
}
