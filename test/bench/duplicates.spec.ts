import { Rest, type Caller } from '../support/rest.js';
import { askTwins, recallOf, walkTwins } from './dataset/found-twins.js';
import { EXACT, NAMES, loadTwins, type Twin } from './dataset/twins.js';

let rest: Rest;
let reader: Caller;
let twins: Twin[];
beforeAll(async () => {
  rest = await Rest.start();
  const { api_key } = await rest.newKey(rest.workspace_id);
  reader = rest.callerWith(`Bearer ${api_key}`);
  twins = await loadTwins({ domain: rest.domain, pool: rest.pool }, api_key, { records: 6000, copies: 140 });
});
afterAll(() => rest.stop());

const get = async (path: string) => (await reader.get(path).expect(200)).body as unknown;
/** What no letter tells from chance is found for one record only. */
const FARTHER = ['another letter', 'a middle name', 'accents'];

it('all pages together have every exact copy, most similar names, and nothing of an office', async () => {
  const found = await walkTwins(get, twins);
  expect(recallOf(found, EXACT)).toBe(1);
  expect(Object.entries(found.recall).filter(([kind, share]) => !FARTHER.includes(kind) && share < 1)).toEqual([]);
  expect(found.precision).toBe(1);
  expect([...found.skipped].sort()).toEqual(['+14155550100', 'example.com']);
  expect(found.pairs).toBeLessThanOrEqual(twins.length);
});

it('for one record, every copy is found', async () => {
  const found = await askTwins(get, twins);
  expect([recallOf(found, EXACT), recallOf(found, NAMES), found.precision]).toEqual([1, 1, 1]);
});
