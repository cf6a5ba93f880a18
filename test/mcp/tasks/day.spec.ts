import { aConversation, aMessage } from '../../support/conversations.js';
import { World } from '../../support/world.js';
import { TaskCounts } from '../support/task-counts.js';
import { Toolbox } from '../support/toolbox.js';

// A working day of somebody who has an assistant, in order: what one task wrote, a later one finds. Done by tools alone;
// `npm test -- test/mcp/tasks -u` writes the counts anew.

let world: World;
let tools: Toolbox;
let acme: string;
let deal: string;
const counts = new TaskCounts(() => tools);
const task: TaskCounts['task'] = (title, work) => counts.task(title, work);

const DAY = 86_400_000;
// Postgres writes no zeros at the end of a fraction, so that every time here is as long as the others.
const NOW = Math.floor(Date.now() / 1000) * 1000 + 111;
const inDays = (days: number) => new Date(NOW + days * DAY);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);
const where = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value });
const euros = (currency_value: number) => ({ currency_value, currency_code: 'EUR' });
const ref = (id: string) => ({ id });
const about = (type: string, id: string) => ({ type, id });
const format = 'concise';
const OPEN = where('stage', 'not_in', ['Won', 'Lost']);

beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  acme = await made('companies', { name: 'Acme', domains: 'acme.example.com' });
  const ines = await made('people', {
    name: { first_name: 'Ines', last_name: 'Falk' },
    email_addresses: 'ines@acme.example.com',
    company: ref(acme),
  });
  const of = { company: ref(acme), people: [ref(ines)], owner: world.ada.email };
  deal = await made('deals', { ...of, name: 'Acme pier', value: euros(20_000), close_date: dayIn(0) });
  await made('deals', { name: 'Old quay', value: euros(5000), close_date: dayIn(-40), owner: world.bob.email });
  for (const [n, first_name] of ['Omar', 'O.', 'Omar J.'].entries())
    await made('people', { name: { first_name, last_name: 'Reyes' }, email_addresses: `omar${n}@example.com` });
  for (const [n, first_name] of ['Mathilde', 'Mathlide'].entries())
    await made('people', { name: { first_name, last_name: 'Osterberg' }, email_addresses: `mo${n}@example.com` });
  await made('tasks', { title: 'Send the offer', assignee: 'me', due_date: dayIn(-1), about: [about('deals', deal)] });
  await wrote('ines@acme.example.com');
});
afterAll(() => world.stop());

async function made(object: string, values: object): Promise<string> {
  return (await tools.result('create_record', { object, values, format })).id as string;
}

/** A conversation in the inbox of Ada that ended with a message of hers. */
async function wrote(to: string): Promise<void> {
  const of = { workspace_id: world.north.workspace_id, channel: 'gmail' as const };
  const at = inDays(-3);
  const began = { ...of, people: [to], inboxes: [world.ada.user_id], subject: 'The pier', at };
  const conversation_id = await aConversation(world, began);
  const sent = { direction: 'outbound' as const, author_user_id: world.ada.user_id, to: [to], sent_at: inDays(-2) };
  await aMessage(world, { ...of, ...sent, conversation_id, body: 'The offer comes on Friday.' });
}

describe('a working day of an assistant', () => {
  task('prepare my meeting with Acme', async (call) => {
    const { results } = await call('search', { query: 'Acme' });
    const [object, record_id] = results.find(({ id }: { id: string }) => id.startsWith('companies/')).id.split('/');
    const { entries } = await call('get_timeline', {
      object,
      record_id,
      kinds: ['message', 'note', 'activity'],
      limit: 5,
    });
    expect(entries[0].message.body).toContain('The offer comes on Friday.');
    const deals = { object: 'deals', filter: [where('company', 'eq', record_id), OPEN] };
    const fields = ['name', 'stage', 'value', 'close_date', 'owner'];
    const { table } = await call('search_records', { ...deals, fields, format: 'table' });
    expect(table.rows.map((row: unknown[]) => row.slice(0, 3))).toEqual([[deal, 'Acme pier', 'Lead']]);
    const people = { object: 'people', filter: [where('company', 'eq', record_id)], format: 'table' };
    const found = await call('search_records', { ...people, fields: ['name', 'job_title', 'email_addresses'] });
    expect(found.table.rows).toHaveLength(1);
    const due = { object: 'tasks', filter: [where('about', 'eq', deal), where('status', 'eq', 'Open')] };
    const open = await call('search_records', { ...due, fields: ['title', 'due_date'], format: 'table' });
    expect(open.table.rows).toMatchObject([[expect.any(String), 'Send the offer', dayIn(-1)]]);
  });

  task('log this call and set a follow-up in two weeks', async (call) => {
    const fields = ['people'];
    const { records } = await call('search_records', { object: 'deals', query: 'Acme pier', fields, format });
    const [{ id, values }] = records;
    const concerned = [about('deals', id)];
    const logged = {
      title: 'Call with Ines Falk',
      kind: 'Call',
      time: inDays(0).toISOString(),
      participants: [ref(values.people[0].id)],
      outcome: 'Wants the offer by Friday',
      about: concerned,
    };
    const followUp = { title: 'Ask Ines about the offer', assignee: 'me', due_date: dayIn(14), about: concerned };
    const items = [
      { op: 'create', object: 'activities', values: logged },
      { op: 'create', object: 'tasks', values: followUp },
    ];
    expect(await call('batch_records', { mode: 'atomic', items })).toMatchObject({ applied: true });
  });

  task('assign this deal to a colleague', async (call) => {
    const { records } = await call('search_records', {
      object: 'deals',
      query: 'Acme pier',
      fields: ['owner'],
      format,
    });
    const write = { object: 'deals', record_id: records[0].id, values: { owner: 'Bob Martin' } };
    const { values } = await call('update_record', { ...write, fields: ['owner'], format });
    expect(values.owner).toMatchObject({ id: world.bob.user_id });
  });

  task('undo what I just did', async (call) => {
    const entries = (await call('get_timeline', { object: 'deals', record_id: deal, kinds: ['change'], limit: 1 }))
      .entries;
    const { undone, left } = await call('undo_changes', { event_id: entries[0].event_id });
    expect([undone.length, left]).toEqual([1, []]);
    const { values } = await call('get_record', { object: 'deals', record_id: deal, fields: ['owner'], format });
    expect(values.owner).toMatchObject({ id: world.ada.user_id });
  });

  task('merge these three', async (call) => {
    const found = { object: 'people', query: 'Reyes', fields: ['name', 'email_addresses'], format: 'table' };
    const [into, ...from] = (await call('search_records', found)).table.rows.map(([id]: string[]) => id);
    expect(from).toHaveLength(2);
    const wanted = { object: 'people', into, from, fields: ['email_addresses'], format };
    const { dry_run } = await call('merge_records', { ...wanted, dry_run: true });
    const { values, merged } = await call('merge_records', { ...wanted, expect_digest: dry_run.digest });
    expect([merged, values.email_addresses.length]).toEqual([from, 3]);
  });

  task('is anybody here twice, and merge who is', async (call) => {
    const { pairs, has_more } = await call('find_duplicates', { object: 'people' });
    const [{ records, reasons }] = pairs;
    expect([pairs.length, has_more, reasons[0].kind]).toEqual([1, false, 'similar_name']);
    const [into, from] = records.map(({ id }: { id: string }) => id);
    const wanted = { object: 'people', into, from: [from], fields: ['name', 'email_addresses'], format };
    const { dry_run } = await call('merge_records', { ...wanted, dry_run: true });
    const { values } = await call('merge_records', { ...wanted, expect_digest: dry_run.digest });
    expect(values.email_addresses).toHaveLength(2);
  });

  task('who owns the deals closing this month, and what did we last write to them', async (call) => {
    const filter = [where('close_date', 'eq', 'this_month'), OPEN];
    const asked = { object: 'deals', filter, fields: ['name', 'owner', 'people'], format };
    const { records } = await call('search_records', asked);
    expect(records).toMatchObject([{ name: 'Acme pier', values: { owner: { id: world.ada.user_id } } }]);
    for (const { values } of records) {
      const of = { object: 'people', record_id: values.people[0].id };
      const { entries } = await call('get_timeline', { ...of, kinds: ['message'], limit: 1 });
      expect(entries[0].message.direction).toBe('outbound');
      expect(entries[0].message.body).toContain('The offer comes on Friday.');
    }
  });

  task('what do I have to do today', async (call) => {
    const filter = [where('assignee', 'eq', 'me'), where('status', 'eq', 'Open'), where('due_date', 'lte', dayIn(0))];
    const fields = ['title', 'due_date', 'about'];
    const { table } = await call('search_records', { object: 'tasks', filter, fields, format: 'table' });
    expect(table.rows).toHaveLength(1);
  });

  task('I sent the offer: tick it off, and note what I promised', async (call) => {
    const filter = [where('title', 'eq', 'Send the offer'), where('status', 'eq', 'Open')];
    const { records } = await call('search_records', { object: 'tasks', filter, fields: ['about'], format });
    const note = { title: 'Offer sent', body: 'A discount of 5 % until Friday.', about: records[0].values.about };
    const items = [
      { op: 'update', object: 'tasks', record_id: records[0].id, values: { status: 'Done' } },
      { op: 'create', object: 'notes', values: note },
    ];
    expect(await call('batch_records', { mode: 'atomic', items })).toMatchObject({ applied: true });
  });

  task('which calls did we make this week, and how did they end', async (call) => {
    const filter = [where('kind', 'eq', 'Call'), where('time', 'eq', 'this_week')];
    const fields = ['title', 'time', 'outcome', 'created_by'];
    const { table } = await call('search_records', { object: 'activities', filter, fields, format: 'table' });
    expect(table.rows).toHaveLength(1);
  });

  task('move every deal that is past its closing date to the end of next month', async (call) => {
    const filter = [where('close_date', 'lt', dayIn(0)), OPEN];
    const { table } = await call('search_records', {
      object: 'deals',
      filter,
      fields: ['close_date'],
      format: 'table',
    });
    const values = { close_date: dayIn(45) };
    const items = table.rows.map(([record_id]: string[]) => ({ op: 'update', record_id, values }));
    expect(items).toHaveLength(1);
    const wanted = { object: 'deals', mode: 'atomic', items };
    const { dry_run } = await call('batch_records', { ...wanted, dry_run: true });
    expect(await call('batch_records', { ...wanted, expect_digest: dry_run.digest })).toMatchObject({ applied: true });
  });

  task('write to Ines that the offer is on its way', async (call) => {
    const { results } = await call('search', { query: 'Ines Falk' });
    const [object, record_id] = results.find(({ id }: { id: string }) => id.startsWith('people/')).id.split('/');
    const { conversations } = await call('list_record_conversations', { object, record_id, limit: 1 });
    const { messages } = await call('get_conversation', { conversation_id: conversations[0].id });
    const draft = { channel: 'gmail', reply_to: messages.at(-1).id, body: 'The offer is on its way.' };
    expect(await call('create_draft', draft)).toMatchObject({ conversation_id: conversations[0].id });
  });

  task('what happened at Acme since yesterday', async (call) => {
    const { entries } = await call('get_timeline', { object: 'deals', record_id: deal, limit: 20 });
    const since = inDays(-1).toISOString();
    const kinds = entries
      .filter(({ occurred_at }: { occurred_at: string }) => occurred_at > since)
      .map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['note', 'task', 'activity', 'change']));
  });
});

describe('what the day costs', () => {
  it('is what was accepted', () => {
    expect(counts.spent).toMatchSnapshot();
  });
});
