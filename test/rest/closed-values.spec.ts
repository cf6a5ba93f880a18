import type { RecordWire } from '#crm-domain';
import { HISTORY } from '../../libs/crm-domain/src/records/history.statements.js';
import { aRecord, anObject, readRecord } from '../support/builders.js';
import { MIB } from '../support/large-records.js';
import { Rest } from '../support/rest.js';
import { rowsRead } from '../support/rows-read.js';

describe('the closed values of a record', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  it('are looked at in a bounded number, however many attributes have some, and the newest of all are shown', async () => {
    const own = await anObject(rest);
    const add = `insert into attribute (workspace_id, object_id, attribute_id, attr_no, slug, title, type, sort_order)
        select $1, $2, gen_random_uuid(), n + 1, 'a' || n, 'A', 'text', n + 1 from generate_series(1, 100) n`;
    await rest.sql(add, [rest.workspace_id, own.object_id]);
    await rest.sql('update workspace set schema_version = schema_version + 1 where workspace_id = $1', [
      rest.workspace_id,
    ]);
    const record = await aRecord(rest, own, { name: 'Now' });
    const at = [rest.workspace_id, record.id.record_id];
    // The values of an attribute follow those of the attribute before.
    const past = (from: number, to: number, count: number) =>
      rest.sql(
        `insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from, active_until, created_by_type, value)
            select $1, $2, a, ('00000000-0000-7000-8000-' || lpad((n * 1000 + a)::text, 12, '0'))::uuid, 1, now() - interval '2 days',
              now() - interval '2 days' + (n * 1000 + a) * interval '1 millisecond', 'system', to_jsonb(n * 1000 + a)
            from generate_series($3::int, $4::int) a, generate_series(1, $5::int) n`,
        [...at, from, to, count],
      );
    const shown = async () => {
      const { values, has_more_history } = (await readRecord(
        rest,
        own,
        record,
        '?show_historic=true',
      )) as RecordWire & {
        has_more_history?: true;
      };
      const closed = Object.values(values).flatMap((items) => items.filter((item) => item.active_until !== null));
      return { closed: closed.map(({ value }) => value as number).sort((a, b) => b - a), has_more_history };
    };
    await past(2, 2, 1500);
    await past(3, 101, 3);
    expect(await shown()).toMatchObject({ closed: { length: 1500 + 99 * 3 }, has_more_history: undefined });
    await rest.sql('delete from value_history where record_id = $1', [record.id.record_id]);
    await past(2, 101, 600);
    const { closed, has_more_history } = await shown();
    const newest = Array.from({ length: 600 }, (_, n) =>
      Array.from({ length: 100 }, (__, a) => (600 - n) * 1000 + 101 - a),
    );
    expect(closed).toEqual(newest.flat().slice(0, closed.length));
    expect([closed.length > 3000, has_more_history]).toEqual([true, true]);
    const numbers = Array.from({ length: 101 }, (_, n) => n + 1);
    const asked = { text: HISTORY.text, values: [...at, numbers] };
    expect(await rowsRead(rest, 'value_history', asked)).toBeLessThan(50_000);
  });

  it('are read up to those that are shown, and none beyond, where they are long', async () => {
    const own = await anObject(rest);
    const record = await aRecord(rest, own, { name: 'Now' });
    const at = [rest.workspace_id, record.id.record_id];
    await rest.sql(
      `insert into value_history (workspace_id, record_id, attr_no, change_id, item, active_from, active_until, created_by_type, value)
        select $1, $2, 1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 1, now() - interval '2 days',
          now() - interval '2 days' + n * interval '1 millisecond', 'system', to_jsonb(repeat('"', 50000))
        from generate_series(1, 200) n`,
      at,
    );
    const asked = { text: HISTORY.text, values: [...at, [1]] };
    const shown = (await rest.sql(asked.text, asked.values)).length;
    expect(shown).toBe(Math.ceil((2 * MIB) / (2 * 50_000 + 2 + 256)));
    // The keys of all, and those values.
    expect(await rowsRead(rest, 'value_history', asked)).toBe(200 + shown);
  });
});
