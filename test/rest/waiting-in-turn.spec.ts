import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'supertest';
import { SchemaCache } from '../../libs/crm-domain/src/objects/schema-cache.js';
import { SchemaStore } from '../../libs/crm-domain/src/objects/schema.store.js';
import { aRecord, anAttribute, anObject, pathTo, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest, withLongWaits, type Caller } from '../support/rest.js';
import { holdTables } from '../support/hold-tables.js';
import { LOCK_WAITS } from '../support/lock-waits.js';

type Free = () => Promise<void>;

describe('requests of one workspace that wait for each other', () => {
  let rest: Rest;
  let object: AnObject;
  beforeAll(async () => {
    rest = await Rest.start({}, { alone: 'its turns are counted', route: withLongWaits });
    object = await anObject(rest);
  });
  afterAll(() => rest.stop());

  const waiting = async () => (await rest.sql(LOCK_WAITS)).length;

  /** Takes a lock in the database, as another process would, while `send` is under way; others are served meanwhile. */
  async function whileHeld(hold: () => Promise<Free>, send: () => Promise<number>[]): Promise<number[]> {
    const record = await aRecord(rest, object, { name: 'Read meanwhile' });
    const free = await hold();
    const sent = send();
    try {
      await eventually(async () => (await waiting()) > 0);
      for (let time = 0; time < 20; time++) {
        await rest.reader.get(pathTo(object, record)).expect(200);
        await rest.stranger.admin.get('/v1/records/companies').expect(200);
      }
      expect(await waiting()).toBe(1);
    } finally {
      await free();
    }
    return Promise.all(sent);
  }

  const statusOf = (test: Test) => test.then(({ status }) => status);
  const holdWorkspace = async (strength = 'key share') => {
    const holder = await rest.pool.connect();
    await holder.query('begin');
    await holder.query(`select 1 from workspace where workspace_id = $1 for ${strength}`, [rest.workspace_id]);
    return async () => {
      await holder.query('rollback');
      holder.release();
    };
  };

  it('to search leave a connection to the searches of others', async () => {
    const [timeouts] = await rest.domain.source.query<{ lock_timeout: string }[]>('show lock_timeout');
    expect(timeouts).toEqual({ lock_timeout: '1min' });
    const free = await holdTables(rest.pool, ['record_search']);
    const search = () => rest.reader.post(`/v1/records/${object.slug}/query`, { query: 'waiting' });
    const sent = Array.from({ length: 6 }, () => statusOf(search()));
    const key = rest.reader.authorization!.replace('Bearer ', '');
    const reader = await rest.domain.apiKeys.identify(key, { origin: 'rest-api', request_id: '1' });
    const finding = Array.from({ length: 3 }, () =>
      rest.domain.recordReader.find(reader, { query: 'waiting', limit: 5 }),
    );
    try {
      await eventually(async () => (await waiting()) >= 2);
      for (let time = 0; time < 5; time++)
        await rest.stranger.admin.post('/v1/records/companies/query', {}).expect(200);
      expect(await waiting()).toBe(2);
    } finally {
      await free();
    }
    expect(await Promise.all(sent)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await Promise.all(finding)).toEqual([[], [], []]);
  });

  it('to search leave a place to a third workspace when one search has ended, however many two workspaces send', async () => {
    const third = (await rest.newWorkspace()).admin;
    const free = await holdTables(rest.pool, ['record_search']);
    let isOver = false;
    const searches = (path: string, by: Caller) =>
      Array.from({ length: 4 }, async () => {
        while (!isOver) await statusOf(by.post(`/v1/records/${path}/query`, { query: 'waiting' }));
      });
    const loops = searches(object.slug, rest.reader);
    try {
      await eventually(async () => (await waiting()) === 2);
      loops.push(...searches('companies', rest.stranger.admin));
      await eventually(async () => (await waiting()) === 3);
      let status: number | undefined;
      void statusOf(third.post('/v1/records/companies/query', {})).then((answered) => (status = answered));
      const end = `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`;
      await eventually(async () => (await sleep(200), await rest.sql(end), status !== undefined));
      expect(status).toBe(200);
    } finally {
      isOver = true;
      await free();
    }
    await Promise.all(loops);
  });

  it('with the same idempotency key hold one connection', async () => {
    const key = randomUUID();
    const create = () =>
      rest.writer.post(`/v1/records/${object.slug}`, { data: { name: 'Once' } }).set('Idempotency-Key', key);
    const hold = () => holdTables(rest.pool, ['record'], 'exclusive');
    const statuses = await whileHeld(hold, () => Array.from({ length: 6 }, () => statusOf(create())));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    const made = await rest.sql(`select 1 from record where object_id = $1 and label = 'Once'`, [object.object_id]);
    expect(made).toHaveLength(1);
  });

  it('to change its schema hold one connection, with idempotency keys or without', async () => {
    const rename = (n: number) => rest.admin.patch(object.path, { singular_noun: `Thing ${n}` });
    for (const isKeyed of [false, true]) {
      const statuses = await whileHeld(
        () => holdWorkspace(),
        () =>
          Array.from({ length: 6 }, (_, n) =>
            statusOf(isKeyed ? rename(n).set('Idempotency-Key', randomUUID()) : rename(n)),
          ),
      );
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    }
  });

  it('to read and write records after a change of its schema read the whole of it once together', async () => {
    const { jest: spies } = import.meta as unknown as { jest: typeof jest };
    const record = await aRecord(rest, object, { name: 'Read by many' });
    await rest.admin.patch(object.path, { singular_noun: 'Changed thing' }).expect(200);
    let go!: () => void;
    const mayLoad = new Promise<void>((resolve) => (go = resolve));
    const { load } = SchemaStore.prototype;
    const loads = spies.spyOn(SchemaStore.prototype, 'load').mockImplementation(async function (this: SchemaStore) {
      await mayLoad;
      return load.call(this);
    });
    const asked = spies.spyOn(SchemaCache.prototype, 'at');
    try {
      const reads = Array.from({ length: 4 }, () => statusOf(rest.reader.get(pathTo(object, record))));
      const write = statusOf(rest.writer.patch(pathTo(object, record), { data: { name: 'Written by one' } }));
      await eventually(() => Promise.resolve(asked.mock.calls.length >= 5));
      go();
      expect(await Promise.all([...reads, write])).toEqual([200, 200, 200, 200, 200]);
      expect(loads).toHaveBeenCalledTimes(1);
    } finally {
      go();
      asked.mockRestore();
      loads.mockRestore();
    }
  });

  it('to change its schema read the whole of it once each', async () => {
    const { jest: spies } = import.meta as unknown as { jest: typeof jest };
    const loads = spies.spyOn(SchemaStore.prototype, 'load');
    // Into the cache of what was changed before.
    const loaded = async (change: () => Promise<unknown>) => {
      await rest.reader.get('/v1/objects').expect(200);
      loads.mockClear();
      await change();
      return loads.mock.calls.length;
    };
    try {
      const relationship = { target_object_id: 'people', inverse_title: 'Things', cardinality: 'many-to-many' };
      const counts = [
        await loaded(() => anAttribute(rest, object, { slug: 'linked', type: 'relationship', relationship })),
        await loaded(() => rest.admin.patch(`${object.path}/attributes/linked`, { title: 'Linked' }).expect(200)),
        await loaded(() => rest.admin.delete(`${object.path}/attributes/linked`).expect(200)),
      ];
      expect(counts).toEqual([1, 1, 1]);
    } finally {
      loads.mockRestore();
    }
  });

  it('to export records hold one connection', async () => {
    const exported = () => rest.reader.post('/v1/exports', { object: object.slug, format: 'ndjson' });
    const statuses = await whileHeld(
      () => holdWorkspace('update'),
      () => Array.from({ length: 12 }, () => statusOf(exported())),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
  });
});
