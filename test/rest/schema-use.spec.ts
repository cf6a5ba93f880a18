import { setTimeout as wait } from 'node:timers/promises';
import { SchemaUse } from '#crm-domain';
import { aRecord, anObject, type AnObject } from '../support/builders.js';
import { Rest } from '../support/rest.js';

describe('the use of schemas by a request', () => {
  let rest: Rest;
  let object: AnObject;
  let record: string;
  const uses: (SchemaUse | undefined)[] = [];
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    record = (await aRecord(rest, object, { name: 'One' })).id.record_id;
    const { schemas } = rest.domain;
    for (const name of ['at', 'recent'] as const) {
      const asked = schemas[name].bind(schemas) as (...args: unknown[]) => ReturnType<typeof schemas.at>;
      jest.spyOn(schemas, name).mockImplementation((...args: unknown[]) => {
        uses.push(SchemaUse.here());
        return asked(...args);
      });
    }
  });
  afterAll(() => rest.stop());
  beforeEach(() => uses.splice(0));

  it.each<[string, () => PromiseLike<unknown>]>([
    ['a read', () => rest.reader.get(`/v1/records/${object.slug}/${record}`).expect(200)],
    ['a query with a body', () => rest.reader.post(`/v1/records/${object.slug}/query`, { filter: [] }).expect(200)],
    ['a create', () => rest.admin.post(`/v1/records/${object.slug}`, { data: { name: 'Two' } }).expect(200)],
    ['a refused request', () => rest.reader.post(`/v1/records/${object.slug}/query`, { filter: 1 }).expect(400)],
  ])('begins before %s asks for one, and is over once it is answered', async (_what, ask) => {
    await ask();
    expect(uses.length).toBeGreaterThan(0);
    while (uses.some((use) => use?.isOver === false)) await wait(10);
    expect(uses).not.toContain(undefined);
  });
});
