import { newId } from '#platform';
import { findNamed, unknownName } from '../records/query/subject.js';
import { judgeShape } from '../records/shown/shape.js';
import { MAX_LED_TO, WorkspaceSchema, type AttributeRow, type ObjectRow } from './schema.js';

const OBJECTS = 1000;

describe('a reference to any of 1,000 objects', () => {
  const objects = Array.from({ length: OBJECTS }, (_, n) => ({ object_id: newId(), slug: `object_${n}` }) as ObjectRow);
  const attributes = objects.flatMap(({ object_id }, n) => {
    const text = (slug: string) => ({ object_id, attribute_id: newId(), slug, type: 'text', attr_no: 1, config: {} });
    const about = { ...text('about'), type: 'record-reference', attr_no: 2 };
    return [text('name'), text(`only_${n}`), about] as AttributeRow[];
  });
  const schema = new WorkspaceSchema(newId(), '1', { objects, attributes, choices: [] });
  const [object] = schema.objects as [(typeof schema.objects)[number]];
  let finds: jest.SpyInstance;
  beforeEach(() => (finds = jest.spyOn(Object.getPrototypeOf(object), 'find')));
  afterEach(() => finds.mockRestore());

  it('leads to what one of them alone has, without asking the others', () => {
    expect(findNamed(object, 'about.only_999', schema)!.steps).toMatchObject([{ object: { row: objects[999] } }]);
    expect(judgeShape(object, { fields: ['about.only_999'] }, schema).columns).toMatchObject([
      { name: 'about.only_999' },
    ]);
    expect(finds.mock.calls.length).toBeLessThan(20);
  });

  it('leads to no more of them than a query is refused for', () => {
    expect(findNamed(object, 'about.name', schema)!.steps).toHaveLength(MAX_LED_TO + 1);
    expect(findNamed(object, 'about.created_at', schema)!.steps).toHaveLength(MAX_LED_TO + 1);
    expect(judgeShape(object, { fields: ['about.name'] }, schema).columns).toMatchObject([{ name: 'about.name' }]);
  });

  it('is refused by name without all of them being asked', () => {
    expect(unknownName(object, 'about.about.name', schema).message).toContain('one reference only');
    expect(unknownName(object, 'about.nothing.name', schema).message).toContain('no attribute');
    const fields = Array.from({ length: 100 }, (_, n) => `about.nothing_${n}`);
    expect(() => judgeShape(object, { fields }, schema)).toThrow('no field');
    expect(finds.mock.calls.length).toBeLessThan(1000);
  });
});
