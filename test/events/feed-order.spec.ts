import type { AttributeWire } from '#crm-domain';
import type { PlacedEvent } from '#crm-domain/events';
import { newId } from '#platform';
import { aRecord, anAttribute, anObject, pathTo, pointingAt, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { TRANSACTION_WAITS } from '../support/lock-waits.js';
import { Rest } from '../support/rest.js';
import { endOfFeed, followFeed, readFeed } from './support/feed.js';

const COMPANIES = { slug: 'companies' };

/** A statement after whose first parameter, the workspace, come its own. */
interface Taking {
  text: string;
  values: unknown[];
}

describe('The feed', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('never lets a reader pass an event that commits late', async () => {
    const after = await endOfFeed(rest.reader);
    const late = await rest.pool.connect();
    await late.query('begin');
    await late.query(
      `with e as (insert into event (workspace_id, subject_id, rev, event_id, kind, occurred_at, actor_type, via, data)
        values ($1, gen_random_uuid(), 0, gen_random_uuid(), 'message.sent', now(), 'system', '{}', '{}') returning *)
        insert into event_pending select workspace_id, occurred_at, rev, subject_id, event_id from e`,
      [rest.workspace_id],
    );
    await aRecord(rest, COMPANIES, { name: 'Committed first' });
    const early = await readFeed(rest.admin, `?after=${after}`);
    expect(early.data.map((event) => event.kind)).toEqual(['record.created']);
    await late.query('commit');
    late.release();
    const { data } = await readFeed(rest.admin, `?after=${early.pagination.next_after}`);
    expect(data.map((event) => [event.position, event.kind])).toEqual([[after + 2, 'message.sent']]);
  });

  it('loses, repeats and reorders nothing while eight write and two read', async () => {
    const object = await anObject(rest);
    const shared = await aRecord(rest, object, { name: 'shared' });
    const after = await endOfFeed(rest.reader);
    let writing = true;
    const readers = [0, 1].map(() => followFeed(rest.reader, after, () => writing));
    await Promise.all([...Array(8).keys()].map((writer) => write(object, shared.id.record_id, writer)));
    writing = false;
    const [one, two] = await Promise.all(readers);

    expect(one).toEqual(two);
    expect(one!.map((event) => event.position)).toEqual(one!.map((_, at) => after + 1 + at));
    const created = one!.filter((event) => event.kind === 'record.created');
    expect(new Set(created.map((event) => event.subject.id)).size).toBe(8 * 25);
    // Of one record each event takes up where the one before has left it.
    const names = one!.filter((event) => event.kind === 'record.updated').map((event) => event.changes![0]!);
    expect(names).toHaveLength(8 * 25);
    names.reduce((value, { before, after: now }) => (expect(before).toEqual(value), now), [
      { value: 'shared' },
    ] as object[]);
  });

  /** Events of one create and of a write that waited meanwhile for what somebody has taken. */
  async function whileWaiting(taking: Taking, write: () => PromiseLike<unknown>): Promise<PlacedEvent[]> {
    const after = await endOfFeed(rest.reader);
    const holder = await rest.pool.connect();
    await holder.query('begin');
    // Nobody gives positions meanwhile, so that all get theirs together.
    await holder.query('select 1 from event_head where workspace_id = $1 for update', [rest.workspace_id]);
    await holder.query(taking.text, [rest.workspace_id, ...taking.values]);
    const waits = write().then(() => undefined);
    await eventually(async () => (await rest.sql(TRANSACTION_WAITS)).length > 0);
    await aRecord(rest, COMPANIES, { name: 'Meanwhile' });
    await holder.query('rollback');
    holder.release();
    await waits;
    const { data } = await readFeed(rest.reader, `?after=${after}`);
    expect(data[0]!.changes![0]!.after).toEqual([{ value: 'Meanwhile' }]);
    return data;
  }

  /** The value `wanted` of a unique attribute. */
  const wanted = ({ id }: AttributeWire): Taking => ({
    text: `insert into record_unique values ($1, $2, 'wanted', $3)`,
    values: [id.attribute_id, id.object_id],
  });

  it('puts a write that had to wait after those that were made meanwhile', async () => {
    const object = await anObject(rest);
    const code = await anAttribute(rest, object, { type: 'text', is_unique: true });
    const events = await whileWaiting(wanted(code), () => aRecord(rest, object, { [code.slug]: 'wanted' }));
    expect(events.map(({ object }) => object?.slug)).toEqual(['companies', object.slug]);
  });

  it('puts both sides of a link after what was made while their write waited', async () => {
    const [object, other] = [await anObject(rest), await anObject(rest)];
    const code = await anAttribute(rest, object, { type: 'text', is_unique: true });
    const relationship = { target_object_id: other.slug, inverse_title: 'Back', cardinality: 'many-to-many' };
    const link = await anAttribute(rest, object, { type: 'relationship', relationship });
    // The older comes first wherever nothing else decides.
    const target = await aRecord(rest, other, { name: 'Target' });
    const record = await aRecord(rest, object, { name: 'Record' });
    const data = { [code.slug]: 'wanted', [link.slug]: [pointingAt(other, target)] };
    const events = await whileWaiting(wanted(code), () =>
      rest.admin.patch(pathTo(object, record), { data }).expect(200),
    );
    expect(events.map(({ subject }) => subject.id).slice(1)).toEqual([record.id.record_id, target.id.record_id]);
  });

  it('puts what a delete has cleared after what was made while the delete waited', async () => {
    const [object, other] = [await anObject(rest), await anObject(rest)];
    const { slug } = await anAttribute(rest, other, { type: 'record-reference' });
    const target = await aRecord(rest, object, { name: 'Target' });
    const referrer = await aRecord(rest, other, { [slug]: [pointingAt(object, target)] });
    const every = `insert into object_count select $1, $2, slot, 0 from generate_series(0, 63) slot on conflict (workspace_id, object_id, slot) do update set n = object_count.n`;
    const count = { text: every, values: [object.object_id] };
    const events = await whileWaiting(count, () => rest.admin.delete(pathTo(object, target)).expect(200));
    const cleared = events.slice(1).map(({ subject }) => subject.id);
    expect(cleared).toEqual([referrer.id.record_id, target.id.record_id]);
  });

  it('shows a value that only one may hold going from hand to hand, while eight want it', async () => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { type: 'text', is_unique: true });
    const after = await endOfFeed(rest.reader);
    const writers = await Promise.all([...Array(8).keys()].map((n) => aRecord(rest, object, { name: `${n}` })));
    await Promise.all(
      writers.map(async ({ id }) => {
        for (let taken = 0; taken < 10;) {
          const { status } = await rest.admin.patch(pathTo(object, id.record_id), { data: { [slug]: 'the one' } });
          if (status !== 200) continue;
          taken++;
          await rest.admin.patch(pathTo(object, id.record_id), { data: { [slug]: null } }).expect(200);
        }
      }),
    );
    const hands = (await followFeed(rest.reader, after)).filter(({ kind }) => kind === 'record.updated');
    expect(hands).toHaveLength(2 * 8 * 10);
    const holders = hands.map(({ subject, changes }) => (changes![0]!.after.length > 0 ? subject.id : null));
    expect(holders.map((holder, at) => holder ?? holders[at - 1])).toEqual(hands.map(({ subject }) => subject.id));
    expect(holders.filter((holder, at) => (holder === null) !== (at % 2 === 1))).toEqual([]);
  });

  it.each([0, 600])(
    'keeps the order of a record although the clock goes back, with %d others between',
    async (others) => {
      const [workspace_id, subject] = [newId(), newId()];
      await rest.sql(
        `with e (subject_id, rev, at) as (select $2::uuid, rev, now() - rev * interval '1 hour' from generate_series(1, 3) rev
          union all select gen_random_uuid(), 1, now() - rev * interval '1 hour' + n * interval '1 second'
            from generate_series(1, 3) rev, generate_series(1, $3::int) n),
        written as (insert into event (workspace_id, subject_id, rev, event_id, kind, occurred_at, actor_type, via, data)
          select $1, subject_id, rev, gen_random_uuid(), 'record.updated', at, 'system', '{}', '{}' from e returning *)
        insert into event_pending select workspace_id, occurred_at, rev, subject_id, event_id, occurred_at from written`,
        [workspace_id, subject, others],
      );
      expect(await rest.domain.feed.position(workspace_id)).toBe(3 + 3 * others);
      const placed = await rest.sql(
        'select rev from event_feed where workspace_id = $1 and subject_id = $2 order by position',
        [workspace_id, subject],
      );
      expect(placed).toEqual([{ rev: 1 }, { rev: 2 }, { rev: 3 }]);
    },
  );

  it('tells of changes of the schema in the order in which they were made', async () => {
    const attribute = await anAttribute(rest, await anObject(rest), { type: 'text' });
    const after = await endOfFeed(rest.reader);
    const path = `/v1/objects/${attribute.id.object_id}/attributes/${attribute.id.attribute_id}`;
    const title = (n: number) => ({ title: `Title ${n}` });
    await Promise.all(Array.from({ length: 20 }, (_, n) => rest.admin.patch(path, title(n)).expect(200)));
    const { data } = await readFeed(rest.reader, `?after=${after}`);
    const steps = data.map((event) => event.data as Record<'before' | 'after', { title: string }>);
    expect(steps).toHaveLength(20);
    expect(steps.slice(1).map(({ before }) => before.title)).toEqual(
      steps.slice(0, -1).map((step) => step.after.title),
    );
  });

  async function write(object: AnObject, sharedId: string, writer: number): Promise<void> {
    for (let n = 0; n < 25; n++) {
      await aRecord(rest, object, { name: `${writer}-${n}` });
      await rest.admin.patch(pathTo(object, sharedId), { data: { name: `${writer}-${n}` } }).expect(200);
    }
  }
});
