import { World, type Member } from '../support/world.js';

let world: World;
let company: string;
beforeAll(async () => {
  world = await World.start();
  const { token } = await world.connected(world.ada, { tier: 'write' });
  const made = await world.call(token, 'create_record', { object: 'companies', values: { name: 'Example Ltd' } });
  company = made.json.result.structuredContent.id.record_id as string;
});
afterAll(() => world.stop());

const workspace = () => world.north.workspace_id;

interface Seen {
  member: Member;
  connection_id: string;
}

/** What ends a connection's right to come in, with the status that says so. */
const ENDS: [string, number, (seen: Seen) => Promise<unknown>][] = [
  ['it was revoked', 401, ({ connection_id }) => world.domain.connections.revoke(workspace(), connection_id)],
  ['its person left', 401, ({ member }) => world.domain.workspaces.removeMember(workspace(), member)],
  [
    'its person was deactivated',
    401,
    ({ member }) => world.sql('update app_user set deactivated_at = now() where user_id = $1', [member.user_id]),
  ],
  [
    'its workspace lost API access',
    403,
    () => world.sql('update workspace set api_access = false where workspace_id = $1', [workspace()]),
  ],
];

describe('a connection that was seen at work', () => {
  it.each(ENDS)('is refused by the very next request once %s', async (what, status, end) => {
    const member = await world.addMember(`Person${ENDS.findIndex(([each]) => each === what)} Example`, world.north);
    const { token, client, connection_id } = await world.connected(member);
    const rest = world.rest(world.token(member, { client, audience: world.places.baseUrl }));
    const path = `/v1/records/companies/${company}`;
    const read = () => world.call(token, 'get_record', { object: 'companies', record_id: company });
    for (let time = 0; time < 2; time++) {
      expect((await read()).json.result.structuredContent.id.record_id).toBe(company);
      await rest.get(path).expect(200);
    }
    await end({ member, connection_id });
    const refused = await read();
    expect(refused.status).toBe(status);
    expect(refused.headers['www-authenticate'] !== undefined).toBe(status === 401);
    expect(refused.text).not.toContain('Example Ltd');
    expect((await world.call(token, 'search_records', { object: 'companies' })).status).toBe(status);
    expect((await world.call(token, 'get_record', { object: 'companies', record_id: 'nonsense' })).status).toBe(status);
    await rest.get(path).expect(status);
    await rest.patch(path, { data: { name: 'No' } }).expect(status);
  });
});
