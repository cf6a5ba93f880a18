import { setTimeout as sleep } from 'node:timers/promises';
import type { Response, Test } from 'supertest';
import { trustedClaim, type Caller } from '#crm-domain';
import { AnswerWeight } from '../../libs/auth/src/access/answer-weight.js';
import { RateLimiter } from '../../libs/auth/src/access/rate-limiter.js';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { largeRecords, texts } from '../support/large-records.js';
import { Rest } from '../support/rest.js';

/** A record, a moment when it was large, and one from which on it was changed many times. */
interface Past {
  slug: string;
  id: string;
  path: string;
  at: string;
  from: string;
}

const COMPANIES = { slug: 'companies' };
const READS = 5;
const WRITES = 2;

describe('the rate of a person', () => {
  it('is that of two clients, however many clients they have in however many workspaces', () => {
    const limiter = new RateLimiter({ reads: READS, writes: WRITES }, () => 0);
    const by = (user_id: string | null, client_id: string | null, workspace_id = 'north') => {
      const claim = trustedClaim(workspace_id, { origin: 'rest-api', request_id: '' });
      const caller: Caller = { ...claim, trusted: false, user_id, client_id, api_key_id: user_id ? null : client_id };
      return limiter.take(caller, 'reads');
    };
    const granted = Array.from({ length: 10 }, (_, n) => by('ada', `client-${n}`, n % 2 ? 'north' : 'south').granted);
    expect(granted).toEqual(Array.from({ length: 10 }, () => true));
    expect(by('ada', 'client-11')).toMatchObject({ granted: false, limit: 2 * READS, isOfPerson: true });
    expect(by('bob', 'client-1').granted).toBe(true);
    // What a request weighs beyond one counts for the person as well.
    const cleo = { ...trustedClaim('north', { origin: 'rest-api', request_id: '' }), trusted: false, user_id: 'cleo' };
    limiter.spendItems({ ...cleo, client_id: 'client-1' }, 'reads', 2 * READS);
    expect(by('cleo', 'client-2')).toMatchObject({ granted: false, isOfPerson: true });
    for (let n = 0; n < 3 * READS; n++) expect(by(null, `key-${n}`).granted).toBe(true);
  });
});

describe('rate limits', () => {
  let rest: Rest;
  beforeAll(
    async () => (rest = await Rest.start({ RATE_LIMIT_READS_PER_SECOND: READS, RATE_LIMIT_WRITES_PER_SECOND: WRITES })),
  );
  afterAll(() => rest.stop());

  const aCaller = () => rest.newCaller(rest.workspace_id, ['read:data', 'write:data']);
  /**
   * Sends more at once than any bucket holds, again where they came in too slowly, and gives the first that was
   * refused.
   */
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

const MEASURED: Record<string, object> = { aggregate: { measures: [{ function: 'count' }] } };

describe('rate limits of those who are answered much', () => {
  let rest: Rest;
  const settings = { RATE_LIMIT_READS_PER_SECOND: READS };
  beforeAll(async () => (rest = await Rest.start(settings, { alone: 'each counts what it has answered' })));
  afterAll(() => rest.stop());
  // What is answered counts for its workspace as well.
  beforeEach(async () => Object.assign(rest, await rest.newWorkspace()));

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

  it.each<[string, (caller: Rest['reader'], of: Past) => Test]>([
    ['a record', (caller, { path, at }) => caller.get(`${path}?fields=name&as_of=${at}`)],
    [
      'several records',
      (caller, { slug, id, at }) =>
        caller.post(`/v1/records/${slug}/get`).send({ ids: [id], fields: ['name'], as_of: at }),
    ],
    ['a difference', (caller, { path, from }) => caller.get(`${path}/diff?from=${from}`)],
  ])('count what is read for the past, however little is shown of it: %s', async (_, ask) => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    const [record] = await largeRecords(rest, object, { records: 1, count: 25 });
    const path = pathTo(object, record!);
    const at = new Date().toISOString();
    const change = (mark: string) =>
      rest.admin
        .patch(path)
        .send({ data: { texts: texts(1, mark) } })
        .expect(200);
    await change('a');
    const from = new Date().toISOString();
    for (let n = 0; n < 10; n++) for (const mark of 'ba') await change(mark);
    const caller = await rest.newCaller(rest.workspace_id, ['read:data']);
    await ask(caller, { slug: object.slug, id: record!.id.record_id, path, at, from }).expect(200);
    expectError(await caller.get('/v1/self'), 429);
  });

  it.each(['query', 'aggregate'])('count the values of the filter of one %s, though it is refused', async (what) => {
    const object = await anObject(rest);
    const caller = await rest.newCaller(rest.workspace_id, ['read:data']);
    const value = Array.from({ length: 50 }, (_, n) => `Nobody ${n}`);
    const many = Array.from({ length: 24 }, () => ({ attribute: 'name', operator: 'in', value }));
    const filter = [...many, { attribute: 'nothing', operator: 'eq', value: 1 }];
    expectError(await caller.post(`/v1/records/${object.slug}/${what}`, { filter, ...MEASURED[what] }), 400);
    expectError(await caller.get('/v1/self'), 429);
  });

  it('refuse the pages of a burst that come after the first was found to be large', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'texts', is_multi_select: true });
    await largeRecords(rest, object, { records: 4, count: 25 });
    const caller = await rest.newCaller(rest.workspace_id, ['read:data']);
    const asked = Array.from({ length: READS }, () => caller.get(`/v1/records/${object.slug}`).then());
    const answers = await Promise.all(asked);
    // Four begin at once, unless the first has ended before the others come.
    const statuses = answers.map(({ status }) => status).sort();
    const given = statuses.lastIndexOf(200) + 1;
    expect([1, 2, 3, 4]).toContain(given);
    expect(statuses).toEqual(statuses.map((_, at) => (at < given ? 200 : 429)));
    const refused = answers.find(({ status }) => status === 429)!;
    expectError(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
  });
});

describe('what an answer weighs', () => {
  const caller = { api_key_id: 'key' } as Caller;
  const MIB = 1024 * 1024;

  it('is counted before the next one to the same work is made, and set right or taken back afterwards', () => {
    const limiter = new RateLimiter({ reads: 20, writes: 20 }, () => 0);
    const left = () => limiter.take(caller, 'reads').remaining + 1;
    const page = () => new AnswerWeight(limiter, caller, 'reads');
    const first = page();
    first.foresee('pages');
    expect(left()).toBe(20);
    first.weigh(MIB / 4);
    expect(left()).toBe(15);
    const second = page();
    second.foresee('pages');
    page().foresee('others');
    expect(left()).toBe(10);
    second.weigh(MIB / 8);
    expect(left()).toBe(11);
    const third = page();
    third.foresee('pages');
    expect(left()).toBe(8);
    third.giveBack();
    expect(left()).toBe(9);
  });

  it('is what was worked on for it or what it is, whichever is more, and not both', () => {
    const limiter = new RateLimiter({ reads: 20, writes: 20 }, () => 0);
    const left = () => limiter.take(caller, 'reads').remaining + 1;
    const [small, large] = [new AnswerWeight(limiter, caller, 'reads'), new AnswerWeight(limiter, caller, 'reads')];
    small.workOn(MIB / 4);
    expect(left()).toBe(16);
    small.weigh(MIB / 8);
    expect(left()).toBe(15);
    large.workOn(MIB / 8);
    large.weigh(MIB / 4);
    expect(left()).toBe(10);
  });

  it('is counted for all credentials of a workspace, which have as much as two of them', () => {
    let now = 0;
    const limiter = new RateLimiter({ reads: 20, writes: 20 }, () => now);
    const of = (workspace_id: string, api_key_id: string) =>
      new AnswerWeight(limiter, { workspace_id, api_key_id } as Caller, 'reads');
    for (const key of ['a', 'b', 'c']) of('one', key).weigh(MIB);
    for (const heavy of [() => of('one', 'd').foresee('pages'), () => of('one', 'd').refuseHeavy()])
      expect(heavy).toThrow(expect.objectContaining({ reason: 'rate_limited', retryAfter: 1 }) as Error);
    const foreseen = of('other', 'f');
    foreseen.workOn(3 * MIB);
    foreseen.refuseHeavy();
    foreseen.giveBack();
    // A small record is read all the same.
    expect(limiter.take({ workspace_id: 'one', api_key_id: 'd' } as Caller, 'reads').granted).toBe(true);
    of('other', 'e').foresee('pages');
    new AnswerWeight(limiter, { workspace_id: 'one', api_key_id: 'd' } as Caller, 'writes').refuseHeavy();
    now = 200;
    of('one', 'd').foresee('pages');
  });

  it('has the next ones refused before they are made where more is used up than there was, until it is there again', () => {
    let now = 0;
    const limiter = new RateLimiter({ reads: 20, writes: 20 }, () => now);
    const page = () => new AnswerWeight(limiter, caller, 'reads');
    page().weigh(2 * MIB);
    expect(() => page().foresee('pages')).toThrow(expect.objectContaining({ kind: 'rate_limited', retryAfter: 1 }));
    now = 1000;
    expect(() => page().foresee('pages')).not.toThrow();
  });
});

describe('a body', () => {
  const RATE = 20;
  let rest: Rest;
  const settings = { RATE_LIMIT_READS_PER_SECOND: RATE, RATE_LIMIT_WRITES_PER_SECOND: RATE };
  beforeAll(async () => (rest = await Rest.start(settings, { alone: 'each counts what it has read' })));
  afterAll(() => rest.stop());

  it.each([
    ['16 KiB', { name: 'x'.repeat(25 * 16 * 1024) }],
    ['1,000 names and values', Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`f${n}`, 0]))],
  ])('counts as one more request for each %s of it, whatever becomes of it', async (_, data) => {
    const caller = await rest.newCaller(rest.workspace_id, ['read:data', 'write:data']);
    expect((await caller.post('/v1/records/companies', { data })).status).toBe(400);
    const refused = await caller.post('/v1/records/companies', { data: {} });
    expectError(refused, 429);
    await caller.get('/v1/self').expect(200);
  });

  it('is not parsed for a caller without a credential, nor for one that has sent too much', async () => {
    const { jest: spies } = import.meta as unknown as { jest: typeof jest };
    const parse = spies.spyOn(JSON, 'parse');
    const texts = () => parse.mock.calls.filter(([text]) => text.includes('parsed-or-not')).length;
    const send = async (authorization: string, path = '/v1/records/companies') => {
      const headers = { 'Content-Type': 'application/json', Authorization: authorization };
      const body = JSON.stringify({ data: { name: 'parsed-or-not' } });
      return (await fetch(rest.url + path, { method: 'POST', headers, body })).status;
    };
    try {
      const strangers = [await send('Bearer nobody'), await send('', '/v1/nothing'), await send('', '/nothing')];
      expect([...strangers, texts()]).toEqual([401, 401, 404, 0]);
      const { authorization } = await rest.newCaller(rest.workspace_id, ['write:data']);
      expect([await send(authorization!), texts()]).toEqual([200, 1]);
      let sent = 0;
      while ((await send(authorization!)) !== 429) sent++;
      expect(texts()).toBe(sent + 1);
    } finally {
      parse.mockRestore();
    }
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

describe('the rate of writes in batches', () => {
  let rest: Rest;
  const settings = { RATE_LIMIT_WRITES_PER_SECOND: 2, RATE_LIMIT_BATCHED_WRITES_PER_SECOND: 10 };
  beforeAll(
    async () => (rest = await Rest.start(settings, { alone: 'What is left of a rate is known to one process.' })),
  );
  afterAll(() => rest.stop());

  it('counts each item, apart from other writes: a batch may use up more than there is, and the next one waits', async () => {
    const caller = await rest.newCaller(rest.workspace_id, ['read:data', 'write:data']);
    const batch = (count: number) => {
      const items = Array.from({ length: count }, () => ({ op: 'create', data: {} }));
      return caller.post('/v1/records/companies/batch', { mode: 'each', items });
    };
    const first = await batch(200).expect(200);
    expect(first.headers['ratelimit-policy']).toBe('"batched";q=10;w=1');
    const refused = await batch(1);
    expectError(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(5);
    await caller.post('/v1/records/companies', { data: {} }).expect(200);
  });
});

describe('the rate of writes', () => {
  let rest: Rest;
  const settings = { RATE_LIMIT_WRITES_PER_SECOND: 5 };
  beforeAll(
    async () => (rest = await Rest.start(settings, { alone: 'What is left of a rate is known to one process.' })),
  );
  afterAll(() => rest.stop());

  it('counts the records that references create, and a tenth of each that is undone', async () => {
    const object = await anObject(rest);
    await anAttribute(rest, object, { type: 'text', slug: 'code', is_unique: true });
    const link = { type: 'record-reference', slug: 'links', is_multi_select: true };
    const config = { record_reference: { allowed_object_ids: [object.object_id] } };
    await anAttribute(rest, object, { ...link, config } as never);
    const aCaller = () => rest.newCaller(rest.workspace_id, ['read:data', 'write:data', 'write:schema']);
    const [maker, undoer] = [await aCaller(), await aCaller()];
    const links = Array.from({ length: 49 }, (_, n) => ({ match: { code: `${n}` }, create: true }));
    const made = await maker.post(`/v1/records/${object.slug}`, { data: { links } }).expect(200);
    const refused = await maker.post(`/v1/records/${object.slug}`, { data: {} });
    expectError(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(5);
    const undone = await undoer.post('/v1/undo', { request_id: made.headers['x-request-id'] }).expect(200);
    expect(undone.body.data.undone).toHaveLength(50);
    expectError(await undoer.post('/v1/records/companies', { data: {} }), 429);
  });
});
