import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordWire } from '#crm-domain';
import type { Pool } from 'pg';
import type { Response } from 'supertest';
import { distantDatabase, IS_CITUS, type Distant } from '../growth/support/distant-worker.js';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

describe('a service whose database goes away', () => {
  let rest: Rest;
  let proxy: Distant;
  let object: AnObject;
  let record: RecordWire;
  beforeAll(async () => {
    let behind = '';
    const route = async (url: string) => {
      ({ proxy, url: behind } = await distantDatabase(url));
      return behind;
    };
    rest = await Rest.start({}, { route, alone: 'it fills, cuts and counts the connections of one process' });
    object = await anObject(rest);
    const relationship = { target_object_id: object.slug, inverse_title: 'Back', cardinality: 'many-to-many' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'friends', relationship });
    record = await aRecord(rest, object, { name: 'Kept' });
  });
  afterAll(async () => {
    await proxy.restore();
    await rest.stop();
    await proxy.cut();
  });
  afterEach(() => proxy.restore());

  const everything = (): [string, () => PromiseLike<Response>][] => [
    ['self', () => rest.admin.get('/v1/self')],
    ['list objects', () => rest.admin.get('/v1/objects')],
    ['create object', () => rest.admin.post('/v1/objects', { slug: 'never', singular_noun: 'A', plural_noun: 'B' })],
    ['update attribute', () => rest.admin.patch(`${object.path}/attributes/friends`, { title: 'New' })],
    ['get record', () => rest.admin.get(pathTo(object, record))],
    ['list records', () => rest.admin.get(`/v1/records/${object.slug}`)],
    ['create record', () => rest.admin.post(`/v1/records/${object.slug}`, { data: { name: 'New' } })],
    ['update record', () => rest.admin.patch(pathTo(object, record), { data: { name: 'New' } })],
    ['link records', () => rest.admin.patch(pathTo(object, record), { data: { friends: pointingAt(object, record) } })],
    ['trash record', () => rest.admin.post(`${pathTo(object, record)}/trash`)],
    ['delete record', () => rest.admin.delete(pathTo(object, record))],
  ];
  const expectAway = (response: Response) => {
    expectError(response, 503);
    expect(response.headers['retry-after']).toBe('1');
  };

  it('answers every request with 503 in the error shape, and serves again as soon as it is back', async () => {
    await expectNothingChanged(rest, async () => {
      await proxy.cut();
      for (const [, send] of everything()) expectAway(await send());
      for (const response of await Promise.all(everything().map(([, send]) => send()))) expectAway(response);
      await proxy.restore();
      expect(await readRecord(rest, object, record)).toEqual(record);
    });
    await rest.writer.patch(pathTo(object, record), { data: { friends: pointingAt(object, record) } }).expect(200);
    await rest.writer.patch(pathTo(object, record), { data: { friends: null } }).expect(200);
  });

  it('does not mistake a key for a wrong one while nobody can tell', async () => {
    const { api_key } = await rest.newKey(rest.workspace_id);
    await proxy.cut();
    expectAway(await rest.callerWith(`Bearer ${api_key}`).get('/v1/self'));
    expectError(await rest.callerWith().get('/v1/self'), 401);
    await proxy.restore();
    await rest.callerWith(`Bearer ${api_key}`).get('/v1/self').expect(200);
  });

  it('says that it is alive but not ready, and ready again when it is', async () => {
    await proxy.cut();
    await rest.callerWith().get('/healthz').expect(200);
    const { body } = await rest.callerWith().get('/readyz').expect(503);
    expect(body).toEqual({ status: 'not ready', missing: ['database: it cannot be reached'] });
    await proxy.restore();
    await eventually(async () => (await rest.callerWith().get('/readyz')).status === 200);
  });

  it('outlives the end of its idle connections', async () => {
    await Promise.all(Array.from({ length: 8 }, () => rest.reader.get('/v1/self')));
    await terminate();
    const responses = await Promise.all(Array.from({ length: 8 }, () => rest.reader.get('/v1/self')));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it.each([
    ['one statement', () => ({ data: { name: 'New' } })],
    ['a transaction', () => ({ data: { friends: pointingAt(object, record) } })],
  ])('answers 503 when it goes away in the middle of %s, changes nothing, and serves on', async (_, body) => {
    const client = await rest.pool.connect();
    try {
      await expectNothingChanged(rest, async () => {
        await client.query('begin');
        await client.query('select 1 from record where workspace_id = $1 and record_id = $2 for update', [
          rest.workspace_id,
          record.id.record_id,
        ]);
        const waiting = rest.writer.patch(pathTo(object, record), body()).then((response) => response);
        await eventually(async () => (await waitingForLocks()) > 0);
        await terminate();
        expectAway(await waiting);
        await client.query('rollback');
      });
    } finally {
      client.release();
    }
    await rest.writer.patch(pathTo(object, record), { data: { friends: null } }).expect(200);
  });

  it('answers 503 while all its connections are in use, not with the patience of a caller', async () => {
    const users = Array.from({ length: 10 }, () => rest.domain.source.createQueryRunner());
    try {
      for (const user of users) await user.connect();
      const read = () => rest.reader.get(pathTo(object, record)).timeout(20_000);
      // Of a Citus those are connections to the coordinator, which is not asked for a record. After an outage it is, for
      // ten seconds.
      if (IS_CITUS) await eventually(async () => (await read()).status === 200);
      else expectAway(await read());
    } finally {
      for (const user of users) await user.release();
    }
    await rest.reader.get(pathTo(object, record)).expect(200);
  });

  it('answers 503 to a writer whom another keeps waiting too long', async () => {
    const client = await rest.pool.connect();
    try {
      await client.query('begin');
      await client.query('select 1 from record where workspace_id = $1 and record_id = $2 for update', [
        rest.workspace_id,
        record.id.record_id,
      ]);
      const before = await readRecord(rest, object, record);
      expectAway(await rest.writer.patch(pathTo(object, record), { data: { name: 'Never' } }));
      expect(await readRecord(rest, object, record)).toEqual(before);
      await client.query('rollback');
    } finally {
      client.release();
    }
    await rest.writer.patch(pathTo(object, record), { data: { name: 'Kept' } }).expect(200);
  });

  it('serves on after many outages with as many connections as before', async () => {
    for (let round = 0; round < 5; round++) {
      const inFlight = Promise.all(everything().map(([, send]) => send()));
      await sleep(round * 3);
      await proxy.cut();
      for (const { status } of await inFlight) expect([200, 404, 409, 503]).toContain(status);
      await proxy.restore();
    }
    const responses = await Promise.all(Array.from({ length: 30 }, () => rest.reader.get('/v1/self')));
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200));
    // Postgres takes a moment to see that somebody is gone.
    await eventually(async () => (await sessions()).length <= 10);
  });

  function sessions(): Promise<{ pid: number }[]> {
    return rest.sql(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'crm-rest-api'`,
    );
  }

  /** Ends the service's sessions, as an operator or a failover would, and waits until the service has seen it. */
  async function terminate(): Promise<void> {
    const { master } = rest.domain.source.driver as unknown as { master: Pool };
    // Those of an outage before are not the service's any more, and take a moment to go.
    await eventually(async () => (await sessions()).length === master.totalCount);
    const ending = await sessions();
    let ended = 0;
    const count = () => void ended++;
    master.on('remove', count);
    for (const { pid } of ending) await rest.sql('select pg_terminate_backend($1::int)', [pid]);
    await eventually(() => ended >= ending.length);
    master.off('remove', count);
  }

  async function waitingForLocks(): Promise<number> {
    const rows = await rest.sql(LOCK_WAITS);
    return rows.length;
  }
});

describe('a service with a failure of its own', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('answers 500 in the error shape and keeps the reason to itself', async () => {
    await rest.sql('alter table record rename to mislaid');
    for (const response of [
      await rest.admin.get('/v1/records/people'),
      await rest.admin.post('/v1/records/people', { data: {} }),
    ]) {
      const { message } = expectError(response, 500);
      expect(message).toContain('request id');
      expect(response.text).not.toContain('mislaid');
    }
    await rest.sql('alter table mislaid rename to record');
    await rest.admin.get('/v1/records/people').expect(200);
  });
});
