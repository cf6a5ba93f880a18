import type { Db } from '../crm-database.js';
import { WorkspaceSchema, type AttributeRow, type ChoiceRow, type ObjectRow } from './schema.js';
import { SchemaCache } from './schema-cache.js';
import type { LargeTurn } from './schema-reader.js';
import type { SchemaStore } from './schema.store.js';
import { SchemaUse } from './schema-use.js';

const MADE = new Date('2026-01-31T12:00:00Z');
/** Options that take 1 MB, and 12 MB. */
const SMALL = 2000;
const LARGE = 24_000;

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

/** A database of workspaces that are large where their id begins with "l", or small. */
class Workspaces {
  /** The ids of those that were loaded, in their order. */
  readonly loaded: string[] = [];
  readonly version = new Map<string, string>();
  /** Has loads wait until they are let go. */
  holdsLoads = false;
  readonly underWay: (() => void)[] = [];
  readonly cache: SchemaCache;

  constructor() {
    const autocommit = (id: string, work: (stores: { schema: SchemaStore }) => Promise<unknown>) =>
      work({ schema: this.store(id) });
    this.cache = new SchemaCache({ isTogether: false, autocommit } as unknown as Db);
  }

  store(id: string): SchemaStore {
    const read = async () => {
      this.loaded.push(id);
      if (this.holdsLoads) await new Promise<void>((go) => this.underWay.push(go));
      return schemaOf(id, id.startsWith('l') ? LARGE : SMALL, this.version.get(id) ?? '1');
    };
    const load = (inTurn: LargeTurn) => (id.startsWith('l') ? inTurn(read) : read());
    return { load } as unknown as SchemaStore;
  }

  at(id: string): Promise<WorkspaceSchema> {
    return Promise.resolve(this.cache.at(id, '1'));
  }

  async ask(...ids: string[]): Promise<void> {
    for (const id of ids) await this.at(id);
  }
}

const numbered = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word}${n}`);
const settled = () => new Promise(setImmediate);

describe('the cache of schemas', () => {
  let spaces: Workspaces;
  beforeEach(() => (spaces = new Workspaces()));

  it('takes a schema for about as large as it is', () => {
    expect(schemaOf('s', SMALL).bytes / 1_000_000).toBeCloseTo(1, 0);
    expect(schemaOf('l', LARGE).bytes / 1_000_000).toBeCloseTo(12, 0);
  });

  it('lets the workspace go that nobody has asked for for longest, by the bytes of all', async () => {
    const many = numbered('s', 38);
    await spaces.ask(...many, 's0');
    expect(spaces.loaded).toEqual(many);
    await spaces.ask('more', 'more again', 'and more', 's0');
    expect(spaces.loaded.slice(38)).toEqual(['more', 'more again', 'and more']);
    await spaces.ask('s1');
    expect(spaces.loaded.at(-1)).toBe('s1');
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
    await settled();
    expect(begun).toHaveLength(2);
    begun[1]!('2');
    const schemas = await Promise.all(asked);
    expect(schemas.map(({ version }) => version)).toEqual(['1', '2', '2', '2']);
    expect(begun).toHaveLength(2);
  });

  describe('where some are large', () => {
    it('keeps a few of them, those that were asked for last, and all small ones', async () => {
      const small = numbered('s', 20);
      const large = numbered('large', 10);
      await spaces.ask(...small, ...large);
      spaces.loaded.length = 0;
      await spaces.ask(...small, 'large9', 'large8', 'large7', 'large0');
      expect(spaces.loaded).toEqual(['large0']);
    });

    it('loads one at a time, and each once for all who ask', async () => {
      spaces.holdsLoads = true;
      const asked = ['l0', 'l1', 'l0', 'l1', 'l0'].map((id) => spaces.at(id));
      await settled();
      expect(spaces.loaded).toEqual(['l0']);
      spaces.underWay[0]!();
      await asked[0];
      await settled();
      expect(spaces.loaded).toEqual(['l0', 'l1']);
      spaces.underWay.forEach((go) => go());
      await Promise.all(asked);
      expect(spaces.loaded).toEqual(['l0', 'l1']);
    });

    it('has one wait, and refuses others before anything is read of theirs', async () => {
      const refused = {
        kind: 'unavailable',
        message: expect.stringMatching('large schemas are being loaded') as string,
      };
      await spaces.ask('l9');
      await spaces.ask(...numbered('l', 5));
      spaces.loaded.length = 0;
      spaces.holdsLoads = true;
      const asked = numbered('lx', 2).map((id) => spaces.at(id));
      await expect(spaces.at('l9')).rejects.toMatchObject(refused);
      await expect(spaces.at('l-never-seen')).rejects.toMatchObject(refused);
      expect(spaces.loaded).toEqual(['lx0']);
      spaces.holdsLoads = false;
      spaces.underWay.forEach((go) => go());
      await Promise.all(asked);
      await spaces.ask('l9');
      expect(spaces.loaded).toEqual(['lx0', 'lx1', 'l9']);
    });

    it('loads small ones, and the large one of who has a connection, beside those that wait', async () => {
      spaces.holdsLoads = true;
      const asked = ['l0', 'l1'].map((id) => spaces.at(id));
      await settled();
      asked.push(spaces.at('s'), Promise.resolve(spaces.cache.at('l3', '1', spaces.store('l3'))));
      await settled();
      expect(spaces.loaded).toEqual(['l0', 's', 'l3']);
      spaces.holdsLoads = false;
      spaces.underWay.forEach((go) => go());
      await Promise.all(asked);
    });

    it('does not hold an older version while it loads a newer one', async () => {
      await spaces.ask('l0', 'l1', 'l2');
      spaces.version.set('l0', '2');
      spaces.holdsLoads = true;
      const newer = spaces.cache.at('l0', '2');
      await settled();
      const older = spaces.cache.recent('l0');
      expect(older).toBeInstanceOf(Promise);
      spaces.underWay[0]!();
      expect([(await newer).version, (await older).version]).toEqual(['2', '2']);
      expect(spaces.loaded).toEqual(['l0', 'l1', 'l2', 'l0']);
    });

    it('loads no other while requests use as many as there is room for, until one ends', async () => {
      const uses = numbered('l', 4).map((id) => ({ id, use: new SchemaUse() }));
      for (const { id, use } of uses) await use.run(() => spaces.at(id));
      const more = spaces.at('l4');
      await settled();
      expect(spaces.loaded).toEqual(['l0', 'l1', 'l2', 'l3']);
      uses[3]!.use.end();
      await more;
      expect(spaces.loaded.at(-1)).toBe('l4');
    });

    it('does not have who holds a connection wait for room', async () => {
      for (const id of numbered('l', 4)) await new SchemaUse().run(() => spaces.at(id));
      const refused = { kind: 'unavailable', message: expect.stringMatching('large schemas are in use') as string };
      await expect(spaces.cache.at('l4', '1', spaces.store('l4'))).rejects.toMatchObject(refused);
      await expect(spaces.cache.toChange('l4', spaces.store('l4'))).rejects.toMatchObject(refused);
    });

    it('counts what a change reads until it ends, and gives it to nobody else', async () => {
      const use = new SchemaUse();
      await use.run(() => spaces.cache.toChange('l0', spaces.store('l0')));
      await spaces.ask('l0');
      expect(spaces.loaded).toEqual(['l0', 'l0']);
      for (const id of numbered('l', 3)) await new SchemaUse().run(() => spaces.at(id));
      const more = spaces.at('l3');
      await settled();
      expect(spaces.loaded).toEqual(['l0', 'l0', 'l1', 'l2']);
      use.end();
      await more;
      expect(spaces.loaded.at(-1)).toBe('l3');
    });

    it('counts nothing for a stream that has begun to be answered', async () => {
      for (const id of numbered('l', 4)) await new SchemaUse(() => true).run(() => spaces.at(id));
      await spaces.ask('l4');
      expect(spaces.loaded).toHaveLength(5);
    });

    it('does not let the others go for one from before there was a maximum', async () => {
      const huge = () => Promise.resolve(schemaOf('huge', 5 * LARGE));
      const store = { load: (inTurn: LargeTurn) => inTurn(huge) } as unknown as SchemaStore;
      await spaces.ask('l0');
      await spaces.cache.at('huge', '1', store);
      await spaces.ask('l0');
      expect(spaces.loaded).toEqual(['l0']);
    });
  });
});
