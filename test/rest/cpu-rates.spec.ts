import { CpuTime } from '#platform';
import { Rest } from '../support/rest.js';

const READS = 100;

let rest: Rest;
let caller: Awaited<ReturnType<Rest['newCaller']>>;
let used = 0;
/** Milliseconds of CPU that the thread takes between two times at which it is asked. */
let perStep = 0;
beforeAll(async () => {
  rest = await Rest.start({ RATE_LIMIT_READS_PER_SECOND: READS, RATE_LIMIT_COUNTS_CPU: true });
  caller = await rest.newCaller(rest.workspace_id, ['read:data', 'write:data']);
});
beforeEach(async () => {
  jest.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: (used += perStep * 1000), system: 0 }));
  perStep = 0;
  // As many as are not counted, and time for the bucket to fill.
  for (let at = 0; at < 501; at++) CpuTime.begin(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 1100));
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => rest?.stop());

const left = (header: unknown) => Number(/r=(\d+)/.exec(String(header))![1]);

async function spentBy(send: () => PromiseLike<{ headers: Record<string, unknown> }>, ms: number): Promise<number> {
  const before = left((await caller.get('/v1/self')).headers['ratelimit']);
  perStep = ms;
  await send();
  perStep = 0;
  return before - left((await caller.get('/v1/self')).headers['ratelimit']);
}

it('a read counts for the CPU that it takes beyond a few milliseconds', async () => {
  // Two statements or one, and the answer; what the bucket gains meanwhile is a few at most.
  expect(await spentBy(() => caller.get('/v1/objects/companies'), 40)).toBeGreaterThan(15);
  expect(await spentBy(() => caller.get('/v1/objects/companies'), 0.5)).toBeLessThan(5);
});

it('a read that is refused counts as well', async () => {
  const wrong = { filter: [{ attribute: 'nothing', operator: 'eq', value: 1 }] };
  expect(await spentBy(() => caller.post('/v1/records/companies/query', wrong).expect(400), 40)).toBeGreaterThan(15);
});

it('what other requests take meanwhile is theirs', async () => {
  const before = left((await caller.get('/v1/self')).headers['ratelimit']);
  const other = await rest.newCaller(rest.workspace_id, ['read:data']);
  perStep = 20;
  await Promise.all(Array.from({ length: 10 }, () => other.get('/v1/objects/companies')));
  perStep = 0;
  expect(before - left((await caller.get('/v1/self')).headers['ratelimit'])).toBeLessThan(5);
});

it.each<[string, () => PromiseLike<{ headers: Record<string, unknown> }>]>([
  ['reads', () => caller.get('/v1/objects/companies')],
  ['sends a body', () => caller.post('/v1/records/companies/query', { limit: 100 })],
  ['sends a long body', () => caller.post('/v1/records/companies/query', { query: ' '.repeat(200_000) })],
  ['searches', () => caller.post('/v1/search', { query: 'harbour' })],
])('what the thread does between its turns, for nobody that is known, is not counted for who %s', async (_, send) => {
  // With a bucket that nothing was taken from.
  caller = await rest.newCaller(rest.workspace_id, ['read:data']);
  let isOver = false;
  const others = () => {
    used += 200_000;
    if (!isOver) setImmediate(others);
  };
  const before = left((await caller.get('/v1/self')).headers['ratelimit']);
  others();
  const { headers } = await send();
  isOver = true;
  expect(before - left(headers['ratelimit'])).toBeLessThan(3);
  expect(before - left((await caller.get('/v1/self')).headers['ratelimit'])).toBeLessThan(READS / 4);
});
