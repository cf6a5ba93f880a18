import { newId } from '#platform';
import { WorkspaceSchema, type AttributeRow, type ObjectRow } from '../../objects/schema.js';
import type { RecordRow } from '../document.js';
import { readRelated } from './related.js';
import { judgeShape } from './shape.js';

const FIELDS = 98;
const RECORDS = 100;
const EACH = 50;

/** Records that refer to others by two attributes, and how often such a reference is looked at. */
function aPage(vals: (n: number) => RecordRow['vals']) {
  const objects = ['page', 'other'].map((slug) => ({ object_id: newId(), slug }) as ObjectRow);
  const [page, other] = objects.map(({ object_id }) => object_id) as [string, string];
  const reference = {
    object_id: page,
    type: 'record-reference',
    is_multi_select: true,
    config: { allowed_object_ids: [other] },
  };
  const number = { object_id: other, type: 'number', config: {} };
  const attributes = [
    ...['r', 's'].map((slug, n) => ({ ...reference, slug, attr_no: n + 1 })),
    ...Array.from({ length: FIELDS + 2 }, (_, n) => ({ ...number, slug: `a${n}`, attr_no: n })),
  ].map((attribute, n) => ({ ...attribute, attribute_id: newId(), sort_order: n }) as unknown as AttributeRow);
  const schema = new WorkspaceSchema(newId(), '1', { objects, attributes, choices: [] });
  let looks = 0;
  const others = Array.from({ length: 2 * EACH }, (_, n) => ({ record_id: newId(), object_id: other, vals: vals(n) }));
  const pointer = ({ record_id, object_id }: (typeof others)[number]) => ({
    object_id,
    get record_id() {
      looks++;
      return record_id;
    },
  });
  const rows = Array.from({ length: RECORDS }, () => ({
    record_id: newId(),
    object_id: page,
    vals: { 1: others.slice(0, EACH).map(pointer), 2: others.slice(EACH).map(pointer) },
  })) as unknown as RecordRow[];
  const show = jest.fn().mockResolvedValue({ rows: others, isCut: false });
  const stores = { queries: { bytesOf: () => 1000, show }, records: { labels: () => ({}) } };
  const related = (fields: string[]) => {
    const shape = judgeShape(schema.find('page')!, { fields, format: 'concise' }, schema);
    return readRelated(stores as never, { schema, shape }, rows);
  };
  const finds = jest.spyOn(schema.find('other')!, 'find');
  return { rows, related, finds, looks: () => looks };
}

const FOLLOWED = Array.from({ length: FIELDS }, (_, n) => `${n % 2 ? 's' : 'r'}.a${n}`);

describe('fields of 100 other records over 10,000 references', () => {
  it('cost a few looks at each reference, however many they are', async () => {
    const { rows, related, looks } = aPage(() => ({}));
    const shown = (await related(FOLLOWED))!;
    expect(rows.map(shown)).toEqual(rows.map(() => ({})));
    expect(looks()).toBeLessThanOrEqual(2 * RECORDS * 2 * EACH);
  });

  it('are looked for once in the object of those records, not in each', async () => {
    const { related, finds } = aPage(() => ({}));
    await related(FOLLOWED);
    // Once where they are judged, once for what is read.
    expect(finds.mock.calls.length).toBeLessThanOrEqual(3 * FIELDS);
  });

  it('are shown in the order of the references, and of the fields as they were named', async () => {
    const { rows, related } = aPage((n): RecordRow['vals'] => (n % 20 ? {} : { 3: n, 5: [n, n + 1] }));
    const shown = (await related(['s.a5', 'r.a3', 'r.a4', 'r.a5', 's.a3']))!;
    const values = { 's.a5': [60, 61, 80, 81], 'r.a3': [0, 20, 40], 'r.a5': [0, 1, 20, 21, 40, 41], 's.a3': [60, 80] };
    for (const row of rows) expect(JSON.stringify(shown(row))).toBe(JSON.stringify(values));
  });

  it('are refused where they are more than a page may hold', async () => {
    const { related } = aPage(() => Object.fromEntries(Array.from({ length: FIELDS }, (_, n) => [n, 1e15])));
    await expect(related(FOLLOWED)).rejects.toMatchObject({ issues: [{ path: 'fields' }] });
  });
});
