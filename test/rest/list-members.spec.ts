import { aRecord } from '../support/builders.js';
import { refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('GET /v1/members', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const join = (subject: string, workspace_id = rest.workspace_id, role: 'admin' | 'member' = 'member') =>
    rest.domain.workspaces.addMember({ workspace_id, subject, role, email: `${subject}@example.com`, name: subject });
  const list = async () =>
    (await rest.reader.get('/v1/members').expect(200)).body.data as { user_id: string; name: string }[];

  it('answers 200 with who belongs to the workspace, the oldest first, and nothing of anybody else', async () => {
    expect(await list()).toEqual([]);
    const [ada, bob] = [await join('ada', rest.workspace_id, 'admin'), await join('bob')];
    await join('eve', rest.stranger.workspace_id);
    expect(await list()).toEqual([
      { user_id: ada.user_id, name: 'ada', email: 'ada@example.com', role: 'admin' },
      { user_id: bob.user_id, name: 'bob', email: 'bob@example.com', role: 'member' },
    ]);
  });

  it('gives the ids that an owner may have', async () => {
    const { user_id } = await join('carol');
    const carol = (await list()).find(({ name }) => name === 'carol')!;
    const deal = await aRecord(rest, { slug: 'deals' }, { owner: { type: 'user', id: carol.user_id } });
    expect(deal.values.owner).toMatchObject([{ actor_reference_type: 'user', actor_reference_id: user_id }]);
  });

  it('ends at a thousand', async () => {
    const { workspace_id } = rest;
    await rest.sql(
      `with made as (insert into app_user (user_id, issuer, subject, email, name)
         select gen_random_uuid(), 'local', 'many-' || n, n || '@example.com', 'Many' from generate_series(1, 1000) n returning user_id)
       insert into membership (workspace_id, user_id, role) select $1, user_id, 'member' from made`,
      [workspace_id],
    );
    const members = await list();
    expect([members.length, members[0]!.name]).toEqual([1000, 'ada']);
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/members'),
    'read:data',
  );
});
