import { aConversation, aMessage } from '../../support/conversations.js';
import { World } from '../../support/world.js';
import { TaskCounts } from '../support/task-counts.js';
import { Toolbox } from '../support/toolbox.js';

// What people ask of an assistant, done by tools alone. How many calls and characters each takes, of arguments and
// results together, is in a committed snapshot: `npm test -- test/mcp/tasks -u` writes it anew.

let world: World;
let tools: Toolbox;
let acme: string;
const counts = new TaskCounts(() => tools);
const { spent } = counts;
const task: TaskCounts['task'] = (title, work) => counts.task(title, work);

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);
const today = () => daysAgo(0).toISOString().slice(0, 10);
const euros = (currency_value: number) => ({ currency_value, currency_code: 'EUR' });
const where = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value });
const CLOSED = ['Won', 'Lost'];

beforeAll(async () => {
  world = await World.start();
  tools = await Toolbox.open(world, (await world.connected(world.ada, { tier: 'write' })).token);
  acme = await made('companies', { name: 'Acme', domains: 'acme.example.com' });
  const harbour = await made('companies', { name: 'Quiet Harbour', domains: 'harbour.example.com' });
  const members = [world.ada, world.bob].map(({ user_id }) => ({ type: 'user', id: user_id }));
  for (let n = 0; n < 12; n++) {
    const [company, name] = n % 2 ? [harbour, `Harbour deal ${n}`] : [acme, `Acme deal ${n}`];
    const stage = ['Lead', 'Lead', 'Won', 'Lost'][n % 4];
    const value = euros(4000 * (n + 1));
    await made('deals', { name, stage, value, company: { id: company }, close_date: today(), owner: members[n % 2] });
  }
  for (let n = 0; n < 8; n++) {
    const name = { first_name: ['Ines', 'Omar'][n % 2], last_name: `Example${n}` };
    const email_addresses = `contact${n}@acme.example.com`;
    await made('people', { name, email_addresses, company: { id: n % 2 ? harbour : acme } });
    if (n < 6) await written(`contact${n}@acme.example.com`, daysAgo(20 * n));
  }
});
afterAll(() => world.stop());

async function made(object: string, values: object): Promise<string> {
  return (await tools.result('create_record', { object, values, format: 'concise' })).id as string;
}

/** A conversation that ended with a message of Ada's. */
async function written(to: string, at: Date): Promise<void> {
  const of = { workspace_id: world.north.workspace_id, channel: 'gmail' as const };
  const began = { ...of, people: [to], inboxes: [world.ada.user_id], subject: 'The pier', at };
  const conversation_id = await aConversation(world, began);
  const author_user_id = world.ada.user_id;
  const body = 'We begin on Monday.';
  await aMessage(world, { ...of, conversation_id, direction: 'outbound', author_user_id, to: [to], body, sent_at: at });
}

const sum = { function: 'sum', attribute: 'value' };
const count = { function: 'count' };

describe('tasks of an assistant', () => {
  task("Acme's open deals and their sum", async (call) => {
    const filter = [where('company.name', 'eq', 'Acme'), where('stage', 'not_in', CLOSED)];
    const fields = ['name', 'stage', 'value', 'close_date'];
    const { table } = await call('search_records', { object: 'deals', filter, fields, format: 'table' });
    expect(table.rows).toHaveLength(3);
    const { groups } = await call('aggregate_records', { object: 'deals', filter, measures: [sum] });
    expect(groups[0].measures).toEqual([{ ...sum, value: 4000 * (1 + 5 + 9), currency_code: 'EUR' }]);
  });

  task('contacts that I have not written to for 60 days', async (call) => {
    const { conversations, has_more } = await call('list_conversations', { limit: 100 });
    expect(has_more).toBe(false);
    const since = daysAgo(59).toISOString();
    const recent = new Set<string>();
    for (const { last_activity_at, people } of conversations)
      if (last_activity_at > since) for (const { address } of people) recent.add(address);
    const fields = ['name', 'email_addresses'];
    const { table } = await call('search_records', { object: 'people', fields, format: 'table', limit: 100 });
    const neglected = table.rows.filter(([, , addresses]: [string, string, string[]]) => !recent.has(addresses[0]!));
    expect(neglected.map(([, name = '']: string[]) => name.slice(-8))).toEqual(
      [3, 4, 5, 6, 7].map((n) => `Example${n}`),
    );
  });

  task('deals closing this month above 10,000, by owner', async (call) => {
    const filter = [where('close_date', 'eq', 'this_month'), where('value', 'gt', 10_000)];
    const asked = { object: 'deals', filter, group_by: [{ attribute: 'owner' }], measures: [count, sum] };
    const { groups } = await call('aggregate_records', asked);
    expect(groups.map(({ group }: { group: { owner: { name: string } } }) => group.owner.name).sort()).toEqual(
      [world.ada.name, world.bob.name].sort(),
    );
  });

  task('the pipeline by stage', async (call) => {
    const asked = { object: 'deals', group_by: [{ attribute: 'stage' }], measures: [count, sum], order: 'natural' };
    expect((await call('aggregate_records', asked)).groups).toHaveLength(3);
  });

  task('who works at Acme, and how they are reached', async (call) => {
    const filter = [where('company.name', 'eq', 'Acme')];
    const fields = ['name', 'email_addresses', 'company.domains'];
    const { table } = await call('search_records', { object: 'people', filter, fields, format: 'table' });
    expect(table.columns).toEqual(['id', ...fields]);
    expect(table.rows).toHaveLength(4);
  });

  task('companies with a deal that is won', async (call) => {
    const filter = [where('deals.stage', 'eq', 'Won')];
    const { table } = await call('search_records', { object: 'companies', filter, fields: ['name'], format: 'table' });
    expect(table.rows).toEqual([[acme, 'Acme']]);
  });

  task('how many deals there are without an amount', async (call) => {
    const filter = [{ attribute: 'value', operator: 'is_empty' }];
    const asked = { object: 'deals', filter, limit: 1, fields: ['id'], format: 'concise', total: 'exact' };
    expect(await call('search_records', asked)).toMatchObject({ records: [], total: 0 });
  });

  task('add Ines Example of a new company, with a deal', async (call) => {
    const format = 'concise';
    const values = { name: 'Northern Pier', domains: 'pier.example.com' };
    const company = await call('create_record', { object: 'companies', values, format });
    const of = { company: { id: company.id } };
    const ines = { name: 'Ines Example', email_addresses: 'ines@pier.example.com', ...of };
    const person = await call('create_record', { object: 'people', values: ines, format });
    const deal = { name: 'New pier', value: euros(12_000), people: [{ id: person.id }], ...of };
    const { values: shown } = await call('create_record', { object: 'deals', values: deal, format });
    expect(shown.people).toEqual([{ id: person.id, name: 'Ines Example' }]);
  });

  task('move the deal "Acme deal 4" to won', async (call) => {
    const filter = [where('name', 'eq', 'Acme deal 4')];
    const asked = { object: 'deals', filter, fields: ['stage'], format: 'concise' };
    const { records } = await call('search_records', asked);
    const write = { object: 'deals', record_id: records[0].id, values: { stage: 'Won' } };
    const changed = await call('update_record', { ...write, fields: ['stage'], format: 'concise' });
    expect(changed.values).toEqual({ stage: 'Won' });
  });

  task('draft an answer to what contact 0 wrote last', async (call) => {
    const { results } = await call('search', { query: 'Example0' });
    const [, id] = results.find(({ title }: { title: string }) => title.includes('Example0')).id.split('/');
    const { conversations } = await call('list_record_conversations', { object: 'people', record_id: id });
    const { id: conversation_id } = conversations[0];
    const { messages } = await call('get_conversation', { conversation_id });
    const answered = messages.find(({ direction }: { direction: string }) => direction === 'inbound');
    const draft = { channel: 'gmail', reply_to: answered.id, body: 'Thank you, Monday suits us.' };
    expect(await call('create_draft', draft)).toMatchObject({ conversation_id });
  });
});

describe('what they cost', () => {
  it('is what was accepted', () => {
    expect(spent).toMatchSnapshot();
  });

  it('stays below 12,000 characters for the open deals of a company and their sum', () => {
    expect(spent["Acme's open deals and their sum"]!.characters).toBeLessThan(12_000);
  });
});
