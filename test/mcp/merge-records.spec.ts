import { aConversation } from '../support/conversations.js';
import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

describe('merge_records', () => {
  let world: World;
  let tools: Toolbox;
  beforeAll(async () => {
    world = await World.start();
    tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  });
  afterAll(() => world.stop());

  const object = 'people';
  const person = async (first_name: string, rest: object) => {
    const values = { name: { first_name, last_name: 'Example' }, ...rest };
    return (await tools.result('create_record', { object, values, format: 'concise' })).id as string;
  };

  it('makes one person of two, whose conversations and old ids lead to it, and is undone', async () => {
    const into = await person('Ada', { email_addresses: ['ada@example.com'] });
    const from = await person('A.', { email_addresses: ['a@example.org'], job_title: 'Engineer' });
    const { workspace_id } = world.north;
    const inboxes = [world.ada.user_id];
    const conversation = await aConversation(world, { workspace_id, people: ['a@example.org'], inboxes });
    const shape = { format: 'concise', fields: ['job_title', 'email_addresses'] };
    const wanted = { object, into, from: [from], ...shape };
    const dry = await tools.result('merge_records', { ...wanted, dry_run: true });
    const merged = await tools.result('merge_records', { ...wanted, expect_digest: dry.dry_run.digest });
    expect(merged).toEqual({
      request_id: expect.any(String),
      id: into,
      object,
      name: 'Ada Example',
      version: 2,
      merged: [from],
      references_moved: 0,
      values: { job_title: 'Engineer', email_addresses: ['ada@example.com', 'a@example.org'] },
    });
    const shown = await tools.result('get_record', { object, record_id: from, format: 'concise' });
    expect(shown.id).toBe(into);
    const { conversations } = await tools.result('list_record_conversations', { object, record_id: from });
    expect(conversations).toMatchObject([{ id: conversation }]);
    const draft = { channel: 'gmail', to: ['a@example.org'], subject: 'Hello', body: 'Hello' };
    expect((await tools.result('create_draft', draft)).recipients).toMatchObject([{ record_id: into }]);
    const [event] = await world.sql<{ event_id: string }>(
      `select event_id from event where subject_id = '${into}' and kind = 'record.merged'`,
    );
    const undone = await tools.result('undo_changes', { event_id: event!.event_id });
    expect(undone.left).toEqual([]);
    expect((await tools.result('create_draft', draft)).recipients).toMatchObject([{ record_id: from }]);
  });

  it('finds conversations by an address that the record that stays did not take', async () => {
    const into = await person('Bea', { email_addresses: ['bea@example.com'] });
    const from = await person('B.', { email_addresses: ['b@example.org'] });
    const conversation = await aConversation(world, {
      workspace_id: world.north.workspace_id,
      people: ['b@example.org'],
      inboxes: [world.ada.user_id],
    });
    await tools.result('merge_records', {
      object,
      into,
      from: [from],
      values: { email_addresses: ['bea@example.com'] },
    });
    const { conversations } = await tools.result('list_record_conversations', { object, record_id: into });
    expect(conversations).toMatchObject([{ id: conversation }]);
    const draft = { channel: 'gmail', to: ['b@example.org'], subject: 'Hello', body: 'Hello' };
    expect((await tools.result('create_draft', draft)).recipients).toMatchObject([{ record_id: into }]);
  });
});
