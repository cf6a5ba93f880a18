import { newId } from '#platform';
import { DomainError } from '../../errors.js';
import { WorkspaceSchema, type AttributeRow, type ObjectRow } from '../../objects/schema.js';
import { readReferencesByValue } from './by-value.js';

/** Attributes that refer to any object. */
const REFERENCES = 66;
/** Objects, in the first of which the attribute `email` is unique. */
const TARGETS = 60;
/** Values of one attribute. */
const VALUES = 50;

describe('the references by value of one record', () => {
  const objects = ['refs', ...Array.from({ length: TARGETS }, (_, n) => `target_${n}`)].map(
    (slug) => ({ object_id: newId(), slug }) as ObjectRow,
  );
  const attributes = objects.flatMap(({ object_id }, at) =>
    Array.from({ length: at === 0 ? REFERENCES : 1 }, (_, n) => {
      const type = at === 0 ? 'record-reference' : 'email-address';
      const slug = at === 0 ? `r${n}` : 'email';
      return {
        object_id,
        attribute_id: newId(),
        slug,
        type,
        attr_no: n,
        config: {},
        is_unique: at === 1,
      } as AttributeRow;
    }),
  );
  const schema = new WorkspaceSchema(newId(), '1', { objects, attributes, choices: [] });
  const targetsOf = jest.spyOn(schema, 'targetsOf');
  beforeEach(() => targetsOf.mockClear());

  const read = (references: number, match = (n: number): object => ({ email: `ada${n}@example.com` })) => {
    const list = Array.from({ length: VALUES }, (_, n) => ({ match: match(n) }));
    const data = Object.fromEntries(Array.from({ length: references }, (_, n) => [`r${n}`, list]));
    return readReferencesByValue(schema, schema.find('refs')!, { data, path: 'data' });
  };
  const refusalOf = (references: number) => {
    try {
      return read(references);
    } catch (error) {
      return error instanceof DomainError ? error.issues : error;
    }
  };

  it('have their objects looked for once for each attribute and name', () => {
    const found = read(2);
    expect(found).toHaveLength(2 * VALUES);
    expect(new Set(found.flatMap(({ keys }) => keys.map(({ object }) => object.row.slug)))).toEqual(
      new Set(['target_0']),
    );
    expect(targetsOf).toHaveBeenCalledTimes(2);
    const { attribute_id } = schema.find('target_0')!.attributes[0]!;
    read(1, (n) => ({ [n % 2 === 0 ? 'email' : attribute_id]: `ada${n}@example.com` }));
    expect(targetsOf).toHaveBeenCalledTimes(4);
  });

  it('are counted and not judged beyond the hundred that a record may be written with', () => {
    const message = `Expected at most 100 references by value in one record, got ${REFERENCES * VALUES}.`;
    expect(refusalOf(REFERENCES)).toMatchObject([{ path: 'data', message }]);
    expect(targetsOf).toHaveBeenCalledTimes(2);
  });
});
