import { randomUUID } from 'node:crypto';
import { VALUE_TYPES } from '../../libs/crm-domain/src/values/registry.js';
import { aRecord, anAttribute, anObject, freshSlug, type AnObject } from '../support/builders.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { anAutomation, removeConsumers, runsOf } from '../events/support/automations.js';

describe('what is stored is judged once by each schema', () => {
  let rest: Rest;
  let object: AnObject;
  let ada: string;
  let prefix: string;
  let series = 100;
  beforeAll(async () => {
    rest = await Rest.start();
    const person = { email: 'Ada@example.com', name: 'Ada Example', issuer: 'https://idp.example.com', subject: 'ada' };
    ada = (await rest.domain.workspaces.addMember({ workspace_id: rest.workspace_id, ...person })).user_id;
  });
  beforeEach(async () => {
    object = await anObject(rest);
    await anAttribute(rest, object, { type: 'phone-number', slug: 'phone' });
    await anAttribute(rest, object, { type: 'phone-number', slug: 'phones', is_multi_select: true });
    prefix = `+49151${series++}`;
  });
  afterEach(() => removeConsumers(rest));
  afterAll(() => rest.stop());

  const numbers = (count: number, from = 10_000) => Array.from({ length: count }, (_, n) => `${prefix}${from + n}`);
  const among = (values: string[]) => ({ attribute: 'phone', operator: 'in', value: values });
  const changeSchema = () => anAttribute(rest, object, { type: 'text', slug: freshSlug('text') });

  /** How many numbers of this test are judged meanwhile. */
  async function judgedIn(work: () => Promise<unknown>): Promise<number> {
    const parse = jest.spyOn(VALUE_TYPES['phone-number'], 'parse');
    try {
      await work();
      return parse.mock.calls.filter(([input]) => typeof input === 'string' && input.startsWith(prefix)).length;
    } finally {
      parse.mockRestore();
    }
  }
  const reads =
    (paths: readonly string[], times = 3) =>
    async () => {
      for (let time = 0; time < times; time++) for (const path of paths) await rest.reader.get(path).expect(200);
    };

  async function aView(filter: unknown): Promise<string> {
    const slug = freshSlug('view');
    const body = { slug, title: slug, object: object.slug, query: { filter } };
    await rest.writer.post('/v1/views', body).expect(200);
    return `/v1/views/${slug}`;
  }

  it('a view, however often it is read and listed, with a member in it as well', async () => {
    const member = { attribute: 'created_by', operator: 'eq', value: 'ada@example.com' };
    const path = await aView([among(numbers(20)), member]);
    const others = [path, '/v1/views'];
    expect(await judgedIn(reads(others))).toBe(0);
    await changeSchema();
    expect(await judgedIn(reads(others))).toBe(20);
    await rest.sql('delete from membership where user_id = $1', [ada]);
    expect(await judgedIn(reads(others))).toBe(20);
    expect((await rest.reader.get(path)).body.data).toMatchObject({ state: 'broken' });
  });

  it('a view that is broken, until the reason is gone', async () => {
    await anAttribute(rest, object, { type: 'number', slug: 'score' });
    const path = await aView([among(numbers(20)), { attribute: 'score', operator: 'gte', value: 1 }]);
    await rest.admin.delete(`${object.path}/attributes/score`).expect(200);
    expect(await judgedIn(reads([path, '/v1/views']))).toBe(20);
    expect((await rest.reader.get(path)).body.data).toMatchObject({ state: 'broken' });
    await anAttribute(rest, object, { type: 'number', slug: 'score' });
    expect((await rest.reader.get(path)).body.data).toMatchObject({ state: 'active' });
  });

  it('a view that is changed, anew', async () => {
    const path = await aView([among(numbers(20))]);
    await rest.writer.patch(path, { query: { filter: [among(numbers(30))] } }).expect(200);
    expect(await judgedIn(reads([path]))).toBe(0);
    const shown = (await rest.reader.get(path)).body.data.query.filter;
    expect(shown).toEqual([among(numbers(30))]);
  });

  it('a view whose records are asked for, but for its values themselves', async () => {
    const path = await aView([among(numbers(20))]);
    await aRecord(rest, object, { phone: numbers(1)[0] });
    const first = async () => {
      const { data } = (await rest.reader.get(`${path}/records?fields=name`).expect(200)).body;
      expect(data).toHaveLength(1);
    };
    expect(await judgedIn(first)).toBe(20);
  });

  it('an automation, however often it is read and listed', async () => {
    const body = {
      name: 'Example',
      kind: 'record.updated',
      object: object.slug,
      condition: [among(numbers(20))],
      actions: [{ type: 'set_values', values: { phones: numbers(10, 20_000) } }],
      status: 'disabled',
    };
    const { data } = (await rest.admin.post('/v1/automations', body).expect(200)).body;
    const paths = [`/v1/automations/${data.id.automation_id}`, '/v1/automations'];
    expect(await judgedIn(reads(paths))).toBe(0);
    await changeSchema();
    const once = await judgedIn(reads(paths, 1));
    expect(once).toBeGreaterThan(0);
    expect(await judgedIn(reads(paths))).toBe(0);
    await rest.admin.delete(`${object.path}/attributes/phone`).expect(200);
    const broken = { state: 'broken', broken_reason: expect.stringContaining('condition[0]') };
    for (let time = 0; time < 2; time++) expect((await rest.reader.get(paths[0]!)).body.data).toMatchObject(broken);
  });

  it('the conditions of an automation that runs for several events', async () => {
    const automation = await anAutomation(rest, object, {
      condition: [{ ...among(numbers(20)), operator: 'not_in' }],
      actions: [{ type: 'set_values', values: { name: 'Set' } }],
    });
    const { automation_id } = automation.id;
    const heldUntil = (moment: string) =>
      rest.sql(`update automation set lease_owner = $2, lease_until = ${moment} where automation_id = $1`, [
        automation_id,
        randomUUID(),
      ]);
    await heldUntil("now() + interval '1 hour'");
    for (let n = 0; n < 3; n++) await aRecord(rest, object);
    const run = async () => {
      await heldUntil('now()');
      rest.domain.db.eventSignal.raise(rest.workspace_id);
      await eventually(async () => (await runsOf(rest, automation)).length === 3);
    };
    expect(await judgedIn(run)).toBe(20);
  });
});
