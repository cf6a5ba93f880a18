import { newId } from '#platform';
import type { Session } from '../db/session.js';
import { SchemaReader } from './schema-reader.js';
import type { WorkspaceSchema } from './schema.js';

const OBJECT = newId();
const LONG = 'x'.repeat(2000);

function attributes(count: number, description: string | null = null): object[] {
  // Shown in another order than that of their ids, in which they are read.
  return Array.from({ length: count }, (_, n) => ({
    workspace_id: 'w',
    attribute_id: newId(),
    object_id: OBJECT,
    attr_no: n,
    slug: `a${n}`,
    title: `A ${n}`,
    type: 'text',
    description,
    config: {},
    sort_order: -n,
    created_at: '2026-01-31T12:00:00Z',
    archived_at: null,
  }));
}

/** Answers as Postgres does, and keeps how many attributes each statement gave. */
function database(rows: object[], versionOf = (_asked: number) => '1') {
  const given: number[] = [];
  const object = { object_id: OBJECT, slug: 'things', created_at: '2026-01-31T12:00:00Z', archived_at: null };
  const after = (all: object[], key: string, id: string, most: number) =>
    all.filter((row) => (row as Record<string, string>)[key]! > id).slice(0, most);
  const query = (_: unknown, [, objectId, attributeId, , most]: [string, string, string, string, number]) => {
    const part = after(rows, 'attribute_id', attributeId, most);
    given.push(part.length);
    const objects = JSON.stringify(after([object], 'object_id', objectId, most));
    return Promise.resolve([
      { version: versionOf(given.length), objects, attributes: JSON.stringify(part), choices: '[]' },
    ]);
  };
  return { reader: new SchemaReader({ query } as unknown as Session, 'w'), given };
}

const slugs = (schema: WorkspaceSchema | undefined) => schema!.find('things')!.attributes.map(({ slug }) => slug);
const expected = (count: number) => Array.from({ length: count }, (_, n) => `a${count - 1 - n}`);

describe('the reader of schemas', () => {
  it('takes one statement for a small one', async () => {
    const { reader, given } = database(attributes(499));
    expect(slugs((await reader.small()) as WorkspaceSchema)).toEqual(expected(499));
    expect(given).toEqual([499]);
  });

  it.each([
    ['of many rows', attributes(500)],
    ['of long texts', attributes(300, LONG)],
  ])('says of one %s that it is large', async (_, rows) => {
    expect(await database(rows).reader.small()).toBe('large');
  });

  it('reads a large one in pieces, each row once, in the order in which they are shown', async () => {
    const { reader, given } = database(attributes(1200));
    const schema = await reader.whole();
    expect(slugs(schema)).toEqual(expected(1200));
    expect(schema!.objects).toHaveLength(1);
    expect(given).toEqual([500, 500, 200]);
  });

  it('begins again where the schema has changed between two pieces', async () => {
    const { reader, given } = database(attributes(600), (asked) => (asked === 1 ? '1' : '2'));
    expect((await reader.whole())!.version).toBe('2');
    expect(given).toEqual([500, 100, 500, 100]);
  });

  it('reads one that changes all the time by one statement', async () => {
    const { reader, given } = database(attributes(600), String);
    expect(slugs(await reader.whole())).toEqual(expected(600));
    expect(given).toEqual([500, 100, 500, 100, 500, 100, 600]);
  });
});
