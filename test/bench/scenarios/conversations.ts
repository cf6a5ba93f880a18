import { median } from '../compare.js';
import { CONVERSATIONS, IN_INBOX, IN_LONG_THREAD, loadConversations } from '../dataset/conversations.js';
import { ConversationStore, type Session } from '../product.js';
import type { Bench, Line, Scenario } from '../scenario.js';

const MOST_MILLISECONDS = 15;
const TIMES = 100;
const PAGE = { limit: 25, offset: 0 };

type Read = (store: ConversationStore) => Promise<unknown>;

export const conversations: Scenario = {
  name: 'conversations',
  about: `The conversation readers in the database alone, and the inbox over REST: ${CONVERSATIONS} conversations, ${IN_INBOX} of them in one inbox.`,
  async run(bench) {
    const world = bench.worlds[0]!;
    bench.say(`  loading ${CONVERSATIONS} conversations`);
    const { plain, busy, thread, long } = await loadConversations(bench.database, world);
    const user = world.owner;
    const reads: Record<string, Read> = {
      list_conversations: (store) => store.list(user, {}, PAGE),
      'list_conversations, page 401': (store) => store.list(user, {}, { ...PAGE, offset: 10_000 }),
      'list_conversations, unread mail': (store) => store.list(user, { unread: true, channel: 'gmail' }, PAGE),
      'list_conversations, archived': (store) => store.list(user, { archived: true }, PAGE),
      'list_record_conversations, a few': (store) =>
        store.listOfRecord(user, { record_id: plain, include_related: false }, PAGE),
      'list_record_conversations, 300': (store) =>
        store.listOfRecord(user, { record_id: busy, include_related: false }, PAGE),
      get_conversation: async (store) => {
        await store.find(user, thread);
        await store.thread(user, thread);
        await store.match('email', ['p31@example.com', 'owner@example.com']);
      },
    };
    // As the service's own connections have it.
    await bench.database.query(`set plan_cache_mode = force_generic_plan`);
    const store = new ConversationStore(sessionOf(bench), world.workspace_id);
    const lines: Line[] = [];
    for (const [what, read] of Object.entries(reads)) lines.push(line(what, await timed(() => read(store))));
    await bench.database.query('reset plan_cache_mode');
    return [...lines, ...(await overHttp(bench, long))];
  },
};

/** What a person waits for who reads their inbox over REST: the whole of a request, on the machine of the service. */
async function overHttp({ worlds, service }: Bench, long: string): Promise<Line[]> {
  const headers = { authorization: `Bearer ${worlds[0]!.person!.access_token}` };
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { headers });
    const body = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
    return body;
  };
  const requests: [what: string, path: string, most: number][] = [
    ['GET /v1/conversations', '/v1/conversations?limit=100', 100],
    ['GET /v1/conversations, by words', '/v1/conversations?query=conversation%203999', 100],
    [`GET a conversation of ${IN_LONG_THREAD + 3} messages`, `/v1/conversations/${long}?limit=100`, 300],
  ];
  const lines: Line[] = [];
  for (const [what, path, most] of requests) lines.push(line(what, await timed(() => get(path)), most));
  return lines;
}

function sessionOf({ database }: Bench): Session {
  return {
    query: async <Row>({ name, text }: { name?: string; text: string }, values: unknown[]) =>
      (await database.query({ name, text, values })).rows as Row[],
  };
}

async function timed(read: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < TIMES; at++) {
    const begin = performance.now();
    await read();
    taken.push(performance.now() - begin);
  }
  return taken.sort((a, b) => a - b);
}

function line(what: string, taken: number[], most = MOST_MILLISECONDS): Line {
  const p50 = median(taken);
  const p90 = taken[Math.floor(TIMES * 0.9)]!;
  return {
    what,
    target: `<= ${most} ms p50`,
    result: `${p50.toFixed(1)} ms`,
    reached: p50 <= most,
    detail: `least ${taken[0]!.toFixed(1)}, p90 ${p90.toFixed(1)} ms, with the way there and back`,
  };
}
