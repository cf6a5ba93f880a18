import { openDomain } from '#auth';
import { trustedClaim, type Domain } from '#crm-domain';
import { ConsistencyService, type ErasureWire } from '#crm-domain/operations';
import { OPERATOR } from '#crm-domain/people';
import { newId } from '#platform';
import { exportPerson } from '../../libs/crm-domain/src/persons/export-person.js';
import { PersonStore } from '../../libs/crm-domain/src/persons/person.store.js';
import { aConversation, aMessage, anAccount } from '../support/conversations.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const EMAIL = 'zelda@quix.example';
const OTHER = 'ina@other.example';
const SECRET = 'a secret of hers';
/** As the record has the number, and as WhatsApp knows it. */
const PHONE = '5511987654321';
const WA_ID = '551187654321';

let database: FreshDatabase;
let domain: Domain;
let workspace_id: string;
beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
});
beforeEach(async () => {
  ({ workspace_id } = await domain.workspaces.create({ name: 'Quiet Harbour' }));
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await domain?.close();
  await database?.drop();
});

const sql = <Row extends object>(text: string, values: unknown[] = [workspace_id]) =>
  domain.source.query<Row[]>(text, values);
const world = { sql };

const aPerson = (data: object) =>
  domain.recordWriter.create(trustedClaim(workspace_id, { origin: 'cli', request_id: newId() }), 'people', {
    data: { name: 'Zelda Quixworth', email_addresses: [EMAIL], ...data } as never,
    path: 'data',
  });

async function erased(): Promise<ErasureWire> {
  const { id } = await domain.persons.erase(workspace_id, OPERATOR, { email: EMAIL });
  for (;;) {
    await sql('update person_erasure set lease_until = now() where workspace_id = $1');
    await domain.personEraser.run(id, new AbortController().signal);
    await domain.purges.run();
    const erasure = await domain.persons.get(workspace_id, id.erasure_id);
    if (erasure.finished_at !== null) return erasure;
  }
}

/** Does this before the first page of each of these tables is looked at. */
function before(tables: readonly string[], work: () => Promise<void>): void {
  const due = new Set(tables);
  const page = PersonStore.prototype.page;
  jest.spyOn(PersonStore.prototype, 'page').mockImplementation(async function (this: PersonStore, ...which) {
    if (due.delete(which[0].name)) await work();
    return page.apply(this, which);
  });
}

const subject = `About ${SECRET}`;

/** A conversation with these people, and a message to them. */
async function written(people: string[], message: { status?: string; attachments?: string[] } = {}): Promise<string> {
  const { status = 'sent', attachments = [] } = message;
  const conversation_id = await aConversation(world, { workspace_id, people, subject, bodies: [] });
  return aMessage(world, {
    workspace_id,
    conversation_id,
    direction: 'outbound',
    status,
    subject,
    to: people,
    sent_at: status === 'sent' ? new Date() : null,
    body: `Dear Zelda Quixworth, ${SECRET}`,
    attachments: attachments.map((filename) => ({ filename, content_type: 'application/pdf', size: 1 })),
  });
}

async function textOf(table: string): Promise<string> {
  const rows = await sql<{ row: string }>(`select t::text as row from ${table} t where t.workspace_id = $1`);
  return rows.map(({ row }) => row).join('\n');
}

/** Tables between which the walk gets from messages and conversations to the addresses by which these are found. */
const BETWEEN = ['conversation', 'conversation_participant', 'message_attachment', 'message_recipient', 'user_block'];

describe('what is written to a person while they are erased', () => {
  beforeEach(() => aPerson({}));

  it('is emptied wherever the walk is: messages, titles of their conversations, names of attachments', async () => {
    before(BETWEEN, async () => {
      await written([EMAIL]);
      await written([EMAIL, OTHER], { attachments: ['Zelda Quixworth.pdf'] });
      await aConversation(world, { workspace_id, people: [EMAIL], subject, bodies: [SECRET] });
    });
    const { state, certificate } = await erased();
    expect([state, certificate?.scan.found, certificate?.scan.names]).toEqual(['completed', {}, {}]);
    expect(await textOf('message_attachment')).not.toContain('Zelda');
    const bodies = await sql<{ body: string; n: number }>(
      'select body, count(*)::int as n from message where workspace_id = $1 group by body order by body collate "C"',
    );
    expect(bodies).toEqual([
      { body: `Dear [erased], ${SECRET}`, n: BETWEEN.length },
      { body: '[erased]', n: 2 * BETWEEN.length },
    ]);
    const titles =
      'select subject, count(*)::int as n from conversation where workspace_id = $1 group by 1 order by subject collate "C"';
    expect(await sql(titles)).toEqual([
      { subject, n: BETWEEN.length },
      { subject: '[erased]', n: 2 * BETWEEN.length },
    ]);
  });

  it('loses their name where somebody else writes it in a conversation with them', async () => {
    const conversation_id = await aConversation(world, { workspace_id, people: [EMAIL, OTHER], bodies: [] });
    before(BETWEEN, async () => {
      await aMessage(world, { workspace_id, conversation_id, from: OTHER, body: 'Greet Zelda Quixworth' });
    });
    expect(await erased()).toMatchObject({ state: 'completed' });
    const bodies = await sql('select distinct body from message where workspace_id = $1');
    expect(bodies).toEqual([{ body: 'Greet [erased]' }]);
  });

  it('goes where it is a draft to them', async () => {
    before(BETWEEN, async () => {
      await written([EMAIL], { status: 'draft' });
    });
    expect(await erased()).toMatchObject({ state: 'completed' });
    for (const table of ['message', 'message_recipient', 'conversation']) expect(await textOf(table)).toBe('');
  });

  it('is emptied when it arrives between two steps of the walk', async () => {
    const message_id = await written([EMAIL], { status: 'pending' });
    const { id } = await domain.persons.erase(workspace_id, OPERATOR, { email: EMAIL });
    // As if it had been sent after the first record was erased.
    await sql(`update person_erasure set progress = progress || '{"table": 1, "erased": {"record": 1}}'
      where workspace_id = $1`);
    before(['message_recipient'], async () => {
      await sql(`update message set status = 'sent', sent_at = now() where workspace_id = $1`);
    });
    await domain.personEraser.run(id, new AbortController().signal);
    expect(await sql('select body from message where message_id = $1', [message_id])).toEqual([{ body: '[erased]' }]);
  });

  it('is emptied where they write again to a conversation that was erased already', async () => {
    const conversation_id = await aConversation(world, { workspace_id, people: [EMAIL], subject });
    before(['message_recipient'], async () => {
      await aMessage(world, { workspace_id, conversation_id, from: EMAIL, subject, body: SECRET });
      await sql(
        `insert into conversation_participant (workspace_id, conversation_id, kind, handle, display_name)
          values ($1, $2, 'email', $3, 'Zelda')`,
        [workspace_id, conversation_id, EMAIL],
      );
    });
    expect(await erased()).toMatchObject({ state: 'completed' });
    expect(await textOf('message')).not.toContain(SECRET);
    const people = await sql('select handle, display_name from conversation_participant where workspace_id = $1');
    expect(people).toEqual([{ handle: expect.stringMatching(/^erased-/), display_name: null }]);
  });
});

describe('a draft to an erased person', () => {
  it('is answered by nothing any more', async () => {
    await aPerson({});
    const message_id = await written([EMAIL], { status: 'draft' });
    const [{ conversation_id }] = (await sql<{ conversation_id: string }>(
      'select conversation_id from message where workspace_id = $1',
    )) as [{ conversation_id: string }];
    const draft = { workspace_id, conversation_id, direction: 'outbound' as const, status: 'draft', sent_at: null };
    const answer = await aMessage(world, { ...draft, to: [OTHER], body: 'An answer' });
    await sql('update message set reply_to_message_id = $2 where message_id = $1', [answer, message_id]);
    expect(await erased()).toMatchObject({ state: 'completed' });
    expect(await sql('select message_id, reply_to_message_id, version from message where workspace_id = $1')).toEqual([
      { message_id: answer, reply_to_message_id: null, version: 2 },
    ]);
    const { findings } = await new ConsistencyService(domain.db).check({ workspace_id });
    expect(findings).toEqual([]);
  });
});

describe('a person who is named in other forms than their record has', () => {
  it('loses their name wherever others have it in a conversation with them', async () => {
    await aPerson({});
    const names = { [OTHER]: 'Zelda Quixworth via Forum' };
    const people = [EMAIL, OTHER];
    const conversation_id = await aConversation(world, { workspace_id, people, names, bodies: [] });
    const attachments = [{ filename: 'Zelda Quixworth contract.pdf', content_type: 'application/pdf', size: 1 }];
    const to = ['ada@example.com'];
    await aMessage(world, { workspace_id, conversation_id, from: OTHER, to, body: 'Zelda Quixworth', attachments });
    expect(await erased()).toMatchObject({ state: 'completed', certificate: { scan: { found: {}, names: {} } } });
    for (const table of ['message', 'message_attachment', 'conversation_participant'])
      expect(await textOf(table)).not.toContain('Quixworth');
  });

  it('loses what names them also in HTML, where programs write characters as their numbers and names', async () => {
    await aPerson({ name: "Zelda O'Brien" });
    const conversation_id = await aConversation(world, { workspace_id, people: [EMAIL, OTHER], bodies: [] });
    const message = { workspace_id, conversation_id, direction: 'outbound', status: 'sent' } as const;
    const id = await aMessage(world, { ...message, to: [EMAIL, OTHER], body: 'Dear both' });
    await sql('update message set body_html = $2 where message_id = $1', [
      id,
      '<p>Dear Zelda&#160;O&#39;Brien, <a href="https://example.com/?to=zelda%40quix.example">zelda&commat;quix.example</a></p>',
    ]);
    expect(await erased()).toMatchObject({ state: 'completed', certificate: { scan: { found: {}, names: {} } } });
    const [{ body_html }] = (await sql('select body_html from message where message_id = $1', [id])) as [
      { body_html: string },
    ];
    expect(body_html).toMatch(
      /^<p>Dear \[erased\], <a href="https:\/\/example.com\/\?to=erased-\S+">erased-\S+<\/a><\/p>$/,
    );
  });

  it.each(['zelda@xn--bcher-kva.example', 'zelda@bücher.example'])(
    'loses their address in both forms of its domain, where the record has %s',
    async (email) => {
      await aPerson({ email_addresses: [email, EMAIL] });
      const conversation_id = await aConversation(world, { workspace_id, people: [EMAIL, OTHER], bodies: [] });
      const message = { workspace_id, conversation_id, direction: 'outbound', status: 'sent' } as const;
      const body = 'zelda@bücher.example, zelda@xn--bcher-kva.example';
      const id = await aMessage(world, { ...message, to: [EMAIL, OTHER], body });
      expect(await erased()).toMatchObject({ state: 'completed', certificate: { scan: { found: {} } } });
      const [found] = await sql<{ body: string }>('select body from message where message_id = $1', [id]);
      expect(found!.body).toMatch(/^erased-\S+, erased-\S+$/);
    },
  );
});

describe('a person whom WhatsApp knows by another number', () => {
  /** A conversation with them, which they answered from the other number or not yet. */
  async function aChat({ people, body }: { people: string[]; body?: string }, known = WA_ID): Promise<string> {
    const account = await anAccount(world, { workspace_id, channel: 'whatsapp', address: '+15550100200' });
    const chat = { workspace_id, channel: 'whatsapp' as const };
    const conversation_id = await aConversation(world, { ...chat, people, bodies: [], external_id: known });
    await sql('update conversation set channel_account_id = $2 where conversation_id = $1', [conversation_id, account]);
    if (body) await aMessage(world, { ...chat, conversation_id, from: known, body });
    return conversation_id;
  }

  const exported = async () => {
    const texts: string[] = [];
    const sink = { begin: () => Promise.resolve(), write: (text: string) => Promise.resolve(void texts.push(text)) };
    await exportPerson(domain.db, { workspace_id, email: EMAIL }, sink);
    return texts.join('');
  };

  it.each([WA_ID, 'BR.13491208655302741918'])('is given out and erased with what they wrote from %s', async (known) => {
    await aPerson({ phone_numbers: [`+${PHONE}`] });
    await aChat({ people: [PHONE, known], body: SECRET }, known);
    expect(await exported()).toContain(SECRET);
    expect(await erased()).toMatchObject({ state: 'completed' });
    for (const table of ['message', 'conversation', 'conversation_participant'])
      expect(await textOf(table)).not.toMatch(new RegExp(`${SECRET}|${PHONE}|${known}`));
  });

  it('is erased with that number where they have not answered yet', async () => {
    await aPerson({ phone_numbers: [`+${PHONE}`] });
    const conversation_id = await aChat({ people: [PHONE] });
    await erased();
    const named = 'select external_id from conversation where workspace_id = $1';
    expect(await sql(named)).toEqual([{ external_id: `erased-${conversation_id}` }]);
  });

  it('keeps a number that the record of somebody else has', async () => {
    await aPerson({ phone_numbers: [`+${PHONE}`] });
    await aPerson({ name: 'Ina Other', email_addresses: [OTHER], phone_numbers: [`+${WA_ID}`] });
    await aChat({ people: [PHONE, WA_ID], body: 'From Ina' });
    expect(await erased()).toMatchObject({ certificate: { shared_addresses: 1 } });
    expect(await textOf('message')).toContain('From Ina');
  });
});
