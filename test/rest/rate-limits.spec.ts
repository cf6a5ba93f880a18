import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'supertest';
import { trustedClaim } from '#crm-domain';
import { RateLimiter } from '../../libs/auth/src/access/rate-limiter.js';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { largeRecords } from '../support/large-records.js';
import { Rest } from '../support/rest.js';

const COMPANIES = { slug: 'companies' };
const READS = 5;
const WRITES = 2;

describe('rate limits', () => {
  let rest: Rest;
  beforeAll(
    async () => (rest = await Rest.start({ RATE_LIMIT_READS_PER_SECOND: READS, RATE_LIMIT_WRITES_PER_SECOND: WRITES })),
  );
  afterAll(() => rest.stop());

  const aCaller = () => rest.newCaller(rest.workspace_id, ['read:data', 'write:data']);
  /** Sends more at once than any bucket holds, again where they came in too slowly, and gives the first that was refused. */
  const untilRefused = async (send: () => PromiseLike<Response>): Promise<Response> => {
    let refused: Response | undefined;
    await eventually(async () => {
      const responses = await Promise.all(Array.from({ length: 3 * READS }, send));
      return (refused = responses.find(({ status }) => status === 429)) !== undefined;
    });
    return refused!;
  };

  it('tell with each answer how much is left', async () => {
    const caller = await aCaller();
    const first = await caller.get('/v1/self').expect(200);
    expect(first.headers['ratelimit-policy']).toBe(`"reads";q=${READS};w=1`);
    expect(first.headers['ratelimit']).toBe(`"reads";r=${READS - 1};t=1`);
    const write = await caller.post('/v1/records/companies', { data: {} }).expect(200);
    expect(write.headers['ratelimit-policy']).toBe(`"writes";q=${WRITES};w=1`);
    expect(write.headers['ratelimit']).toBe(`"writes";r=${WRITES - 1};t=1`);
  });

  it('refuse what is too much with 429 and when to come back, and let in again then', async () => {
    const caller = await aCaller();
    const refused = await untilRefused(() => caller.get('/v1/self'));
    expectError(refused, 429);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers['ratelimit']).toBe('"reads";r=0;t=1');
    await sleep(1000 * Number(refused.headers['retry-after']));
    await caller.get('/v1/self').expect(200);
  });

  it('count reads and writes apart', async () => {
    const caller = await aCaller();
    await untilRefused(() => caller.post('/v1/records/companies', { data: {} }));
    await caller.get('/v1/self').expect(200);
  });

  it('count each credential apart', async () => {
    const [one, other] = [await aCaller(), await aCaller()];
    await untilRefused(() => one.get('/v1/self'));
    await other.get('/v1/self').expect(200);
  });

  it('change nothing with a write that is refused', async () => {
    const caller = await aCaller();
    const record = await aRecord(rest, COMPANIES, { name: 'Kept' });
    const rename = (name: string) => caller.patch(pathTo(COMPANIES, record), { data: { name } });
    const responses = await Promise.all(Array.from({ length: 12 }, (_, at) => rename(`Name ${at}`)));
    for (const refused of responses.filter(({ status }) => status !== 200)) expectError(refused, 429);
    const written = responses.filter(({ status }) => status === 200).map(({ body }) => body.data.values.name[0].value);
    const { values } = await readRecord(rest, COMPANIES, record, '?show_historic=true');
    expect(written.length).toBeLessThan(12);
    expect(values.name!.map(({ value }) => value).sort()).toEqual(['Kept', ...written].sort());
  });

  it('are no help in guessing keys: an unknown one is refused before anything is counted', async () => {
    const { api_key } = await rest.newKey(rest.workspace_id);
    const wrong = rest.callerWith(`Bearer ${api_key.slice(0, -1)}${api_key.endsWith('0') ? '1' : '0'}`);
    for (let sent = 0; sent < 3 * READS; sent++) {
      const response = await wrong.get('/v1/self');
      expectError(response, 401);
      expect(response.headers).not.toHaveProperty('ratelimit');
    }
    await rest.callerWith(`Bearer ${api_key}`).get('/v1/self').expect(200);
  });
});

describe('rate limits of those who are answered much', () => {
  let rest: Rest;
  const settings = { RATE_LIMIT_READS_PER_SECOND: READS };
  beforeAll(async () => (rest = await Rest.start(settings, { alone: 'each counts what it has answered' })));
  afterAll(() => rest.stop());

  it.each(['', '?show_historic=true'])('count each full 64 KiB of a record%s as one more request', async (how) => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    const [large] = await largeRecords(rest, object, { records: 1, count: 50 });
    const small = await aRecord(rest, object, { name: 'Small' });
    const [caller, other] = [await rest.newCaller(rest.workspace_id, ['read:data']), rest.stranger.admin];
    await caller.get(pathTo(object, small) + how).expect(200);
    await caller.get(pathTo(object, large!) + how).expect(200);
    const refused = await caller.get('/v1/self');
    expectError(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
    expect(refused.headers['ratelimit']).toMatch(/^"reads";r=0;/);
    await other.get('/v1/self').expect(200);
  });
});

describe('rate limits of 0', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start({ RATE_LIMIT_READS_PER_SECOND: 0, RATE_LIMIT_WRITES_PER_SECOND: 0 })));
  afterAll(() => rest.stop());

  it('let any number of requests through and say nothing of themselves', async () => {
    const responses = await Promise.all(Array.from({ length: 150 }, () => rest.admin.get('/v1/self')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Object.keys(responses[0]!.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});

it('a credential at work keeps its count however many others come', () => {
  const limiter = new RateLimiter({ reads: 1, writes: 1 }, () => 0);
  const claim = (api_key_id: string) => ({ ...trustedClaim('', { origin: 'rest-api', request_id: '' }), api_key_id });
  expect(limiter.take(claim('busy'), 'reads').granted).toBe(true);
  for (let at = 0; at < 60_000; at++) {
    limiter.take(claim(`other ${at}`), 'reads');
    if (at % 10_000 === 0) expect(limiter.take(claim('busy'), 'reads').granted).toBe(false);
  }
});
