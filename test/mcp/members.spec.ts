import { World } from '../support/world.js';
import { Toolbox } from './support/toolbox.js';

interface Named {
  name: string;
}

let world: World;
let ada: Toolbox;
let bob: Toolbox;
beforeAll(async () => {
  world = await World.start();
  const open = async (member: World['ada']) =>
    Toolbox.open(world, (await world.connected(member, { tier: 'write' })).token);
  [ada, bob] = [await open(world.ada), await open(world.bob)];
});
afterAll(() => world.stop());

const idOf = ({ user_id }: { user_id: string }) => user_id;
const rename = (member: World['ada'], name: string) =>
  world.sql('update app_user set name = $2 where user_id = $1', [member.user_id, name]);
const ownerOf = async (owner: unknown, by = ada) => {
  const values = { name: 'Deal', owner };
  const made = await by.result('create_record', { object: 'deals', values, format: 'concise' });
  return (made.values.owner as { id: string }).id;
};

describe('members', () => {
  it('are listed with what else names them, and who is meant by me', async () => {
    const { members, has_more } = await ada.result('list_members');
    expect(has_more).toBe(false);
    expect(members).toContainEqual(member(world.bob, false));
    expect((await bob.result('list_members')).members).toContainEqual(member(world.bob, true));
    expect((members as object[]).map((each) => idOf(each as { user_id: string }))).not.toContain(world.cleo.user_id);
    const page = await ada.result('list_members', { limit: 1 });
    expect(page).toMatchObject({ members: [expect.anything()], has_more: true, next_offset: 1 });
  });

  const member = ({ user_id, email }: World['ada'], is_me: boolean) =>
    expect.objectContaining({ user_id, email, is_me });

  it('are written by id, e-mail address, unique name or me', async () => {
    await rename(world.bob, 'Bob Ærlig');
    const { bob: theirs } = world;
    for (const owner of [idOf(theirs), theirs.email, ` ${theirs.email.toUpperCase()} `, 'Bob Ærlig', 'bob Ærlig'])
      expect([owner, await ownerOf(owner)]).toEqual([owner, theirs.user_id]);
    expect(await ownerOf({ type: 'user', id: theirs.email })).toBe(theirs.user_id);
    expect([await ownerOf('me'), await ownerOf('me', bob)]).toEqual([world.ada.user_id, world.bob.user_id]);
  });

  it('are named in every way of writing', async () => {
    const { email, user_id } = world.bob;
    const owner = { id: user_id, type: 'user' };
    const shape = { format: 'concise', fields: ['owner'] };
    const { id } = await ada.result('create_record', { object: 'deals', values: { name: 'Open' }, format: 'concise' });
    const at = { object: 'deals', record_id: id, ...shape };
    expect(await ada.result('update_record', { ...at, values: { owner: email } })).toMatchObject({ values: { owner } });
    const items = ['One', 'Two'].map((name) => ({ op: 'create', values: { name, owner: email } }));
    const { results } = await ada.result('batch_records', { object: 'deals', mode: 'atomic', items });
    for (const each of results as { record: { values: { owner: object[] } } }[])
      expect(JSON.stringify(each)).toContain(user_id);
    const dry = await ada.result('create_record', {
      object: 'deals',
      values: { owner: 'me' },
      ...shape,
      dry_run: true,
    });
    expect(JSON.stringify(dry.dry_run)).toContain(world.ada.user_id);
  });

  it.each(['nobody@example.com', 'Nobody at all', ''])('are refused where %j names nobody', async (owner) => {
    const { issues } = await ada.failure('create_record', { object: 'deals', values: { owner } });
    expect(issues).toMatchObject([{ path: 'values.owner' }]);
  });

  it('are refused by a name that two of them have, and by one that is of another workspace', async () => {
    await world.addMember('Dora', world.north);
    await world.addMember('Dora2', world.north);
    await world.sql(`update app_user set name = 'Same Name' where name in ('Dora', 'Dora2')`);
    for (const owner of ['same name', world.cleo.email]) {
      const { issues } = await ada.failure('create_record', { object: 'deals', values: { owner } });
      expect(issues).toMatchObject([
        { path: 'values.owner', message: expect.stringMatching(/^(Several members|No member)/) },
      ]);
    }
    const filter = { attribute: 'owner', operator: 'eq', value: 'Same Name' };
    const { issues } = await ada.failure('search_records', { object: 'deals', filter });
    expect(issues).toMatchObject([{ message: 'Several members have this name: use an e-mail address.' }]);
  });

  it('are named so in conditions, too', async () => {
    await rename(world.bob, 'Bob Condition');
    const values = { name: 'Of Bob alone', owner: 'Bob Condition' };
    await ada.result('create_record', { object: 'deals', values });
    const words = { object: 'deals', query: 'alone', format: 'concise' };
    for (const value of ['bob condition', world.bob.email, world.bob.user_id]) {
      const filter = { attribute: 'owner', operator: 'eq', value };
      const { records } = await ada.result('search_records', { ...words, filter });
      expect((records as Named[]).map(({ name }) => name)).toEqual(['Of Bob alone']);
    }
    const mine = { attribute: 'owner', operator: 'eq', value: 'me' };
    expect((await ada.result('search_records', { ...words, filter: mine })).records).toEqual([]);
  });

  it('are the authors of notes that they write', async () => {
    const note = await bob.result('create_record', { object: 'notes', values: { title: 'Mine' }, format: 'concise' });
    expect(note.values.author).toEqual({ id: world.bob.user_id, type: 'user' });
    const { api_key } = await world.domain.apiKeys.create({
      workspace_id: world.north.workspace_id,
      name: 'Key',
      capabilities: ['read:data', 'write:data'],
    });
    const key = world.rest(api_key);
    const { body } = await key.post('/v1/records/notes', { data: { title: 'Of nobody' } }).expect(200);
    expect(body.data.values.author).toEqual([]);
    const refused = await key.post('/v1/records/notes', { data: { author: 'me' } });
    expect([refused.status, refused.body.issues[0].message]).toEqual([
      400,
      expect.stringContaining('an API key belongs to nobody'),
    ]);
  });
});
