import { ENDPOINTS, takesKey } from '../contract/endpoints.js';
import { expectError } from '../support/answers.js';
import { aPersonOverRest } from '../support/person.js';
import { Rest, type Caller } from '../support/rest.js';
import { World } from '../support/world.js';

const CALLS = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('a query parameter that a route does not know', () => {
  let rest: Rest;
  let world: World;
  let person: Caller;
  beforeAll(async () => {
    const keys = new Map([['k', Buffer.alloc(32)]]);
    rest = await Rest.start({ CREDENTIALS_KEYS: keys, WEBHOOK_PRIVATE_ADDRESSES: true });
    world = await World.start();
    person = (await aPersonOverRest(world)).caller;
  });
  afterAll(async () => {
    await rest.stop();
    await world.stop();
  });

  it.each(CALLS)('is answered with 400, which names those that it knows: %s', async (_, endpoint) => {
    const { method, path, people } = endpoint;
    const query = [...(endpoint.query ?? []), ...(takesKey(endpoint) ? ['dry_run', 'expect_digest'] : [])];
    const by = people ? person : rest.admin;
    const at = path.replace(/\{\w+\}/g, 'nowhere');
    for (const sent of ['nonsense=1', 'nonsense', `${query[0] ?? 'limit'}s=1&nonsense=`]) {
      const response = await by.send(method.toLowerCase() as 'post', `${at}?${sent}`);
      const { issues } = expectError(response, 400);
      const issue = issues.find((each) => each.path === 'nonsense');
      expect(issue!.message).toMatch(/^There is no such query parameter here\./);
      const { allowed = [] } = issue as { allowed?: string[] };
      expect(allowed.toSorted()).toEqual(query.toSorted());
    }
  });

  it.each(['stage=Won', 'sort=name'])('beside records is answered with where to filter and sort: %s', async (sent) => {
    const { issues } = expectError(await rest.admin.get(`/v1/records/deals?${sent}`), 400);
    expect(issues[0]!.message).toMatch(/To filter or sort, send POST \/v1\/records\/\{object\}\/query\.$/);
  });

  it('is of no matter where nothing is sent behind the question mark', async () => {
    await rest.admin.get('/v1/objects?').expect(200);
  });
});
