import { ApiKeyFinder } from '../../libs/crm-domain/src/api-keys/api-key-finder.js';
import { newApiKey } from '../../libs/crm-domain/src/api-keys/api-key-format.js';
import { ApiKeyStore, type KnownKey } from '../../libs/crm-domain/src/api-keys/api-key.store.js';
import { Rest } from '../support/rest.js';

const keyOf = (public_id: string): KnownKey => ({
  public_id,
  api_key_id: `key of ${public_id}`,
  workspace_id: 'w',
  secret_hash: Buffer.alloc(32),
});

/** A finder over keys in memory that counts its looks and how many ids each was for. */
function aFinder(keys: string[]) {
  let now = 0;
  const looks: number[] = [];
  const look = async (ids: readonly string[]) => {
    looks.push(ids.length);
    await new Promise((later) => setTimeout(later, 5));
    return ids.filter((id) => keys.includes(id)).map(keyOf);
  };
  return { finder: new ApiKeyFinder(look, () => now), looks, wait: (ms: number) => void (now += ms), keys };
}

describe('looking up keys', () => {
  it('costs one look for all who ask meanwhile, and finds what is there', async () => {
    const { finder, looks } = aFinder(['good']);
    await finder.find('first');
    const asked = Array.from({ length: 300 }, (_, n) => finder.find(`made up ${n}`));
    const good = finder.find('good');
    expect(new Set(await Promise.all(asked))).toEqual(new Set([undefined]));
    expect(await good).toEqual(keyOf('good'));
    expect(looks).toEqual([1, 301]);
  });

  it('takes no more than 500 at once', async () => {
    const { finder, looks } = aFinder(['good']);
    const asked = Array.from({ length: 1200 }, (_, n) => finder.find(`made up ${n}`));
    expect(await finder.find('good')).toEqual(keyOf('good'));
    await Promise.all(asked);
    expect(Math.max(...looks)).toBe(500);
    expect(looks.reduce((sum, each) => sum + each)).toBe(1201);
  });

  it('remembers an unknown one for five seconds, and a known one from then on', async () => {
    const { finder, looks, wait, keys } = aFinder([]);
    for (let n = 0; n < 20; n++) expect(await finder.find('later')).toBeUndefined();
    expect(looks).toEqual([1]);
    keys.push('later');
    wait(5000);
    for (let n = 0; n < 20; n++) expect(await finder.find('later')).toEqual(keyOf('later'));
    expect(looks).toEqual([1, 1]);
  });

  it('asks again after a look that failed', async () => {
    let isAway = true;
    const finder = new ApiKeyFinder((ids) =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(ids.map(keyOf)),
    );
    await expect(Promise.all([finder.find('a'), finder.find('b')])).rejects.toThrow('away');
    isAway = false;
    expect(await finder.find('a')).toEqual(keyOf('a'));
  });

  it('refuses only the one that cannot be read, and asks for it again', async () => {
    let isAway = true;
    const finder = new ApiKeyFinder((ids, failures) => {
      const lost: string[] = isAway ? ids.filter((id) => id === 'lost') : [];
      for (const id of lost) failures.set(id, new Error('away'));
      return Promise.resolve(ids.filter((id) => !lost.includes(id)).map(keyOf));
    });
    const others = Promise.all([finder.find('a'), finder.find('b')]);
    await expect(finder.find('lost')).rejects.toThrow('away');
    expect(await others).toEqual([keyOf('a'), keyOf('b')]);
    isAway = false;
    expect(await finder.find('lost')).toEqual(keyOf('lost'));
  });

  it('forgets the first of more than ten thousand unknown ones', async () => {
    const { finder, looks } = aFinder([]);
    await finder.find('first');
    await Promise.all(Array.from({ length: 10_000 }, (_, n) => finder.find(`made up ${n}`)));
    const before = looks.length;
    await finder.find('made up 9999');
    expect(looks.length).toBe(before);
    await finder.find('first');
    expect(looks.length).toBe(before + 1);
  });
});

describe('unknown keys with a right checksum', () => {
  let rest: Rest;
  let looks: number;
  // Its looks are counted in this process.
  const alone = 'it counts the look-ups of one process';
  const find = ApiKeyStore.prototype.findByPublicIds;
  beforeAll(async () => {
    rest = await Rest.start({}, { alone });
    ApiKeyStore.prototype.findByPublicIds = function (this: ApiKeyStore, ...asked) {
      looks++;
      return find.apply(this, asked);
    };
  });
  afterAll(async () => {
    ApiKeyStore.prototype.findByPublicIds = find;
    await rest.stop();
  });
  beforeEach(() => (looks = 0));

  const statusOf = async (key: string) => (await rest.callerWith(`Bearer ${key}`).get('/v1/self')).status;

  it('cost no look-up when they come again', async () => {
    const { text } = newApiKey();
    for (let n = 0; n < 10; n++) expect(await statusOf(text)).toBe(401);
    expect(looks).toBe(1);
  });

  it('do not keep a key out that was made a moment ago, however many they are', async () => {
    const flood = Array.from({ length: 150 }, () => statusOf(newApiKey().text));
    const { api_key, api_key_id } = await rest.newKey(rest.workspace_id, ['read:data']);
    expect(await statusOf(api_key)).toBe(200);
    const statuses = await Promise.all(flood);
    expect(statuses.every((status) => status === 401 || status === 503)).toBe(true);
    expect(statuses).toContain(401);
    expect(looks).toBeLessThan(75);
    await rest.domain.apiKeys.revoke(rest.workspace_id, api_key_id);
    expect(await statusOf(api_key)).toBe(401);
  });
});
