import { newId } from '#platform';
import { ObjectSchema, WorkspaceSchema, type AttributeRow, type ObjectRow } from '../objects/schema.js';
import type { RecordRow } from './document.js';
import { targetsOf } from './keys.js';
import { pastRow } from './past/past-row.js';
import { rowsThen } from './past/read-past.js';
import { RecordService } from './record.service.js';
import { judgeShape } from './shown/shape.js';
import { showRecord } from './shown/show-record.js';

const COUNT = 2000;
const AT = new Date('2026-11-01T00:00:00Z');

/** An object with so many attributes, of which is counted how often one of them is looked at. */
function wide(type: 'number' | 'email-address' | 'record-reference' = 'number') {
  const object_id = newId();
  const shared = { object_id, type, config: {}, archived_at: null, is_multi_select: true };
  const attributes = Array.from({ length: COUNT }, (_, n) => {
    // Not in the order of their numbers.
    const placed = { slug: `a${n}`, attr_no: COUNT - n, sort_order: n };
    return { ...shared, ...placed, attribute_id: newId() } as unknown as AttributeRow;
  });
  const row = { object_id, slug: 'wide', epithet_attribute_id: newId() } as ObjectRow;
  const schema = new WorkspaceSchema(newId(), '1', { objects: [row], attributes, choices: [] });
  let looks = 0;
  const counted = <Of extends object>(of: Of): Of =>
    new Proxy(of, { get: (_, field) => (looks++, Reflect.get(of, field) as unknown) });
  const object = new ObjectSchema(row, counted(schema.objects[0]!.attributes.map(counted)));
  looks = 0;
  return { schema, object, looks: () => looks };
}

/** A record with values of `a1` and `a1000`. */
function aRow(vals: RecordRow['vals'] = { 1000: 7, 1999: 5 }): RecordRow {
  const made = { created_at: AT, updated_at: AT, created_by_type: 'system', created_by_id: null } as const;
  const created_via = { origin: 'api', request_id: 'r', actor_name: 'a' };
  return {
    ...made,
    created_via,
    record_id: newId(),
    object_id: newId(),
    rev: 1,
    label: null,
    refs: null,
    vals,
    meta: null,
    labels: [],
  };
}

describe('a record with two values of an object with 2,000 attributes', () => {
  const workspace_id = newId();
  const labels = () => '1Ada';

  it('as it was is made without a look at the other attributes', () => {
    const { object, looks } = wide();
    const moment = { record_id: newId(), rev: 1, updated_at: AT, is_trashed: false, is_lost: false };
    const closed = [{ attr_no: 3, active_from: AT, value: 9 } as never];
    const then = pastRow({ object, row: aRow(), at: AT, moment, closed, heldThen: () => undefined });
    expect(then.vals).toEqual({ 3: 9, 1000: 7, 1999: 5 });
    expect(Object.keys(showRecord({ workspace_id, object, row: then, labels }, { format: 'concise' }).values)).toEqual([
      'a1',
      'a1000',
      'a1997',
    ]);
    expect(looks()).toBeLessThan(200);
  });

  it('is asked for the order of those lists alone that it holds', async () => {
    const { object } = wide('email-address');
    const heldBefore = jest.fn().mockResolvedValue(new Map());
    const past = {
      moments: (rows: RecordRow[]) => new Map(rows.map(({ record_id }) => [record_id, { record_id, rev: 1 }])),
      closed: () => [{ attr_no: 3, active_from: AT, value: 9 }],
      heldBefore,
    };
    for await (const row of rowsThen({ past } as never, { object, at: AT }, [{ ...aRow(), rev: 2 }]))
      expect(Object.keys(row!.vals)).toEqual(['3', '1000', '1999']);
    expect(heldBefore.mock.calls[0]![2]).toHaveLength(2 * 3);
  });

  it('is shown with the two that were named without a look at the others, in the order of the attributes', () => {
    const { schema, object, looks } = wide();
    const shape = judgeShape(object, { fields: ['a1000', 'a7', 'a1'] }, schema);
    const { values } = showRecord({ workspace_id, object, row: aRow(), labels }, shape);
    expect(Object.entries(values).map(([slug, each]) => [slug, each])).toMatchObject([
      ['a1', [{ value: 5 }]],
      ['a7', []],
      ['a1000', [{ value: 7 }]],
    ]);
    expect(looks()).toBeLessThan(200);
  });

  it('refers to others without a look at the references that it does not have', () => {
    const { object, looks } = wide('record-reference');
    const to = (record_id: string) => ({ object_id: newId(), record_id });
    expect(targetsOf(object, { 1000: [to('b'), to('c')], 1999: to('a') })).toEqual(['a', 'b', 'c']);
    expect(looks()).toBeLessThan(200);
  });
});

describe('a field that is not there', () => {
  /** The service with a schema that is the one of this moment. */
  function reading() {
    const { schema } = wide();
    const access = { find: jest.fn().mockResolvedValue({ schema_version: '1' }) };
    const records = { page: jest.fn(), find: jest.fn().mockResolvedValue(undefined) };
    const db = {
      autocommit: (_: string, work: (stores: object) => unknown) => work({ access, records }),
      retry: (work: () => unknown) => work(),
    };
    const schemas = { recent: () => schema, at: () => schema };
    const policy = { authorize: (_: object, row: object) => row };
    return { records, service: new RecordService(db as never, schemas as never, policy as never) };
  }

  it('is refused of a page before the page is read', async () => {
    const { records, service } = reading();
    const page = { limit: 100, offset: 0, fields: ['nix'] };
    await expect(service.list({ workspace_id: newId() } as never, 'wide', page)).rejects.toThrow('nix');
    expect(records.page).not.toHaveBeenCalled();
  });

  it('has no value of the record read', async () => {
    const { records, service } = reading();
    const at = { object: 'wide', record: newId() };
    await expect(service.get({ workspace_id: newId() } as never, at, { fields: ['nix'] })).rejects.toThrow();
    expect(records.find.mock.calls[0]![2]).toMatchObject({ all: false, width: 0 });
  });
});
