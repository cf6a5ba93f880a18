import { aConversation, aMessage, type AMessage } from '../support/conversations.js';
import type { ChannelName } from '#crm-domain/messaging';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

let world: World;
let tools: Toolbox;
beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
});
afterAll(() => world.stop());

/** A message in a conversation of Ada's inbox. */
async function message(channel: ChannelName, wish: Partial<AMessage>): Promise<string> {
  const { workspace_id } = world.north;
  const conversation_id = await aConversation(world, {
    workspace_id,
    channel,
    inboxes: [world.ada.user_id],
    bodies: [],
    people: wish.from ? [wish.from] : [],
  });
  return aMessage(world, { workspace_id, conversation_id, channel, body: 'Hello?', ...wish });
}

const create = (args: object) => tools.result('create_draft', { channel: 'gmail', body: 'Yes', ...args });
const update = (args: object) => tools.result('update_draft', args);
const people = ({ recipients }: { recipients: { role: string; address: string }[] }) =>
  recipients.map(({ role, address }) => `${role} ${address}`);
const fromUs = { direction: 'outbound', author_user_id: null } as const;

describe('a reply that does not say to whom', () => {
  it.each<[ChannelName, string, string]>([
    ['gmail', 'eve@example.com', 'to eve@example.com'],
    ['outlook', 'eve@example.com', 'to eve@example.com'],
    ['whatsapp', '14155550123', 'to +14155550123'],
    ['whatsapp', '5215512345678', 'to +5215512345678'],
    ['whatsapp', 'BR.14155550142', 'to BR.14155550142'],
    ['whatsapp', 'US.13491208655302741918', 'to US.13491208655302741918'],
    ['facebook', '7203948812345678', 'to 7203948812345678'],
    ['instagram', '17841400000000001', 'to 17841400000000001'],
  ])('goes on %s to the sender of what it answers, or to whom we wrote that', async (channel, handle, expected) => {
    const inbound = await message(channel, { from: handle });
    expect(people(await create({ channel, reply_to: inbound }))).toEqual([expected]);
    const outbound = await message(channel, { ...fromUs, to: [handle] });
    expect(people(await create({ channel, reply_to: outbound }))).toEqual([expected]);
  });

  it('goes to the sender alone, and not to the others who got the message', async () => {
    const reply_to = await message('gmail', { from: 'eve@example.com', to: ['ada@example.com', 'all@example.com'] });
    expect(people(await create({ reply_to }))).toEqual(['to eve@example.com']);
  });

  it('goes to where the sender wants answers, and says so', async () => {
    const form = { from: 'no-reply@example.com', reply_handles: ['kim@example.com', 'lou@example.com'] };
    const reply_to = await message('gmail', form);
    const draft = await create({ reply_to });
    expect(people(draft)).toEqual(['to kim@example.com', 'to lou@example.com']);
    expect(draft.note).toMatch(/Reply-To/);
    const { messages } = await tools.result('get_conversation', { conversation_id: draft.conversation_id });
    expect(messages[0]).toMatchObject({ from: { address: form.from }, reply_addresses: form.reply_handles });
    const toSender = await create({ reply_to, to: [form.from] });
    expect(people(toSender)).toEqual(['to no-reply@example.com']);
    expect(toSender.note).not.toMatch(/Reply-To/);
  });

  it('goes, of a message of our own, to its to and cc', async () => {
    const first = await create({ subject: 'Hello', to: ['One@Example.com', 'two@example.com'], cc: ['c@example.com'] });
    const reply = await create({ reply_to: first.draft_id });
    expect(people(reply)).toEqual(['to one@example.com', 'to two@example.com', 'cc c@example.com']);
    const narrower = await create({ reply_to: first.draft_id, cc: [] });
    expect(people(narrower)).toEqual(['to one@example.com', 'to two@example.com']);
  });

  it('is left open when the sender is nobody one can write to', async () => {
    for (const from of ['mailer daemon', undefined]) {
      expect(people(await create({ reply_to: await message('gmail', { from }) }))).toEqual([]);
    }
  });
});

describe('a reply that says to whom', () => {
  it('goes there and nowhere else', async () => {
    const own = await create({ to: ['one@example.com'], cc: ['c@example.com'] });
    const inbound = await message('gmail', { from: 'eve@example.com' });
    for (const reply_to of [own.draft_id, inbound]) {
      expect(people(await create({ reply_to, to: ['else@example.com'] }))).toEqual(['to else@example.com']);
      expect(people(await create({ reply_to, to: [] }))).toEqual([]);
    }
  });
});

describe.each(['whatsapp', 'facebook', 'instagram'] as const)('a reply on %s to somebody else', (channel) => {
  const eve = '14155550142';
  const [EVE, OTTO] = [eve, '14155550143'].map((each) => (channel === 'whatsapp' ? `+${each}` : each)) as [
    string,
    string,
  ];
  const refused = { reason: 'invalid_input', message: expect.stringMatching(/^to: must be the person of this/) };

  it('is refused when it is created', async () => {
    for (const reply_to of [
      await message(channel, { from: eve }),
      await message(channel, { ...fromUs, to: [eve] }),
      (await create({ channel, to: [EVE] })).draft_id,
    ]) {
      const reply = { channel, body: 'Yes', reply_to };
      expect(await tools.failure('create_draft', { ...reply, to: [OTTO] })).toMatchObject(refused);
      expect(people(await create({ ...reply, to: [EVE] }))).toHaveLength(1);
    }
  });

  it('is refused when a draft is changed to go there, or to answer', async () => {
    const reply_to = await message(channel, { from: eve });
    const { draft_id } = await create({ channel, reply_to });
    expect(await tools.failure('update_draft', { draft_id, to: [OTTO] })).toMatchObject(refused);
    expect(people(await update({ draft_id, reply_to: null, to: [OTTO] }))).toHaveLength(1);
    expect(await tools.failure('update_draft', { draft_id, reply_to })).toMatchObject(refused);
  });

  it('is refused when it is sent, in a conversation that somebody else takes part in by then', async () => {
    const senders = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'send' })).token);
    const own = await create({ channel, to: [EVE] });
    const reply = await create({ channel, reply_to: own.draft_id });
    await update({ draft_id: own.draft_id, to: [OTTO] });
    await senders.result('send_message', { draft_id: own.draft_id });
    expect(await senders.failure('send_message', { draft_id: reply.draft_id })).toMatchObject(refused);
  });
});

describe('a draft that becomes a reply', () => {
  it('goes to the sender when it went to nobody yet, and keeps its recipients else', async () => {
    const reply_to = await message('gmail', { from: 'eve@example.com' });
    const open = await create({});
    expect(people(await update({ draft_id: open.draft_id, reply_to }))).toEqual(['to eve@example.com']);
    const addressed = await create({ to: ['else@example.com'] });
    expect(people(await update({ draft_id: addressed.draft_id, reply_to }))).toEqual(['to else@example.com']);
    const both = await create({});
    const given = { draft_id: both.draft_id, reply_to, to: ['else@example.com'] };
    expect(people(await update(given))).toEqual(['to else@example.com']);
  });

  it('stays open when it was emptied on purpose, until it is told again what it answers', async () => {
    const reply_to = await message('gmail', { from: 'eve@example.com' });
    const { draft_id } = await create({ reply_to });
    expect(people(await update({ draft_id, to: [] }))).toEqual([]);
    expect(people(await update({ draft_id, body: 'Other' }))).toEqual([]);
    expect(people(await update({ draft_id, reply_to }))).toEqual(['to eve@example.com']);
  });

  it('goes to the sender of another mail that it answers then, or says that its recipients stayed', async () => {
    const [eve, otto] = [
      await message('gmail', { from: 'eve@example.com' }),
      await message('gmail', { from: 'otto@example.com' }),
    ];
    const { draft_id } = await create({ reply_to: eve });
    const turned = await update({ draft_id, reply_to: otto });
    expect(people(turned)).toEqual(['to otto@example.com']);
    expect(turned.note).not.toMatch(/recipients stayed/);
    await update({ draft_id, cc: ['chosen@example.com'] });
    const kept = await update({ draft_id, reply_to: eve });
    expect(people(kept)).toEqual(['to otto@example.com', 'cc chosen@example.com']);
    expect(kept.note).toMatch(/recipients stayed as they were/);
    expect((await update({ draft_id, body: 'Other' })).note).not.toMatch(/recipients stayed/);
    const told = await update({ draft_id, reply_to: otto, to: ['else@example.com'] });
    expect(people(told)).toEqual(['to else@example.com', 'cc chosen@example.com']);
    expect(told.note).not.toMatch(/recipients stayed/);
  });

  it('goes to the other person of a chat that it answers then', async () => {
    const [eve, otto] = [
      await message('whatsapp', { from: '14155550142' }),
      await message('whatsapp', { from: '14155550143' }),
    ];
    const { draft_id } = await create({ channel: 'whatsapp', reply_to: eve });
    expect(people(await update({ draft_id, reply_to: otto }))).toEqual(['to +14155550143']);
  });
});
