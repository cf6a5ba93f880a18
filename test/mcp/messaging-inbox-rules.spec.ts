import { randomUUID } from 'node:crypto';
import { trustedClaim, type Caller as DomainCaller } from '#crm-domain';
import { expectError, withoutRequestId } from '../support/answers.js';
import { aConversation, aMessage, type AConversation } from '../support/conversations.js';
import { Visitor } from '../console/support/visitor.js';
import { aPersonOverRest } from '../support/person.js';
import type { Caller } from '../support/rest.js';
import { World, type Member } from '../support/world.js';
import { Toolbox, withoutRequest } from './support/toolbox.js';

let world: World;
let tools: Toolbox;
let bobs: Toolbox;
let rest: Caller;
let visitor: Visitor;
beforeAll(async () => {
  world = await World.start();
  rest = (await aPersonOverRest(world)).caller;
  visitor = await Visitor.signedIn(world, world.ada);
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  bobs = await Toolbox.open(world, (await world.connected(world.bob, { tier: 'write' })).token);
});
afterAll(() => world.stop());

/** Somebody at work in the application itself. */
function inTheApp({ user_id }: Member): DomainCaller {
  return { ...trustedClaim(world.north.workspace_id, { origin: 'console', request_id: randomUUID() }), user_id };
}

let made = 0;
interface Person {
  address: string;
  record_id: string;
}
async function aPerson(): Promise<Person> {
  const address = `person-${++made}@example.com`;
  const record = await tools.result('create_record', { object: 'people', values: { email_addresses: address } });
  return { address, record_id: record.id.record_id };
}

const conversationWith = (people: string[], wish: Partial<AConversation> = {}) => {
  const { workspace_id } = world.north;
  return aConversation(world, { workspace_id, people, inboxes: [world.ada.user_id], ...wish });
};
const block = (address: string) => world.domain.inboxes.blockPerson(inTheApp(world.ada), 'gmail', address);

/** What each of the three readers says of one conversation. */
interface Sight {
  list: boolean;
  get: boolean;
  /** in_my_inbox, or null where the record's list does not have it. */
  record: boolean | null;
}
const SEEN: Sight = { list: true, get: true, record: true };
const GONE: Sight = { list: false, get: false, record: null };
const FROM_AFAR: Sight = { list: false, get: false, record: false };

interface Scene extends Person {
  conversation_id: string;
}

const CASES: [string, Sight, () => Promise<Scene>][] = [
  [
    'in the inbox',
    SEEN,
    async () => {
      const person = await aPerson();
      return { ...person, conversation_id: await conversationWith([person.address]) };
    },
  ],
  [
    'not in the inbox',
    FROM_AFAR,
    async () => {
      const person = await aPerson();
      return { ...person, conversation_id: await conversationWith([person.address], { inboxes: [world.bob.user_id] }) };
    },
  ],
  [
    'with somebody blocked and somebody else',
    SEEN,
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address, `other-${made}@example.com`]);
      await block(person.address);
      return { ...person, conversation_id };
    },
  ],
  [
    'with everybody blocked',
    GONE,
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address, `other-${made}@example.com`]);
      await block(person.address);
      await block(`Other-${made}@Example.com `);
      return { ...person, conversation_id };
    },
  ],
  [
    'with everybody blocked, and ourselves in it too',
    GONE,
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address]);
      await world.sql(
        `insert into conversation_participant (workspace_id, conversation_id, kind, handle, is_self) values ($1, $2, 'email', 'ada@example.com', true)`,
        [world.north.workspace_id, conversation_id],
      );
      await block(person.address);
      return { ...person, conversation_id };
    },
  ],
  [
    'with nobody but ourselves, whom nobody can block',
    SEEN,
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address]);
      await world.sql('update conversation_participant set is_self = true where conversation_id = $1', [
        conversation_id,
      ]);
      await block(person.address);
      return { ...person, conversation_id };
    },
  ],
  [
    'with everybody blocked, not in the inbox',
    GONE,
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address], { inboxes: [] });
      await block(person.address);
      return { ...person, conversation_id };
    },
  ],
  [
    'with everybody blocked by somebody else',
    SEEN,
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address]);
      await world.domain.inboxes.blockPerson(inTheApp(world.bob), 'gmail', person.address);
      return { ...person, conversation_id };
    },
  ],
  [
    'with somebody who was blocked and is not any more',
    SEEN,
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address]);
      await block(person.address);
      await world.domain.inboxes.unblockPerson(inTheApp(world.ada), 'gmail', person.address);
      return { ...person, conversation_id };
    },
  ],
  [
    'that is blocked itself',
    GONE,
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address]);
      await world.domain.inboxes.blockConversation(inTheApp(world.ada), conversation_id);
      return { ...person, conversation_id };
    },
  ],
  [
    'that was blocked itself and is not any more',
    SEEN,
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address]);
      await world.domain.inboxes.blockConversation(inTheApp(world.ada), conversation_id);
      await world.domain.inboxes.unblockConversation(inTheApp(world.ada), conversation_id);
      return { ...person, conversation_id };
    },
  ],
  [
    "that is somebody else's draft",
    GONE,
    async () => {
      const person = await aPerson();
      const { draft_id } = await bobs.result('create_draft', { channel: 'gmail', to: [person.address] });
      return { ...person, conversation_id: await conversationOf(draft_id) };
    },
  ],
  [
    'that is a draft of our own',
    SEEN,
    async () => {
      const person = await aPerson();
      const { draft_id } = await tools.result('create_draft', { channel: 'gmail', to: [person.address] });
      return { ...person, conversation_id: await conversationOf(draft_id) };
    },
  ],
  [
    'that is archived',
    { ...SEEN, list: false },
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address]);
      await world.domain.inboxes.mark(inTheApp(world.ada), conversation_id, { archived: true });
      return { ...person, conversation_id };
    },
  ],
  [
    'with a record that got the address later',
    SEEN,
    async () => {
      const address = `later-${++made}@example.com`;
      const conversation_id = await conversationWith([address]);
      const record = await tools.result('create_record', { object: 'people', values: {} });
      const { record_id } = record.id;
      const values = { email_addresses: [`first-${made}@example.com`, address.toUpperCase()] };
      await tools.result('update_record', { object: 'people', record_id, values });
      return { address, record_id, conversation_id };
    },
  ],
  [
    'with a record that no longer has the address',
    { ...SEEN, record: null },
    async () => {
      const person = await aPerson();
      const conversation_id = await conversationWith([person.address]);
      const { record_id } = person;
      await tools.result('update_record', { object: 'people', record_id, values: { email_addresses: null } });
      return { ...person, conversation_id };
    },
  ],
];

async function conversationOf(message_id: string): Promise<string> {
  const [row] = await world.sql<{ conversation_id: string }>(
    'select conversation_id from message where message_id = $1',
    [message_id],
  );
  return row!.conversation_id;
}

interface Row {
  id: string;
  in_my_inbox?: boolean;
}

/** One way in which a person reads their inbox. */
interface Reader {
  all(): Promise<Row[]>;
  /** Undefined: not found. */
  one(conversation_id: string): Promise<Row | undefined>;
  /** The screens show no conversations of a record. */
  ofRecord?(record_id: string): Promise<{ rows: Row[]; total: number }>;
}

/** What the screens answer: a status, and a page without what is different in each answer. */
async function screen(path: string, id = ''): Promise<{ status: number; page: string }> {
  const response = await visitor.get(path);
  const page = (await response.text()).replaceAll(id || ' ', ' ');
  return { status: response.status, page };
}

const READERS: Record<string, Reader> = {
  'the screens': {
    all: async () => {
      const found: Row[] = [];
      for (let offset = 0, isMore = true; isMore; offset += 25) {
        const { page } = await screen(`/console/inbox?workspace=${world.north.workspace_id}&offset=${offset}`);
        found.push(...[...page.matchAll(/data-conversation="[^"]*\/([^"/]+)"/g)].map(([, id]) => ({ id: id! })));
        isMore = page.includes('rel="next"');
      }
      return found;
    },
    one: async (conversation_id) => {
      const inbox = `/console/inbox/${world.north.workspace_id}`;
      const [shown, missing] = [conversation_id, randomUUID()].map((id) => screen(`${inbox}/${id}`, id));
      if ((await shown!).status === 200) return { id: conversation_id };
      expect([(await shown!).status, await shown]).toEqual([404, await missing]);
      return undefined;
    },
  },
  'the tools': {
    all: async () => (await tools.result('list_conversations', { limit: 100 })).conversations,
    one: (conversation_id) =>
      tools.result('get_conversation', { conversation_id }).catch((error: Error) => {
        expect(error.message).toContain('Conversation not found.');
        return undefined;
      }),
    ofRecord: async (record_id) => {
      const { conversations, total } = await tools.result('list_record_conversations', { object: 'people', record_id });
      return { rows: conversations, total };
    },
  },
  REST: {
    all: async () => (await rest.get('/v1/conversations?limit=100').expect(200)).body.data,
    one: async (conversation_id) => {
      const response = await rest.get(`/v1/conversations/${conversation_id}`);
      if (response.status === 200) return response.body.data;
      const missing = await rest.get(`/v1/conversations/${randomUUID()}`);
      expect([expectError(response, 404).reason, withoutRequestId(response)]).toEqual([
        'conversation_not_found',
        withoutRequestId(missing),
      ]);
      return undefined;
    },
    ofRecord: async (record_id) => {
      const { data, pagination } = (await rest.get(`/v1/records/people/${record_id}/conversations`).expect(200)).body;
      return { rows: data, total: pagination.total };
    },
  },
};

async function sightOf({ conversation_id, record_id }: Scene, by: Reader): Promise<Partial<Sight>> {
  const list = (await by.all()).some(({ id }) => id === conversation_id);
  const get = (await by.one(conversation_id))?.id === conversation_id;
  if (!by.ofRecord) return { list, get };
  const { rows, total } = await by.ofRecord(record_id);
  expect(total).toBe(rows.length);
  const row = rows.find(({ id }) => id === conversation_id);
  // Where it is not in the inbox, nothing private is shown.
  if (row?.in_my_inbox === false)
    expect(row).toMatchObject({ archived_at: null, last_read_at: null, starred_at: null, subject: null, people: [] });
  return { list, get, record: row?.in_my_inbox ?? null };
}

describe('a conversation', () => {
  it.each(CASES)('%s is seen as %j, however it is read', async (_what, sight, arrange) => {
    const scene = await arrange();
    const [seen, expected]: Record<string, Partial<Sight>>[] = [{}, {}];
    for (const [name, reader] of Object.entries(READERS)) {
      seen![name] = await sightOf(scene, reader);
      expected![name] = reader.ofRecord ? sight : { list: sight.list, get: sight.get };
    }
    expect(seen).toEqual(expected);
  });

  it('is gone from the lists of a record that is deleted, and stays in the inbox', async () => {
    const person = await aPerson();
    const conversation_id = await conversationWith([person.address]);
    const at = { object: 'people', record_id: person.record_id };
    await tools.result('delete_record', at);
    const deleted = await tools.failure('list_record_conversations', at);
    const missing = await tools.failure('list_record_conversations', { ...at, record_id: randomUUID() });
    expect([deleted.code, withoutRequest(deleted)]).toEqual(['not_found', withoutRequest(missing)]);
    const { messages } = await tools.result('get_conversation', { conversation_id });
    expect(messages[0].from).toEqual({ address: person.address, match: 'none' });
  });

  it('of a record in the trash is not listed by it', async () => {
    const person = await aPerson();
    const conversation_id = await conversationWith([person.address]);
    const at = { object: 'people', record: person.record_id };
    await world.domain.records.trash(inTheApp(world.ada), at);
    const args = { object: 'people', record_id: person.record_id };
    expect((await tools.failure('list_record_conversations', args)).code).toBe('not_found');
    const trashed = await tools.result('get_conversation', { conversation_id });
    expect(trashed.messages[0].from.match).toBe('none');
    await world.domain.records.restore(inTheApp(world.ada), at);
    expect((await tools.result('list_record_conversations', args)).total).toBe(1);
  });

  it('that may not be seen is answered exactly as one that is not there', async () => {
    const missing = withoutRequest(await tools.failure('get_conversation', { conversation_id: randomUUID() }));
    const person = await aPerson();
    const elsewhere = await aConversation(world, {
      workspace_id: world.south.workspace_id,
      inboxes: [world.ada.user_id, world.cleo.user_id],
    });
    const notMine = await conversationWith([person.address], { inboxes: [] });
    const blocked = await conversationWith([person.address]);
    await block(person.address);
    for (const conversation_id of [elsewhere, notMine, blocked, 'no id at all']) {
      expect(withoutRequest(await tools.failure('get_conversation', { conversation_id }))).toEqual(missing);
    }
    expect(missing).toEqual({
      type: 'invalid_request_error',
      code: 'not_found',
      reason: 'conversation_not_found',
      message: 'Conversation not found.',
      issues: [],
    });
  });

  it('of another workspace is not seen, whoever is in it', async () => {
    const cleo = await world.connected(world.cleo, { tier: 'write', workspace: world.south });
    const theirs = await Toolbox.open(world, cleo.token);
    const person = await aPerson();
    const ours = await conversationWith([person.address]);
    const { workspace_id } = world.south;
    // Ada is a member there too.
    const inboxes = [world.ada.user_id, world.cleo.user_id];
    const elsewhere = await aConversation(world, { workspace_id, people: [person.address], inboxes });
    const values = { email_addresses: person.address };
    const twin = await theirs.result('create_record', { object: 'people', values });
    const at = { object: 'people', record_id: person.record_id };
    const { conversations } = await tools.result('list_record_conversations', at);
    expect(conversations.map(({ id }: Row) => id)).toEqual([ours]);
    const listed = (await tools.result('list_conversations', { limit: 100 })).conversations as Row[];
    expect(listed.some(({ id }) => id === elsewhere)).toBe(false);
    const foreign = await theirs.failure('list_record_conversations', at);
    const missing = await theirs.failure('list_record_conversations', { ...at, record_id: randomUUID() });
    expect(withoutRequest(foreign)).toEqual(withoutRequest(missing));
    const draft = { channel: 'gmail', to: [person.address] };
    const { recipients } = await theirs.result('create_draft', draft);
    expect(recipients).toMatchObject([{ record_id: twin.id.record_id }]);
  });

  it('shows nobody the drafts of others in it', async () => {
    const { workspace_id } = world.north;
    const inboxes = [world.ada.user_id, world.bob.user_id];
    const conversation_id = await conversationWith(['shared@example.com'], { inboxes });
    const draft = { workspace_id, conversation_id, direction: 'outbound', status: 'draft', sent_at: null } as const;
    const [mine, his] = [
      await aMessage(world, { ...draft, author_user_id: world.ada.user_id }),
      await aMessage(world, { ...draft, author_user_id: world.bob.user_id }),
    ];
    const idsFor = async (of: Toolbox) => {
      const { messages, total_messages } = await of.result('get_conversation', { conversation_id });
      expect(total_messages).toBe(messages.length);
      return messages.map(({ id }: Row) => id);
    };
    expect([(await idsFor(tools)).slice(1), (await idsFor(bobs)).slice(1)]).toEqual([[mine], [his]]);
  });
});
