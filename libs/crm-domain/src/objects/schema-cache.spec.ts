import type { Db } from '../crm-database.js';
import { WorkspaceSchema, type AttributeRow, type ChoiceRow, type ObjectRow } from './schema.js';
import { SchemaCache } from './schema-cache.js';

const MADE = new Date('2026-01-31T12:00:00Z');

/** A workspace whose one object has one attribute with so many options. */
function schemaOf(workspaceId: string, options: number, version = '1'): WorkspaceSchema {
  const object = { object_id: `${workspaceId}-object`, slug: 'things', created_at: MADE, archived_at: null };
  const attribute = { attribute_id: '0197f000-0000-7000-8000-000000000001', object_id: object.object_id, attr_no: 1 };
  const choices = Array.from({ length: options }, (_, n) => ({
    choice_id: `choice-${n}`,
    attribute_id: attribute.attribute_id,
    object_id: object.object_id,
    title: `Option ${n}`,
    sort_order: n,
    config: null,
    archived_at: null,
  }));
  return new WorkspaceSchema(workspaceId, version, {
    objects: [object as ObjectRow],
    attributes: [
      { ...attribute, slug: 'heat', type: 'select', config: {}, created_at: MADE } as unknown as AttributeRow,
    ],
    choices: choices satisfies ChoiceRow[],
  });
}

/** The cache over a database that has such workspaces, and the ids of those it loaded, in their order. */
function cacheOver(options: number | ((workspaceId: string) => number)): { cache: SchemaCache; loaded: string[] } {
  const loaded: string[] = [];
  const optionsOf = typeof options === 'number' ? () => options : options;
  const autocommit = (workspaceId: string, work: (stores: object) => Promise<unknown>) => {
    loaded.push(workspaceId);
    return work({ schema: { load: () => Promise.resolve(schemaOf(workspaceId, optionsOf(workspaceId))) } });
  };
  return { cache: new SchemaCache({ isTogether: false, autocommit } as unknown as Db), loaded };
}

describe('the cache of schemas', () => {
  it('keeps what it has room for', async () => {
    const { cache, loaded } = cacheOver(20_000);
    for (const id of ['a', 'b', 'a', 'b']) await cache.at(id, '1');
    expect(loaded).toEqual(['a', 'b']);
  });

  it('loads a newer version once for all who find that the load they waited for began before it', async () => {
    const begun: ((version: string) => void)[] = [];
    const load = () =>
      new Promise<string>((resolve) => begun.push(resolve)).then((version) => schemaOf('a', 1, version));
    const autocommit = (_: string, work: (stores: object) => Promise<unknown>) => work({ schema: { load } });
    const cache = new SchemaCache({ isTogether: false, autocommit } as unknown as Db);
    const asked = ['1', '2', '2', '2'].map((version) => cache.at('a', version));
    begun[0]!('1');
    await asked[0];
    await new Promise(setImmediate);
    expect(begun).toHaveLength(2);
    begun[1]!('2');
    const schemas = await Promise.all(asked);
    expect(schemas.map(({ version }) => version)).toEqual(['1', '2', '2', '2']);
    expect(begun).toHaveLength(2);
  });

  it('counts options and stages, and lets the workspace go that it has had for longest', async () => {
    const { cache, loaded } = cacheOver(20_000);
    for (const id of ['a', 'b', 'c', 'c', 'b', 'a']) await cache.at(id, '1');
    expect(loaded).toEqual(['a', 'b', 'c', 'a']);
  });

  it.each([40_000, 60_000])('does not let the others go for one with %i options', async (most) => {
    const { cache, loaded } = cacheOver((id) => (id === 'large' ? most : 9_000));
    for (const id of ['a', 'b', 'large', 'a', 'b', 'large']) await cache.at(id, '1');
    expect(loaded).toEqual(['a', 'b', 'large', 'large']);
  });

  it('keeps one that is large where there is room for it', async () => {
    const { cache, loaded } = cacheOver((id) => (id === 'large' ? 40_000 : 9_000));
    for (const id of ['a', 'large', 'a', 'large']) await cache.at(id, '1');
    expect(loaded).toEqual(['a', 'large']);
  });
});
