import { newId } from '#platform';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, pointingAt } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';
import { endOfFeed, readFeed } from './support/feed.js';

const COMPANIES = { slug: 'companies' };
const PEOPLE = { slug: 'people' };

describe('GET /v1/events', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('tells of a create, an update and a delete with the values before and after, and who did it', async () => {
    const after = await endOfFeed(rest.reader);
    const record = await aRecord(rest, COMPANIES, { name: 'Before', domains: ['feed.example'] }, rest.writer);
    await rest.writer.patch(pathTo(COMPANIES, record), { data: { name: 'After' } }).expect(200);
    const { headers } = await rest.writer.delete(pathTo(COMPANIES, record)).expect(200);

    const { data } = await readFeed(rest.reader, `?after=${after}`);

    expect(data.map((event) => [event.position, event.kind])).toEqual([
      [after + 1, 'record.created'],
      [after + 2, 'record.updated'],
      [after + 3, 'RecordDeletedEvent'],
    ]);
    const [created, updated, deleted] = data;
    expect(created).toMatchObject({
      workspace_id: rest.workspace_id,
      subject: { type: 'record', id: record.id.record_id },
      object: { object_id: record.id.object_id, slug: 'companies' },
      occurred_at: record.created_at,
      actor: { type: 'api-key', name: 'read:data and write:data' },
      via: { origin: 'rest-api', request_id: expect.any(String) },
    });
    expect(created!.changes).toMatchObject([
      { attribute_slug: 'name', attribute_type: 'name', before: [], after: [{ value: 'Before' }] },
      { attribute_slug: 'domains', before: [], after: [{ domain: 'feed.example' }] },
    ]);
    expect(updated!.changes).toMatchObject([
      { attribute_slug: 'name', before: [{ value: 'Before' }], after: [{ value: 'After' }] },
    ]);
    expect(deleted!.changes!.map((change) => [change.attribute_slug, change.after])).toEqual([
      ['name', []],
      ['domains', []],
    ]);
    expect(deleted!.data).toEqual({
      label: 'After',
      created: expect.objectContaining({ at: expect.any(String), by_type: 'api-key', by_id: expect.any(String) }),
    });
    expect(deleted!.via.request_id).toBe(headers['x-request-id']);
  });

  it('writes nothing for a write that changed nothing, or that was refused', async () => {
    const record = await aRecord(rest, COMPANIES, { name: 'Same', domains: ['same.example'] });
    const after = await endOfFeed(rest.reader);
    await rest.admin.patch(pathTo(COMPANIES, record), { data: { name: 'Same' } }).expect(200);
    await rest.admin.post('/v1/records/companies', { data: { domains: ['same.example'] } }).expect(400);
    expect((await readFeed(rest.reader, `?after=${after}`)).data).toEqual([]);
  });

  it('tells of the records whose references a delete has cleared, and of both sides of a link', async () => {
    const object = await anObject(rest);
    const relationship = { target_object_id: object.object_id, inverse_title: 'Things', cardinality: 'one-to-many' };
    const link = await anAttribute(rest, PEOPLE, { type: 'relationship', relationship });
    const thing = await aRecord(rest, object, { name: 'Thing' });
    const after = await endOfFeed(rest.reader);
    const person = await aRecord(rest, PEOPLE, { [link.slug]: pointingAt(object, thing) });
    await rest.admin.delete(pathTo(object, thing)).expect(200);

    const { data } = await readFeed(rest.reader, `?after=${after}`);

    const told = data.map(({ kind, subject }) => [kind, subject.id]);
    const [personId, thingId] = [person.id.record_id, thing.id.record_id];
    expect(told.slice(0, 2).sort()).toEqual([
      ['record.created', personId],
      ['record.updated', thingId],
    ]);
    expect(told.slice(2).sort()).toEqual([
      ['RecordDeletedEvent', thingId],
      ['record.updated', personId],
    ]);
    const cleared = data.slice(2).find((event) => event.kind === 'record.updated')!;
    expect(cleared.changes).toMatchObject([
      { attribute_slug: link.slug, before: [{ target_record: thingId, target_deleted: true }], after: [] },
    ]);
  });

  it('tells of trash and restore, of objects, attributes and options', async () => {
    const after = await endOfFeed(rest.reader);
    const object = await anObject(rest);
    const options = [{ title: 'One' }, { title: 'Two' }];
    const attribute = await anAttribute(rest, object, { type: 'select', options });
    const path = `${object.path}/attributes/${attribute.slug}`;
    // What changes nothing is not told of.
    for (const _again of [1, 2]) await rest.admin.patch(object.path, { plural_noun: 'Others' }).expect(200);
    await rest.admin.post(`${path}/options`, { title: 'Three' }).expect(200);
    await rest.admin.patch(path, { title: attribute.title }).expect(200);
    const record = await aRecord(rest, object, { [attribute.slug]: 'Two' });
    await rest.admin.post(`${pathTo(object, record)}/trash`).expect(200);
    await rest.admin.post(`${pathTo(object, record)}/restore`).expect(200);
    await rest.admin.delete(path).expect(200);
    await rest.admin.delete(object.path).expect(200);

    const { data } = await readFeed(rest.reader, `?after=${after}`);

    expect(data.map((event) => event.kind)).toEqual([
      ...['object.created', 'attribute.created', 'object.updated', 'attribute.updated'],
      ...['record.created', 'record.trashed', 'record.restored', 'attribute.deleted', 'object.deleted'],
    ]);
    const [, created, updated, grown, written] = data;
    expect(created!.data).toMatchObject({ after: { slug: attribute.slug, options } });
    expect(updated!.data).toMatchObject({ before: { plural_noun: 'Things' }, after: { plural_noun: 'Others' } });
    expect(grown!.data).toMatchObject({ before: { options }, after: { options: [...options, { title: 'Three' }] } });
    // The attribute and its options are gone by now; what was written can still be read.
    expect(written!.changes).toMatchObject([{ attribute_slug: attribute.slug, after: [{ option: { title: 'Two' } }] }]);
  });

  it('gives the same events again and again, a limit at a time, of the kinds and the object asked for', async () => {
    const after = await endOfFeed(rest.reader);
    const object = await anObject(rest);
    for (const name of ['a', 'b', 'c']) await aRecord(rest, object, { name });
    await aRecord(rest, COMPANIES, { name: 'Other' });
    const first = await readFeed(rest.reader, `?after=${after}&limit=2`);
    expect(first.pagination).toEqual({ next_after: after + 2, has_more: true });
    expect(await readFeed(rest.reader, `?after=${after}&limit=2`)).toEqual(first);
    expect(await readFeed(rest.reader, `?after=${after}&limit=-99999999999`)).toMatchObject({
      pagination: { next_after: after + 1, has_more: true },
    });
    const rest_ = await readFeed(rest.reader, `?after=${first.pagination.next_after}&limit=99999999999`);
    expect(rest_.data).toHaveLength(3);
    expect(rest_.pagination).toEqual({ next_after: after + 5, has_more: false });
    const of = await readFeed(
      rest.reader,
      `?after=${after}&object=${object.slug}&kinds=record.created,record.updated&limit=2`,
    );
    expect(of.data.map((event) => event.position)).toEqual([after + 2, after + 3]);
  });

  it.each([
    ['after=-1', 'after'],
    ['after=x', 'after'],
    ['after=999999999', 'after'],
    ['limit=x', 'limit'],
    ['kinds=record.exploded', 'kinds'],
    ['kinds=', 'kinds'],
    ['kind=record.created', 'kind'],
    ['after=1&after=2', 'after'],
  ])('refuses %s', async (query, path) => {
    expect(pathsOf(await rest.reader.get(`/v1/events?${query}`))).toEqual([path]);
  });

  it('does not know an object that is not there', async () => {
    expect(pathsOf(await rest.reader.get('/v1/events?object=unicorns'))).toEqual(['object']);
    expect(pathsOf(await rest.reader.get('/v1/events?kinds=record.created,'))).toEqual(['kinds']);
  });

  it('shows nothing of another workspace', async () => {
    await aRecord(rest, COMPANIES, { name: 'Theirs' }, rest.stranger.admin);
    const { data } = await readFeed(rest.stranger.admin, '?kinds=record.created');
    expect(data.map((event) => event.changes![0]!.after)).toEqual([[{ value: 'Theirs' }]]);
    expect(data[0]!.position).toBeLessThan(10);
  });

  /**
   * A webhook and an automation that have done their part up to a position. Gives the way to read their logs'
   * positions.
   */
  async function logsUpTo(workspace_id: string, end: number): Promise<() => Promise<number[]>> {
    await rest.sql(
      `insert into webhook (workspace_id, webhook_id, url, secret, position) values ($1, $1, 'https://example.com', '', $2)`,
      [workspace_id, end],
    );
    await rest.sql(
      `insert into automation (workspace_id, automation_id, name, kind, object_id, actions, position) values ($1, $1, '', 'record.created', $1, '[]', $2)`,
      [workspace_id, end],
    );
    await rest.sql(
      `with p as (select n from generate_series(1, $2::int) n),
        d as (insert into webhook_delivery (workspace_id, webhook_id, event_id, position, kind, state, attempts, duration_ms)
          select $1, $1, gen_random_uuid(), n, 'record.created', 'delivered', 1, 1 from p)
        insert into automation_run (workspace_id, automation_id, event_id, position, state, attempts)
          select $1, $1, gen_random_uuid(), n, 'done', 1 from p`,
      [workspace_id, end],
    );
    const tables = ['webhook_delivery', 'automation_run'];
    const text = tables
      .map((table) => `select position::int from ${table} where workspace_id = $1`)
      .join(' union all ');
    return async () => (await rest.sql<{ position: number }>(text, [workspace_id])).map(({ position }) => position);
  }

  it('answers 410 for what is no longer kept, and goes on after it', async () => {
    const { workspace_id, admin } = await rest.newWorkspace();
    const record = await aRecord(rest, COMPANIES, { name: 'Old' }, admin);
    const gone = await aRecord(rest, COMPANIES, { name: 'Old and gone' }, admin);
    await admin.delete(pathTo(COMPANIES, gone)).expect(200);
    await readFeed(admin, '');
    await rest.sql(`update event_feed set occurred_at = occurred_at - interval '40 days' where workspace_id = $1`, [
      workspace_id,
    ]);
    await rest.sql(`update event set occurred_at = occurred_at - interval '40 days' where workspace_id = $1`, [
      workspace_id,
    ]);
    await aRecord(rest, COMPANIES, { name: 'New' }, admin);
    await readFeed(admin, '');
    const logs = await logsUpTo(workspace_id, 4);

    expect(await rest.domain.feed.expire(new Date(Date.now() - 30 * 86_400_000))).toBe(3);

    const answer = await admin.get('/v1/events?after=0');
    expectError(answer, 410);
    expect(answer.body.message).toContain('position 3');
    const { data } = await readFeed(admin, '');
    expect(data.map((event) => event.position)).toEqual([4]);
    expect((await readFeed(admin, '?after=3')).data).toEqual(data);
    // The logs of webhooks and automations begin where the feed begins.
    expect(await logs()).toEqual([4, 4]);
    // The timeline of a record that lives outlasts the feed; of one that is gone nothing is left.
    const kept = await rest.sql<{ subject_id: string }>(
      'select subject_id from event where workspace_id = $1 order by occurred_at',
      [workspace_id],
    );
    expect(kept.map((row) => row.subject_id)).toEqual([record.id.record_id, data[0]!.subject.id]);
  });

  it('lets go of no event whose position is still there', async () => {
    const [workspace_id, gone] = [newId(), newId()];
    await rest.sql(
      `with written as (insert into event (workspace_id, subject_id, rev, event_id, kind, occurred_at, actor_type, via, data)
          select $1, $2, rev, gen_random_uuid(), 'record.updated', now() - interval '40 days' + rev * interval '1 hour', 'system', '{}', '{}'
            from generate_series(1, 5) rev returning *)
        insert into event_pending select workspace_id, occurred_at, rev, subject_id, event_id from written`,
      [workspace_id, gone],
    );
    await rest.domain.feed.position(workspace_id);
    const kept = async () =>
      rest.sql(`select e.rev from event e where e.workspace_id = $1 order by e.rev`, [workspace_id]);
    const past = new Date(Date.now() - 30 * 86_400_000);
    // As if the process had ended after the first few.
    await rest.domain.db.transaction(workspace_id, (stores) => stores.events.expire(past, 2));
    expect(await kept()).toEqual([{ rev: 3 }, { rev: 4 }, { rev: 5 }]);
    await rest.domain.db.transaction(workspace_id, (stores) => stores.events.expire(past, 1000));
    expect(await kept()).toEqual([]);
  });

  it('answers 410 when what was asked for expires while it is read', async () => {
    const { workspace_id, admin } = await rest.newWorkspace();
    for (const name of ['a', 'b', 'c']) await aRecord(rest, COMPANIES, { name }, admin);
    await readFeed(admin, '');
    const other = await rest.pool.connect();
    await other.query('begin');
    await other.query('lock table event_feed in access exclusive mode');
    await other.query('update event_head set first_kept = 3 where workspace_id = $1', [workspace_id]);
    await other.query('delete from event_feed where workspace_id = $1 and position < 3', [workspace_id]);
    const asked = admin.get('/v1/events?after=0').then((answer) => answer);
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from event_feed f%'`;
    await eventually(async () => (await rest.sql(waiting)).length > 0);
    await other.query('commit');
    other.release();
    expectError(await asked, 410);
  });

  it('ends a page before it holds too much, and misses nothing', async () => {
    const object = await anObject(rest);
    const slugs = [];
    for (let n = 0; n < 10; n++) slugs.push((await anAttribute(rest, object, { type: 'text' })).slug);
    const after = await endOfFeed(rest.reader);
    const record = await aRecord(rest, object, { name: 'Large' });
    for (const letter of ['a', 'b', 'c', 'd']) {
      const data = Object.fromEntries(slugs.map((slug) => [slug, letter.repeat(50_000)]));
      await rest.admin.patch(pathTo(object, record), { data }).expect(200);
    }
    const first = await readFeed(rest.reader, `?after=${after}`);
    expect(first.data.length).toBeLessThan(5);
    expect(first.pagination).toEqual({ next_after: after + first.data.length, has_more: true });
    const others = await readFeed(rest.reader, `?after=${first.pagination.next_after}`);
    expect([...first.data, ...others.data].map(({ position }) => position - after)).toEqual([1, 2, 3, 4, 5]);
    const newest = await rest.reader.get(`${pathTo(object, record)}/timeline`).expect(200);
    expect(newest.body.pagination.has_more).toBe(true);
    const cursor = newest.body.pagination.next_cursor as string;
    const older = await rest.reader.get(`${pathTo(object, record)}/timeline?cursor=${cursor}`).expect(200);
    expect(newest.body.data.length + older.body.data.length).toBe(5);
  });

  it('comes to every workspace that waits, however many there are', async () => {
    await rest.sql(
      `with w as (select gen_random_uuid() as id from generate_series(1, 450)),
        e as (insert into event (workspace_id, subject_id, rev, event_id, kind, occurred_at, actor_type, via, data)
          select id, gen_random_uuid(), 0, gen_random_uuid(), 'message.sent', now(), 'system', '{}', '{}' from w returning *)
        insert into event_pending select workspace_id, occurred_at, rev, subject_id, event_id from e`,
    );
    await rest.domain.feed.sequence();
    expect(await rest.sql('select 1 from event_pending')).toEqual([]);
  });

  refusesStrangers(
    () => rest,
    (by) => by.get('/v1/events'),
    'read:data',
  );
});
