import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { LargeRecord, trustedClaim } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { texts } from '../support/large-records.js';
import { Rest, withLongWaits, type Caller } from '../support/rest.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

const COMPANIES = { slug: 'companies' };

describe('Idempotency-Key', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const withKey = (test: Test, key: string): Test => test.set('Idempotency-Key', key);
  const create = (key: string, data: object, by: Caller = rest.writer) =>
    withKey(by.post('/v1/records/companies', { data }), key);
  const total = async () => (await rest.reader.get('/v1/records/companies')).body.pagination.total as number;

  it('has a request done once and answered twice alike', async () => {
    const before = await total();
    const key = randomUUID();
    const first = await create(key, { name: 'Once' }).expect(200);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    await expectNothingChanged(rest, async () => {
      const second = await create(key, { name: 'Once' }).expect(200);
      expect(second.body).toEqual(first.body);
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    });
    expect(await total()).toBe(before + 1);
  });

  it('is good for updates, deletes and changes of the schema', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'Before' });
    const keys = { update: randomUUID(), delete: randomUUID(), option: randomUUID() };
    const path = pathTo(object, record);
    const update = () => withKey(rest.writer.patch(path, { data: { name: 'After' } }), keys.update).expect(200);
    const answer = await update();
    await rest.writer.patch(path, { data: { name: 'Later' } }).expect(200);
    expect((await update()).body).toEqual(answer.body);
    expect((await readRecord(rest, object, record)).values.name).toMatchObject([{ value: 'Later' }]);
    for (let n = 0; n < 2; n++)
      await withKey(rest.writer.delete(path), keys.delete).expect(200, { data: { deleted: true } });
    const { slug } = await anAttribute(rest, object, { type: 'select', options: [{ title: 'A' }] });
    const options = `${object.path}/attributes/${slug}/options`;
    const made = [0, 1].map(() => withKey(rest.admin.post(options, { title: 'B' }), keys.option).expect(200));
    const [one, two] = await Promise.all(made);
    expect(one!.body).toEqual(two!.body);
  });

  it('lets eight who send the same at once have it done once', async () => {
    const before = await total();
    const key = randomUUID();
    const answers = await Promise.all([...Array(8)].map(() => create(key, { name: 'At once' }).expect(200)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await total()).toBe(before + 1);
  });

  it('takes the same content for the same request, in whatever order its members are', async () => {
    const key = randomUUID();
    const first = await create(key, { name: 'Ordered', domains: ['a.example.com', 'b.example.com'] }).expect(200);
    const again = await create(key, { domains: ['a.example.com', 'b.example.com'], name: 'Ordered' }).expect(200);
    expect(again.body).toEqual(first.body);
    expectError(await create(key, { name: 'Ordered', domains: ['b.example.com', 'a.example.com'] }), 409);
  });

  it('refuses another body, another route and another method with the same key', async () => {
    const key = randomUUID();
    const { body } = await create(key, { name: 'Mine' }).expect(200);
    await expectNothingChanged(rest, async () => {
      expectError(await create(key, { name: 'Other' }), 409);
      expectError(await withKey(rest.writer.post('/v1/records/people', { data: { name: 'Mine' } }), key), 409);
      expectError(await withKey(rest.writer.delete(`/v1/records/companies/${body.data.slug}`), key), 409);
    });
  });

  it('does not have requests wait for each other where the schema is not known yet', async () => {
    const few = await Rest.start({ DATABASE_POOL_SIZE: 4 }, { alone: 'its pool has to be full', route: withLongWaits });
    const { admin } = await few.newWorkspace();
    // One workspace alone never fills it.
    const others = await Promise.all([few.newWorkspace(), few.newWorkspace(), few.newWorkspace()]);
    const free = await holdTables(few.pool, ['idempotency'], 'exclusive');
    const make = (by: Caller) => by.post('/v1/records/companies', { data: { name: 'Made' } });
    const keyed = [admin, ...others.map((other) => other.admin)].map((by) =>
      withKey(make(by), randomUUID()).then(({ status }) => status),
    );
    await eventually(async () => (await few.sql(LOCK_WAITS)).length === 4);
    const plain = make(admin).then(({ status }) => status);
    const pool = (few.domain.source.driver as unknown as { master: { waitingCount: number } }).master;
    await eventually(() => pool.waitingCount > 0);
    await free();
    expect(await Promise.all([...keyed, plain])).toEqual([200, 200, 200, 200, 200]);
    await few.stop();
  });

  it('has a kept answer beyond 64 KiB wait for the turn of a large record, as the request itself did', async () => {
    const { idempotency } = rest.domain;
    const credential = rest.writer.authorization!.replace('Bearer ', '');
    const caller = await rest.domain.apiKeys.identify(credential, { origin: 'rest-api', request_id: 'none' });
    const by = { ...caller, defersLarge: true };
    const request = { key: randomUUID(), input: 'long', needs: 'write:data' as const };
    const answer = texts(5);
    await idempotency.once(by, request, () => Promise.resolve(answer));
    const again = () => Promise.reject(new Error('It is done already.'));
    const told = await idempotency.once(by, request, again).catch((error: unknown) => error);
    expect(told).toBeInstanceOf(LargeRecord);
    expect((told as LargeRecord).bytes).toBeGreaterThan(100_000);
    expect(await idempotency.once({ ...by, defersLarge: false }, request, again)).toEqual({ answer, replayed: true });
  });

  it('keeps no more than 512 MiB a day of answers beyond 64 KiB for a workspace, and refuses what goes beyond', async () => {
    const { admin: by, workspace_id } = await rest.newWorkspace();
    const object = await anObject(rest, by);
    const { slug } = await anAttribute(rest, object, { type: 'text', is_multi_select: true }, by);
    const long = { data: { [slug]: texts(5) } };
    const make = (key: string, data: object) => withKey(by.post(`/v1/records/${object.slug}`, data), key);
    const first = randomUUID();
    const answer = await make(first, long).expect(200);
    const [kept] = await rest.sql<{ large_bytes: number }>(
      'select large_bytes from idempotency where workspace_id = $1 and large_bytes is not null',
      [workspace_id],
    );
    expect(kept!.large_bytes).toBeGreaterThan(100_000);
    await rest.sql(
      `insert into idempotency (workspace_id, credential, key, fingerprint, answer, large_bytes, created_at)
        values ($1, 'c', 'k', 'f', '1', $2, now() - interval '23 hours')`,
      [workspace_id, 512 * 1024 * 1024 - kept!.large_bytes],
    );
    const key = randomUUID();
    await expectNothingChanged(rest, async () => {
      const refused = await make(key, long);
      const { message } = expectError(refused, 429);
      expect(message).toContain('without a key, or later');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    });
    expect((await make(first, long).expect(200)).body).toEqual(answer.body);
    await make(randomUUID(), { data: { [slug]: ['short'] } }).expect(200);
    await by.post(`/v1/records/${object.slug}`, long).expect(200);
    await rest.sql(`update idempotency set created_at = now() - interval '25 hours' where key = 'k'`);
    await make(key, long).expect(200);
  });

  it('belongs to one credential', async () => {
    const key = randomUUID();
    const mine = await create(key, { name: 'Mine' }).expect(200);
    const theirs = await create(key, { name: 'Mine' }, rest.admin).expect(200);
    expect(theirs.body.data.id.record_id).not.toBe(mine.body.data.id.record_id);
    await create(key, { name: 'Elsewhere' }, rest.stranger.admin).expect(200);
  });

  it('gives a kept answer only to who may still write', async () => {
    const { api_key, api_key_id } = await rest.newKey(rest.workspace_id, ['write:data']);
    const by = rest.callerWith(`Bearer ${api_key}`);
    const key = randomUUID();
    await create(key, { name: 'Mine' }, by).expect(200);
    await rest.sql('update api_key set capabilities = 1 where api_key_id = $1', [api_key_id]);
    expectError(await create(key, { name: 'Mine' }, by), 403);
    await rest.domain.apiKeys.revoke(rest.workspace_id, api_key_id);
    expectError(await create(key, { name: 'Mine' }, by), 401);
  });

  it('is free again after a request that was refused, which left nothing behind', async () => {
    const key = randomUUID();
    await create(randomUUID(), { domains: ['taken.example'] }).expect(200);
    await expectNothingChanged(rest, async () => {
      const answer = await create(key, { domains: ['taken.example'] });
      expect(pathsOf(answer)).toEqual(['data.domains']);
      expect(pathsOf(await create(key, { unicorn: 1 }))).toEqual(['data.unicorn']);
    });
    await create(key, { domains: ['free.example'] }).expect(200);
  });

  it('changes nothing about what is said of a value that somebody else holds', async () => {
    await withKey(rest.writer.post('/v1/records/companies', { data: { domains: ['taken.example'] } }), randomUUID());
    const { body } = await rest.writer.post('/v1/records/companies', { data: { name: 'Other' } }).expect(200);
    const path = `/v1/records/companies/${body.data.id.record_id}`;
    const change = () => rest.writer.patch(path, { data: { domains: ['taken.example'] } });
    const [plain, keyed] = [await change(), await withKey(change() as Test, randomUUID())];
    expect(pathsOf(plain)).toHaveLength(1);
    expect(pathsOf(keyed)).toEqual(pathsOf(plain));
  });

  it('holds for both sides of a relationship', async () => {
    const object = await anObject(rest);
    const relationship = { target_object_id: object.object_id, inverse_title: 'Back', cardinality: 'many-to-many' };
    const { slug } = await anAttribute(rest, COMPANIES, { type: 'relationship', relationship });
    const target = await aRecord(rest, object, { name: 'Target' });
    const key = randomUUID();
    for (let n = 0; n < 2; n++) await create(key, { name: 'Linked', [slug]: [pointingAt(object, target)] }).expect(200);
    expect((await readRecord(rest, object, target)).values.back).toHaveLength(1);
  });

  it('is forgotten after a day', async () => {
    const key = randomUUID();
    const first = await create(key, { name: 'Day one' }).expect(200);
    await rest.sql(`update idempotency set created_at = now() - interval '25 hours'`);
    const second = await create(key, { name: 'Day two' }).expect(200);
    expect(second.body.data.id).not.toEqual(first.body.data.id);
    await rest.sql(`update idempotency set created_at = now() - interval '25 hours'`);
    expect(await rest.domain.idempotency.tidy()).toBeGreaterThan(0);
    expect(await rest.sql('select 1 from idempotency')).toEqual([]);
  });

  it('is forgotten however many there are', async () => {
    await rest.sql(`insert into idempotency (workspace_id, credential, key, fingerprint, answer, created_at)
      select '${rest.workspace_id}', 'c', n::text, 'f', '1', now() - interval '2 days' from generate_series(1, 2500) n`);
    expect(await rest.domain.idempotency.tidy()).toBe(2500);
    expect(await rest.domain.idempotency.tidy()).toBe(0);
  });

  it('is no way to have the service fail: an input that is nested too deep to be remembered is refused', async () => {
    let input: unknown = [];
    for (let depth = 0; depth < 100_000; depth++) input = [input];
    const caller = trustedClaim(rest.workspace_id, { origin: 'system', request_id: randomUUID() });
    const once = rest.domain.idempotency.once(caller, { key: randomUUID(), input, needs: null }, async () => 'done');
    await expect(once).rejects.toMatchObject({ kind: 'validation' });
  });

  it.each(['', 'with blank', 'x'.repeat(256), 'tab\tin it'])('refuses the key %j', async (key) => {
    expect(pathsOf(await create(key, { name: 'Never' }))).toEqual(['Idempotency-Key']);
  });

  it('changes nothing about reads', async () => {
    const key = randomUUID();
    await withKey(rest.reader.get('/v1/objects'), key).expect(200);
    await withKey(rest.reader.post('/v1/records/companies/query', {}), key).expect(200);
    await create(key, { name: 'First use' }).expect(200);
  });
});
