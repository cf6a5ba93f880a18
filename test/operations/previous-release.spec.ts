import { rmSync } from 'node:fs';
import { Deployment, call } from './support/deployment.js';
import { build, previousRelease } from './support/previous-release.js';
import { Service } from './support/service.js';

interface Wire {
  data: { id: { record_id: string }; values: Record<string, { value?: unknown }[]> };
}

/**
 * Migrations are applied while the release before still serves, and it may have to come back: it must go on working on
 * the schema of today.
 */
describe('the release before, on the schema of today', () => {
  let deployment: Deployment;
  let before: Service;
  let root: string;
  beforeAll(async () => {
    deployment = await Deployment.make();
    root = build(previousRelease());
    before = await Service.start({ app: 'rest-api', root, env: deployment.env });
  }, 240_000);
  afterAll(async () => {
    await before?.stop();
    await deployment?.stop();
    if (root) rmSync(root, { recursive: true });
  });

  const send = async (service: Service, path: string, body?: object, method?: string): Promise<Wire> => {
    const { status, text } = await call(`${service.url}/v1${path}`, { token: deployment.api_key, body, method });
    if (status !== 200)
      throw new Error(`${method ?? ''} ${path} gave ${status}: ${text}\n${service.output.slice(-2000)}`);
    return JSON.parse(text) as Wire;
  };

  it('creates, changes, finds, trashes, restores and deletes records, objects and attributes', async () => {
    await send(before, '/objects', { slug: 'ships', singular_noun: 'Ship', plural_noun: 'Ships' });
    const relationship = { target_object_id: 'companies', inverse_title: 'Ships', cardinality: 'many-to-many' };
    await send(before, '/objects/ships/attributes', { slug: 'length', title: 'Length', type: 'number' });
    await send(before, '/objects/ships/attributes', {
      slug: 'owners',
      title: 'Owners',
      type: 'relationship',
      relationship,
    });
    const owner = await send(before, '/records/companies', { data: { name: 'Example Ltd', domains: ['example.com'] } });
    const data = { name: 'Test', length: 12, owners: [{ type: 'companies', id: owner.data.id.record_id }] };
    const path = `/records/ships/${(await send(before, '/records/ships', { data })).data.id.record_id}`;
    await send(before, path, { data: { name: 'Changed' } }, 'PATCH');
    expect((await send(before, `${path}?show_historic=true`)).data.values['name']).toHaveLength(2);
    const filter = [{ attribute: 'length', operator: 'gte', value: 12 }];
    expect(await send(before, '/records/ships/query', { query: 'chan', filter })).toMatchObject({ data: [{}] });
    await send(before, `${path}/trash`, undefined, 'POST');
    await send(before, `${path}/restore`, undefined, 'POST');
    for (const slug of ['length', 'owners'])
      await send(before, `/objects/ships/attributes/${slug}`, undefined, 'DELETE');
    await send(before, path, undefined, 'DELETE');
    await send(before, '/objects/ships', undefined, 'DELETE');
  });

  it('and that of today, side by side, read and change what the other wrote', async () => {
    const now = await deployment.start('rest-api');
    for (const [writer, reader] of [
      [before, now],
      [now, before],
    ] as const) {
      const { data } = await send(writer, '/records/people', {
        data: { name: { first_name: 'Ada', last_name: 'Example' } },
      });
      const path = `/records/people/${data.id.record_id}`;
      await send(reader, path, { data: { job_title: 'Harbour master' } }, 'PATCH');
      expect((await send(writer, path)).data.values['job_title']).toMatchObject([{ value: 'Harbour master' }]);
    }
    expect(before.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
