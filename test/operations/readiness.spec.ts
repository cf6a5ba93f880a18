import { missingFrom, openDomain, type Domain } from '#crm-domain';
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
    const query = source.query.bind(source) as (text: string) => Promise<never>;
    let asked = 0;
    source.query = (text: string) => (asked++, query(text));
    expect(await missingFrom(source)).toEqual([]);
    const once = asked;
    expect(once).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 50 }, () => missingFrom(source)));
    expect(asked).toBe(2 * once);
  });
});
