import { openDomain } from '#auth';
import { SearchIndexService } from '../../libs/crm-domain/src/search-index/search-index.service.js';
import { aRecord, anObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

let rest: Rest;
beforeAll(async () => (rest = await Rest.start()));
afterAll(() => rest.stop());

const CLEAN = `select gin_clean_pending_list('record_search_tsv')::int as pages`;

it('works off what was written', async () => {
  const object = await anObject(rest);
  for (let at = 0; at < 20; at++) await aRecord(rest, object, { name: `Pending ${at}` });
  expect(await new SearchIndexService(rest.domain.db).tidy()).toBe(true);
  expect(await rest.sql(CLEAN)).toEqual([{ pages: 0 }]);
});

it('gives up quietly where the database user does not own the index', async () => {
  const role = `guest_${process.pid}`;
  await rest.sql(`create role ${role} login`);
  const [database] = await rest.sql<{ name: string }>('select current_database() as name');
  const url = new URL(process.env.TEST_DATABASE_URL!);
  url.pathname = `/${database!.name}`;
  url.username = role;
  const domain = await openDomain(url.href);
  try {
    expect(await domain.searchIndex.tidy()).toBe(false);
  } finally {
    await domain.close();
    await rest.sql(`drop role ${role}`);
  }
});
