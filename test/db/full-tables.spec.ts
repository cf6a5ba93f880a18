import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { ENTITIES } from '../../libs/crm-domain/src/entities.js';
import { FULL_TABLES, LEFT_OUT } from '../../libs/crm-domain/src/exports/full/full-tables.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

let database: FreshDatabase;
let domain: Domain;
beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
});
afterAll(async () => {
  await domain?.close();
  await database?.drop();
});

const metadata = (entity: (typeof ENTITIES)[number]) => domain.source.getMetadata(entity);
const nameOf = (entity: (typeof ENTITIES)[number]) => metadata(entity).tableName;

describe('a full export', () => {
  it('holds each table of a workspace, or says why it leaves it out', () => {
    const named = [...FULL_TABLES, ...LEFT_OUT].map(({ entity }) => nameOf(entity as never));
    const ofWorkspaces = ENTITIES.filter((entity) => metadata(entity).findColumnWithDatabaseName('workspace_id'));
    expect([...named].sort()).toEqual(ofWorkspaces.map(nameOf).sort());
    expect(LEFT_OUT.every(({ reason }) => reason.length > 20)).toBe(true);
  });

  it('withholds and restores columns that are there, and gives a value to each that must have one', () => {
    for (const { entity, withheld = {}, restored = {} } of FULL_TABLES) {
      const { columns, tableName } = metadata(entity as never);
      const names = columns.map(({ databaseName }) => databaseName);
      const named = [...Object.keys(withheld), ...Object.keys(restored)];
      expect({ tableName, strange: named.filter((name) => !names.includes(name)) }).toEqual({ tableName, strange: [] });
      const empty = columns.filter(
        ({ databaseName, isNullable, default: preset }) =>
          databaseName in withheld && !(databaseName in restored) && !isNullable && preset === undefined,
      );
      expect({ tableName, empty: empty.map(({ databaseName }) => databaseName) }).toEqual({ tableName, empty: [] });
    }
  });

  it('withholds each column that can hold a secret', () => {
    const secret = /secret|credential|token|hash|password|lease|claim|push_/;
    const written = FULL_TABLES.flatMap(({ entity, withheld = {} }) =>
      metadata(entity as never).columns.flatMap(({ databaseName }) =>
        secret.test(databaseName) && !(databaseName in withheld) ? [`${nameOf(entity as never)}.${databaseName}`] : [],
      ),
    );
    expect(written).toEqual([]);
  });

  it('has what others refer to before them', () => {
    const names = FULL_TABLES.map(({ entity }) => nameOf(entity as never));
    for (const { entity } of FULL_TABLES)
      for (const { referencedEntityMetadata } of metadata(entity as never).foreignKeys)
        expect(names.indexOf(referencedEntityMetadata.tableName)).toBeLessThan(names.indexOf(nameOf(entity as never)));
  });
});
