import { randomUUID } from 'node:crypto';
import { newId } from '#platform';
import { PLACE, THREAD, THREAD_TO } from '../../libs/crm-domain/src/messaging/conversations/conversation.statements.js';
import { aConversation, aMessage, type AConversation, type AMessage } from '../support/conversations.js';
import { rowsLookedAt } from '../support/rows-read.js';
import { World } from '../support/world.js';
import { Toolbox, withoutRequest } from './support/toolbox.js';

const LONGEST = 150_000;
const DAY = 86_400_000;

let world: World;
let tools: Toolbox;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
});
afterAll(() => world.stop());

interface Message {
  id: string;
  body: string;
  to: { address: string }[];
  cc: { address: string }[];
  attachments: { filename: string }[];
  shortened?: true;
  next_offset?: number;
  next_list_offset?: number;
}
interface Page {
  messages: Message[];
  people: object[];
  total_messages: number;
  messages_left_out: number;
  has_more: boolean;
  next_before?: string;
}

const north = (wish: Partial<AConversation> = {}) =>
  aConversation(world, { workspace_id: world.north.workspace_id, inboxes: [world.ada.user_id], ...wish });
const messageIn = (conversation_id: string, wish: Partial<AMessage> = {}) =>
  aMessage(world, {
    workspace_id: world.north.workspace_id,
    conversation_id,
    from: 'eve@example.com',
    ...wish,
  });
const bare = (text: string) => text.replaceAll(/<\/?untrusted-[0-9a-f]{16}>/g, '');

async function pageOf(args: object): Promise<Page> {
  const page = (await tools.result('get_conversation', args)) as Page;
  expect(JSON.stringify(page).length).toBeLessThanOrEqual(LONGEST);
  expect(page.messages_left_out).toBe(page.total_messages - page.messages.length);
  expect(page.next_before).toBe(page.has_more ? page.messages[0]!.id : undefined);
  return page;
}

/** All pages from the newest to the oldest. */
async function walk(args: object, between: () => Promise<unknown> = () => Promise.resolve()): Promise<Page[]> {
  const pages = [await pageOf(args)];
  for (let last = pages[0]!; last.has_more; last = pages.at(-1)!) {
    await between();
    pages.push(await pageOf({ ...args, before: last.next_before }));
  }
  return pages;
}
const textsOf = (pages: Page[]) => pages.toReversed().flatMap(({ messages }) => messages.map(({ body }) => bare(body)));

/** One message of which each part is asked for as the part before says. */
async function parts(conversation_id: string, message_id: string): Promise<Message[]> {
  const shown: Message[] = [];
  let from: object | undefined = {};
  while (from) {
    const { messages } = await pageOf({ conversation_id, message_id, ...from });
    const [message] = messages as [Message];
    expect([messages.length, message.id]).toEqual([1, message_id]);
    const { next_offset, next_list_offset } = message;
    const goesOn = next_offset !== undefined || next_list_offset !== undefined;
    expect(message.shortened === true).toBe(goesOn);
    shown.push(message);
    from = goesOn ? { offset: next_offset ?? 1_000_000, list_offset: next_list_offset ?? 2000 } : undefined;
  }
  return shown;
}

describe('a long conversation', () => {
  const bodies = Array.from({ length: 700 }, (_, n) => `${n} ${'é"\n'.repeat(10)}`);
  let conversation_id: string;
  beforeAll(async () => {
    conversation_id = await north({ bodies });
  });

  it.each([
    ['as many as fit', {}, 500],
    ['100 at a time', { limit: 100 }, 100],
    ['the most at a time', { limit: 1_000_000 }, 100],
  ])('read backwards, %s, shows each of its 700 messages once and in their order', async (_what, args, most) => {
    const pages = await walk({ conversation_id, ...args });
    expect(textsOf(pages)).toEqual(bodies);
    expect(Math.max(...pages.map(({ messages }) => messages.length))).toBeLessThanOrEqual(most);
    expect(pages.length).toBeLessThan(10);
  });

  it('shows one message at least, and none before the oldest', async () => {
    const { messages } = await pageOf({ conversation_id, limit: 0 });
    expect(messages.map(({ body }) => bare(body))).toEqual(bodies.slice(-1));
    const oldest = (await walk({ conversation_id, limit: 100 })).at(-1)!.messages[0]!.id;
    expect(await pageOf({ conversation_id, before: oldest })).toMatchObject({ messages: [], has_more: false });
  });

  it('has messages of one moment, of which none is lost or shown twice', async () => {
    const at = new Date(Date.now() - DAY);
    const together = await north({ bodies: [] });
    const ids = await Promise.all(Array.from({ length: 7 }, () => messageIn(together, { sent_at: at })));
    const pages = await walk({ conversation_id: together, limit: 2 });
    const shown = pages.toReversed().flatMap(({ messages }) => messages.map(({ id }) => id));
    expect(shown).toEqual(ids.toSorted());
    expect(pages).toHaveLength(4);
  });

  it('is not disturbed by what arrives between two pages', async () => {
    const before = bodies.slice(0, 9);
    const grown = await north({ bodies: before });
    const pages = await walk({ conversation_id: grown, limit: 2 }, () => messageIn(grown, { body: 'New' }));
    expect(textsOf(pages)).toEqual(before);
    expect(pages.at(-1)!.total_messages).toBe(9 + pages.length - 1);
  });

  it('says where each message that was cut goes on', async () => {
    const texts = Array.from({ length: 40 }, (_, n) => `${n} ${'😀"'.repeat(10_000)}`);
    const long = await north({ bodies: texts });
    for (const [at, { id, body, shortened, next_offset }] of (
      await pageOf({ conversation_id: long })
    ).messages.entries()) {
      expect([shortened, next_offset]).toEqual([true, bare(body).length]);
      if (at % 13 > 0) continue;
      const { messages } = await pageOf({ conversation_id: long, message_id: id, offset: next_offset });
      expect(bare(body) + bare(messages[0]!.body)).toBe(texts[at]);
    }
  });
});

describe('a long message', () => {
  it.each([
    ['plain', 'words of a mail, and of the mail that it answers. '.repeat(8000)],
    ['astral', `x${'😀'.repeat(199_999)}`],
    ['escaped', '"\u0001\n\\é'.repeat(80_000)],
    ['changing', 'x'.repeat(100_000) + '\u0001'.repeat(200_000) + '😀'.repeat(50_000)],
  ])('is read to its end by its offsets: %s', async (_what, body) => {
    const conversation_id = await north({ bodies: [body] });
    const [message] = (await pageOf({ conversation_id })).messages as [Message];
    expect([message.shortened, message.next_offset]).toEqual([true, bare(message.body).length]);
    const shown = await parts(conversation_id, message.id);
    for (const { body: part } of shown) expect(part.isWellFormed()).toBe(true);
    expect(shown.map((part) => bare(part.body)).join('')).toBe(body);
    // The least there can be is what its characters take in JSON.
    expect(shown.length).toBeLessThanOrEqual(Math.ceil(JSON.stringify(body).length / 100_000) + 1);
  });

  it('has nothing beyond its end', async () => {
    const conversation_id = await north({ bodies: ['Hello'] });
    const [{ id }] = (await pageOf({ conversation_id })).messages as [Message];
    const { messages } = await pageOf({ conversation_id, message_id: id, offset: 5, list_offset: 1 });
    expect(messages).toMatchObject([{ body: '', to: [] }]);
    expect(messages[0]).not.toHaveProperty('shortened');
  });

  it('stands alone with how many others there are, and where those before it are', async () => {
    const conversation_id = await north({ bodies: ['First', 'Second', 'Third'] });
    const [first, second] = (await pageOf({ conversation_id })).messages as [Message, Message];
    const alone = await pageOf({ conversation_id, message_id: second.id });
    expect(alone).toMatchObject({ total_messages: 3, messages_left_out: 2, has_more: true, next_before: second.id });
    const older = await pageOf({ conversation_id, before: alone.next_before });
    expect(older.messages.map(({ id }) => id)).toEqual([first.id]);
    expect(await pageOf({ conversation_id, message_id: first.id })).toMatchObject({ has_more: false });
  });
});

describe('a conversation of 20,000 messages', () => {
  it('is read in pieces of the index, wherever a page begins', async () => {
    const { workspace_id } = world.north;
    const conversation_id = await north({ bodies: [] });
    await world.sql(
      `insert into message (workspace_id, message_id, conversation_id, channel, direction, status, body, sent_at)
         select $1, gen_random_uuid(), $2, 'gmail', 'inbound', 'sent', 'x', now() - n * interval '1 minute'
           from generate_series(1, 20000) n`,
      [workspace_id, conversation_id],
    );
    await world.sql('analyze message');
    const at = [workspace_id, world.ada.user_id, conversation_id];
    const read = ({ text }: { text: string }, values: unknown[]) =>
      rowsLookedAt(world, 'message', { text, values: [...at, ...values] });
    const bounds = [200_000, 2000, 50, 100, 25];
    for (const place of [0, 10_000, 19_999]) {
      const [message] = await world.sql<{ message_id: string; sort_at: string }>(
        `select message_id, sort_at::text as sort_at from message
           where conversation_id = $1 order by message.sort_at, message_id offset $2 limit 1`,
        [conversation_id, place],
      );
      const { message_id, sort_at } = message!;
      expect(await read(PLACE, [message_id])).toBeLessThanOrEqual(2);
      expect(await read(THREAD, [101, ...bounds, sort_at, message_id])).toBe(Math.min(place, 101));
      expect(await read(THREAD_TO, [1, ...bounds, sort_at, message_id])).toBe(1);
    }
  });
});

describe('a message to many', () => {
  const people = (count: number, length: number) =>
    Array.from({ length: count }, (_, n) => `${n}`.padStart(length, 'x') + '@example.com');

  it('shows all of 129 recipients alone', async () => {
    const conversation_id = await north({ bodies: [] });
    const id = await messageIn(conversation_id, { to: people(129, 20) });
    const [short] = (await pageOf({ conversation_id })).messages as [Message];
    expect([short.to.length, short.shortened]).toEqual([100, true]);
    const { messages } = await pageOf({ conversation_id, message_id: id });
    expect(messages[0]!.to.map(({ address }) => address)).toEqual(people(129, 20));
    expect(messages[0]).not.toHaveProperty('shortened');
  });

  it('shows as many recipients and attachments as can be stored, in parts, beside a text that is long too', async () => {
    const conversation_id = await north({ bodies: [] });
    const files = people(200, 200).map((filename) => ({ filename, content_type: 'text/plain', size: 1 }));
    const body = 'A long mail. '.repeat(20_000);
    const id = await messageIn(conversation_id, { to: people(1000, 300), attachments: files, body });
    await world.sql(`update message_recipient set role = 'cc' where message_id = $1 and position >= 500`, [id]);
    const shown = await parts(conversation_id, id);
    expect(shown.flatMap(({ to, cc }) => [...to, ...cc]).map(({ address }) => bare(address))).toEqual(
      people(1000, 300),
    );
    const names = shown.flatMap(({ attachments }) => attachments).map(({ filename }) => bare(filename));
    expect(names.toSorted()).toEqual(people(200, 200).toSorted());
    expect(shown.map((part) => bare(part.body)).join('')).toBe(body);
  });

  it('is shown whatever its senders call themselves and its files', async () => {
    const name = '\u0001'.repeat(255);
    const crowd = people(50, 308).map((each) => each.replaceAll('x', '\u0001'));
    const names = Object.fromEntries(crowd.map((each) => [each, name]));
    const conversation_id = await north({ people: crowd, names, bodies: [] });
    const files = Array.from({ length: 200 }, () => ({ filename: name, content_type: 'text/plain', size: 1 }));
    const id = await messageIn(conversation_id, {
      to: Array<string>(100).fill(name),
      attachments: files,
      body: 'Hello',
    });
    const page = await pageOf({ conversation_id });
    expect(page.people.length).toBeGreaterThan(5);
    expect(page.messages).toMatchObject([{ id, shortened: true }]);
    expect(page.messages[0]).not.toHaveProperty('next_list_offset');
    expect((await parts(conversation_id, id)).flatMap(({ attachments }) => attachments)).toHaveLength(200);
  });
});

describe('a message that is asked for', () => {
  let conversation_id: string;
  beforeAll(async () => {
    conversation_id = await north({ bodies: ['One', 'Two'] });
  });

  it('is not there, whether it is nowhere or where one may not see it', async () => {
    const draft = { direction: 'outbound', status: 'draft', sent_at: null, author_user_id: world.bob.user_id } as const;
    const elsewhere = await aConversation(world, {
      workspace_id: world.south.workspace_id,
      inboxes: [world.ada.user_id, world.cleo.user_id],
    });
    const [foreign] = await world.sql<{ message_id: string }>(
      'select message_id from message where conversation_id = $1',
      [elsewhere],
    );
    const ids = {
      nowhere: newId(),
      'no id': 'no id at all',
      'in another conversation': await messageIn(await north()),
      'in a hidden one': await messageIn(await north({ inboxes: [] })),
      'in another workspace': foreign!.message_id,
      "somebody else's draft": await messageIn(conversation_id, draft),
    };
    for (const [what, id] of Object.entries(ids)) {
      for (const args of [{ before: id }, { message_id: id }, { message_id: id, offset: 1, list_offset: 1 }]) {
        const failure = withoutRequest(await tools.failure('get_conversation', { conversation_id, ...args }));
        expect([what, failure]).toEqual([
          what,
          {
            type: 'invalid_request_error',
            code: 'not_found',
            reason: 'message_not_found',
            message: 'Message not found.',
            issues: [],
          },
        ]);
      }
    }
  });

  it('is in a conversation that one may see, or the conversation is not there', async () => {
    const hidden = await north({ inboxes: [] });
    const id = await messageIn(hidden);
    const missing = withoutRequest(await tools.failure('get_conversation', { conversation_id: randomUUID() }));
    for (const args of [{ before: id }, { message_id: id }]) {
      const failure = await tools.failure('get_conversation', { conversation_id: hidden, ...args });
      expect(withoutRequest(failure)).toEqual(missing);
    }
  });

  it('is one thing, a page another', async () => {
    const id = newId();
    for (const [args, path] of [
      [{ offset: 1 }, 'offset'],
      [{ list_offset: 1, before: id }, 'list_offset'],
      [{ message_id: id, before: id }, 'before'],
      [{ message_id: id, offset: -1 }, 'offset'],
      [{ message_id: id, list_offset: 0.5 }, 'list_offset'],
      [{ limit: 1.5 }, 'limit'],
    ] as const) {
      const failure = await tools.failure('get_conversation', { conversation_id, ...args });
      expect([failure.type, failure.issues.map((issue) => issue.path)]).toEqual(['invalid_request_error', [path]]);
    }
  });
});
