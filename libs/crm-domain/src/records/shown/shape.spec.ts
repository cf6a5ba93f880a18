import type { Attribute, ObjectSchema, WorkspaceSchema } from '../../objects/schema.js';
import { issuesOfFields, judgeShape } from './shape.js';

/** Objects of very many attributes, of which is counted how often one is looked at. */
function wide() {
  let looks = 0;
  const attributes = Array.from({ length: 2000 }, (_, n) => ({
    slug: `a${n}`,
    get archived_at() {
      looks++;
      return n % 2 ? new Date() : null;
    },
  }));
  const reference = { slug: 'r', valueType: { target: {} } } as unknown as Attribute;
  const find = (name: string) => (name === 'r' ? reference : undefined);
  const object = { attributes, find, row: { slug: 'wide' } } as unknown as ObjectSchema;
  const targetsOf = (_: Attribute, having?: string) => (having === undefined ? Array(90).fill(object) : []);
  const schema = { targetsOf, find: () => undefined } as unknown as WorkspaceSchema;
  return { object, schema, looks: () => looks };
}

describe('fields that are not there', () => {
  it.each(['r.none', 'none'])('cost a look at the first attributes, and not at all: %s', (name) => {
    const { object, schema, looks } = wide();
    const fields = Array.from({ length: 100 }, (_, n) => `${name}${n}`);
    const issues = issuesOfFields(object, fields, schema);
    expect(issues).toHaveLength(50);
    for (const { allowed } of issues)
      expect(allowed!.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, n) => `a${2 * n}`));
    expect(looks()).toBeLessThanOrEqual(50 * 101);
  });
});

describe('a field of other records', () => {
  it('is looked for once among the objects that the reference leads to', () => {
    const { object, schema } = wide();
    const found = { ...object, find: (slug: string) => ({ slug }) };
    const targetsOf = jest.fn(() => [found]);
    const fields = Array.from({ length: 99 }, (_, n) => `r.a${n}`);
    const { columns } = judgeShape(object, { fields }, { ...schema, targetsOf } as unknown as WorkspaceSchema);
    expect(columns).toHaveLength(99);
    expect(targetsOf).toHaveBeenCalledTimes(99);
  });
});
