import type { UndoResult } from '#crm-domain';
import { anAttribute, anObject, type AnObject } from '../support/builders.js';
import { texts } from '../support/large-records.js';
import { Rest } from '../support/rest.js';
import { Upload } from './support/upload.js';

describe('An import', () => {
  let rest: Rest;
  let trips: AnObject;
  beforeAll(async () => {
    rest = await Rest.start();
    trips = await anObject(rest);
    const relationship = { target_object_id: 'people', inverse_title: 'Trips', cardinality: 'many-to-many' };
    await anAttribute(rest, trips, { type: 'relationship', slug: 'guests', relationship } as never);
  });
  afterAll(() => rest.stop());

  const count = async (object: string) => {
    const { body } = await rest.reader.post(`/v1/records/${object}/query`, { limit: 1, total: 'exact' }).expect(200);
    return body.pagination.total as number;
  };

  /** Follows `next_to` to the end. */
  async function undo(import_id: string): Promise<UndoResult['left']> {
    const left: UndoResult['left'] = [];
    for (let to: string | undefined, steps = 0; ; steps++) {
      expect(steps).toBeLessThan(100);
      const { body } = await rest.admin.post('/v1/undo', { import_id, ...(to && { to }) }).expect(200);
      const { left: some, has_more, next_to } = body.data as UndoResult;
      left.push(...some);
      if (!has_more) return left;
      to = next_to;
    }
  }

  it.each([
    [100, 8, 1],
    [30, 30, 2],
  ])(
    'of %i rows with %i new records each is written at %i moments, and undone as a whole',
    async (all, links, moments) => {
      const before = await count('people');
      const guests = (row: number) =>
        Array.from({ length: links }, (_, n) => `guest-${links}-${row}-${n}@example.com`).join('|');
      const lines = Array.from({ length: all }, (_, row) => `Trip ${row},${guests(row)}`);
      const upload = await Upload.of(
        rest.writer,
        { object: trips.slug, name: 'trips.csv' },
        ['Name,Guests', ...lines].join('\n'),
      );
      const { state, rows } = await upload.run({
        columns: [
          { column: 'Name', attribute: 'name' },
          { column: 'Guests', attribute: 'guests', split: '|', match: 'email_addresses', create: true },
        ],
      } as never);
      expect([state, rows]).toEqual(['done', { total: all, done: all, created: all, updated: 0, failed: 0 }]);
      expect(await count('people')).toBe(before + all * links);
      const written = await rest.sql(
        'select distinct occurred_at from event where workspace_id = $1 and actor_id = $2',
        [rest.workspace_id, upload.id],
      );
      expect(written).toHaveLength(moments);
      expect(await undo(upload.id)).toEqual([]);
      expect([await count(trips.slug), await count('people')]).toEqual([0, before]);
    },
  );

  it('writes rows that change a large record in pieces of 16 MiB, and refuses none of them', async () => {
    const { body } = await rest.reader.get('/v1/objects').expect(200);
    const people = (body.data as { slug: string; id: { object_id: string } }[]).find(({ slug }) => slug === 'people')!;
    await anAttribute(rest, { ...people, object_id: people.id.object_id } as never, {
      type: 'text',
      slug: 'texts',
      is_multi_select: true,
    });
    const data = { email_addresses: ['large@example.com'], texts: texts(50) };
    await rest.writer.post('/v1/records/people', { data }).expect(200);
    const lines = Array.from({ length: 20 }, (_, row) => `Large ${row},${row === 19 ? 'nobody' : 'large@example.com'}`);
    const file = ['Name,Guests', ...lines].join('\n');
    const upload = await Upload.of(rest.writer, { object: trips.slug, name: 'large.csv' }, file);
    const { rows, errors } = await upload.run({
      columns: [
        { column: 'Name', attribute: 'name' },
        { column: 'Guests', attribute: 'guests', match: 'email_addresses' },
      ],
    } as never);
    expect(errors!.map(({ row, reason }) => [row, reason.slice(0, 8)])).toEqual([[21, 'Guests: ']]);
    expect(rows).toMatchObject({ done: 20, created: 19, failed: 1 });
    expect(await undo(upload.id)).toEqual([]);
    expect(await count(trips.slug)).toBe(0);
  });
});
