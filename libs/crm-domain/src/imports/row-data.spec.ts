import { newId } from '#platform';
import { WorkspaceSchema, type AttributeRow, type ObjectRow } from '../objects/schema.js';
import { RowData } from './row-data.js';

const COLUMNS = 250;

describe('a row with thousands of values', () => {
  const object_id = newId();
  const attributes = Array.from({ length: COLUMNS }, (_, n) => {
    const named = { attribute_id: newId(), slug: `p${n}`, attr_no: n, type: 'phone-number', is_multi_select: true };
    return { object_id, ...named, config: {} } as AttributeRow;
  });
  const objects = [{ object_id, slug: 'phones' } as ObjectRow];
  const schema = new WorkspaceSchema(newId(), '1', { objects, attributes, choices: [] });
  const data = new RowData(
    schema.objects[0]!,
    { columns: attributes.map(({ slug }) => ({ column: slug, attribute: slug, split: ',', country: 'DE' })) },
    attributes.map(({ slug }) => ({ name: slug, kind: 'text', samples: [] })),
  );
  const read = (cell: string) => {
    const steps = data.read(Array<string>(COLUMNS).fill(cell));
    for (let count = 0; ; count++) {
      const { done, value } = steps.next();
      if (done) return { count, value };
    }
  };

  it('is read in steps, so that others have their turn between two of its columns', () => {
    const { count, value } = read('0170 1234567,0170 1234568');
    expect(value).toMatchObject({ p0: ['+491701234567', '+491701234568'], p249: ['+491701234567', '+491701234568'] });
    expect(count).toBeGreaterThanOrEqual(2 * COLUMNS);
  });

  it('is refused before any of them is read where no record can hold as many', () => {
    const wrong = '0'.repeat(501);
    expect(read(wrong).value).toBe('p0: A value of this type has at most 500 characters.');
    const { value } = read(Array<string>(50).fill(wrong).join(','));
    expect(value).toBe('Expected at most 8192 values in all, got 12500.');
    expect(read(Array<string>(51).fill(wrong).join(',')).value).toBe(
      'p0: A row has at most 50 values of one attribute.',
    );
  });
});
