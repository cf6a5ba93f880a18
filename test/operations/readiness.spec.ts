import type { Pool } from 'pg';
import { openDomain } from '#auth';
import type { Domain } from '#crm-domain';
import { missingFrom } from '#crm-domain/operations';
import { setReadOnly } from './support/read-only.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

describe('the look at what a service lacks', () => {
  let database: FreshDatabase;
  let domain: Domain;
  beforeAll(async () => {
    database = await freshDatabase();
    domain = await openDomain({ url: database.url, poolSize: 10 });
  });
  afterAll(async () => {
    await domain.close();
    await database.drop();
  });

  it('is one look for all who ask at the same time, since strangers may ask, and another one for the next', async () => {
    const { source } = domain;
    const { master } = source.driver as unknown as { master: Pool };
    let asked = 0;
    master.on('acquire', () => asked++);
    expect(await missingFrom(source)).toEqual([]);
    const once = asked;
    expect(once).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 50 }, () => missingFrom(source)));
    expect(asked).toBe(2 * once);
  });

  it('and every refused write leave no connection to a database that was read-only for those who come after', async () => {
    const { source, workspaces } = domain;
    await setReadOnly(database.url, true);
    await expect(workspaces.create({ name: 'Never' })).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await missingFrom(source)).toEqual([expect.stringMatching(/^database: it is read-only/)]);
    await setReadOnly(database.url, false);
    expect(await missingFrom(source)).toEqual([]);
    await setReadOnly(database.url, true);
    await expect(workspaces.create({ name: 'Never' })).rejects.toMatchObject({ kind: 'unavailable' });
    await setReadOnly(database.url, false);
    await workspaces.create({ name: 'Example' });
  });
});
