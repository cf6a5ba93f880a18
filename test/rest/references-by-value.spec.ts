import type { RecordWire } from '#crm-domain';
import { expectError, pathsOf } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

const PEOPLE = { slug: 'people' };
const COMPANIES = { slug: 'companies' };

describe('a reference by value', () => {
  let rest: Rest;
  /** Its `both` may point at people and companies, its `any` at every object, its `linked` is a relationship. */
  let object: AnObject;
  let company: RecordWire;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    const ids: string[] = [];
    for (const slug of ['people', 'companies'])
      ids.push((await rest.admin.get(`/v1/objects/${slug}`).expect(200)).body.data.id.object_id as string);
    const config = { record_reference: { allowed_object_ids: ids } };
    await anAttribute(rest, object, { type: 'record-reference', slug: 'both', config } as never);
    await anAttribute(rest, object, { type: 'record-reference', slug: 'any', is_multi_select: true });
    const relationship = { target_object_id: 'companies', inverse_title: 'Things', cardinality: 'many-to-many' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'linked', relationship });
    company = await aRecord(rest, COMPANIES, { name: 'Known', domains: ['known.example.com'] });
  });
  afterAll(() => rest.stop());

  const create = (slug: string, data: object) => rest.writer.post(`/v1/records/${slug}`, { data });
  const targets = (record: RecordWire, slug: string) => record.values[slug]!.map(({ target_record }) => target_record);
  const known = { match: { domains: 'known.example.com' } };
  const countOf = async (domain: string) =>
    (
      await rest.sql<{ n: number }>(
        `select count(*)::int as n from record_unique u join record r using (workspace_id, record_id)
          where u.workspace_id = $1 and u.v = $2`,
        [rest.workspace_id, domain],
      )
    )[0]!.n;

  it('stands for the record that holds the value, in new records and in those that are there', async () => {
    const made = await create('people', { company: known }).expect(200);
    expect(targets(made.body.data, 'company')).toEqual([company.id.record_id]);
    const person = await aRecord(rest, PEOPLE);
    const { body } = await rest.writer
      .patch(pathTo(PEOPLE, person), { data: { company: { match: { domains: 'https://KNOWN.example.com/' } } } })
      .expect(200);
    expect(targets(body.data, 'company')).toEqual([company.id.record_id]);
    const put = { email_addresses: ['by-value@example.com'], company: [known] };
    const upserted = await rest.writer.put('/v1/records/people?match=email_addresses', { data: put }).expect(200);
    expect(targets(upserted.body.data, 'company')).toEqual([company.id.record_id]);
  });

  it('works where several objects are allowed, in lists, in what is appended, and in relationships', async () => {
    const ada = await aRecord(rest, PEOPLE, { email_addresses: ['ada@example.com'] });
    const adaByValue = { match: { email_addresses: 'ada@example.com' } };
    const data = { both: adaByValue, any: [adaByValue, known], linked: [known] };
    const { body } = await create(object.slug, data).expect(200);
    expect(targets(body.data, 'both')).toEqual([ada.id.record_id]);
    expect(targets(body.data, 'any')).toEqual([ada.id.record_id, company.id.record_id]);
    const back = await readRecord(rest, COMPANIES, company);
    expect(targets(back, 'things')).toEqual([body.data.id.record_id]);
    const path = pathTo(object, body.data as RecordWire);
    await rest.writer.patch(path, { data: { linked: { remove: [known] }, any: { remove: [known] } } }).expect(200);
    const change = { any: { append: [{ ...known, type: 'companies' }] } };
    const after = await rest.writer.patch(path, { data: change }).expect(200);
    expect(targets(after.body.data, 'any')).toEqual([ada.id.record_id, company.id.record_id]);
    expect(targets(after.body.data, 'linked')).toEqual([]);
  });

  it('creates nothing in order to remove a reference to it', async () => {
    const { body } = await create(object.slug, { linked: [known] }).expect(200);
    const missing = { match: { domains: 'not-there.example.com' } };
    const remove = (value: object) =>
      rest.writer.patch(pathTo(object, body.data as RecordWire), { data: { linked: { remove: [value] } } });
    await expectNothingChanged(rest, async () => {
      expect(pathsOf(await remove({ ...missing, create: true }))).toEqual(['data.linked.remove[0].create']);
      const { issues } = (await remove(missing).expect(400)).body as { issues: { path: string; message: string }[] };
      expect(issues).toEqual([
        { path: 'data.linked.remove[0]', message: 'No record holds this value.', expected: expect.any(String) },
      ]);
    });
  });

  it('creates the record that is missing, with the write, and finds it the next time', async () => {
    const fresh = { match: { domains: 'fresh.example.com' }, create: true };
    const one = await create('people', { company: fresh }).expect(200);
    const two = await create(object.slug, { linked: [fresh], any: [{ ...fresh, type: 'companies' }] }).expect(200);
    expect(targets(two.body.data, 'linked')).toEqual(targets(one.body.data, 'company'));
    expect(targets(two.body.data, 'any')).toEqual(targets(one.body.data, 'company'));
    const twice = { match: { domains: 'twice.example.com' }, create: true, type: 'companies' };
    await create(object.slug, { linked: [{ ...twice, type: undefined }], any: [twice] }).expect(200);
    expect(await countOf('twice.example.com')).toBe(1);
  });

  it('may be without create where another one of the same write creates the record, in whichever order', async () => {
    for (const [n, order] of [
      ['linked', 'any'],
      ['any', 'linked'],
    ].entries()) {
      const match = { domains: `beside-${n}.example.com` };
      const [first, second] = order as [string, string];
      const data = { [first]: [{ match, type: 'companies', create: true }], [second]: [{ match, type: 'companies' }] };
      const { body } = await create(object.slug, data).expect(200);
      expect(targets(body.data, 'any')).toEqual(targets(body.data, 'linked'));
      expect(await countOf(match.domains)).toBe(1);
    }
    const other = { match: { domains: 'beside-no-other.example.com' }, type: 'companies' };
    const makes = { match: { domains: 'beside-2.example.com' }, create: true };
    expect(pathsOf(await create(object.slug, { linked: [makes], any: [other] }))).toEqual(['data.any[0]']);
  });

  it('creates nothing when the write is refused', async () => {
    await expectNothingChanged(rest, async () => {
      const never = { match: { domains: 'never.example.com' }, create: true };
      const response = await create('people', { company: never, unicorn: 1 });
      expectError(response, 400);
      await create('people', { company: never, email_addresses: ['not one'] }).expect(400);
      await rest.writer
        .patch('/v1/records/people/0197f000-0000-7000-8000-00000000000a', { data: { company: never } })
        .expect(404);
      expectError(await rest.reader.post('/v1/records/people', { data: { company: never } }), 403);
    });
  });

  it('answers 400 to what names no record', async () => {
    const required = await anObject(rest);
    await anAttribute(rest, required, { type: 'text', slug: 'code', is_unique: true });
    await anAttribute(rest, required, { type: 'text', slug: 'needed', is_required: true });
    await expectNothingChanged(rest, async () => {
      const cases: [object, string[]][] = [
        [{ linked: { match: { domains: 'nobody.example.com' } } }, ['data.linked']],
        [{ linked: [known, { match: { domains: 'nobody.example.com' } }] }, ['data.linked[1]']],
        [{ linked: { append: [known] } }, ['data.linked']],
        [{ linked: { match: { name: 'Known' } } }, ['data.linked.match']],
        [{ linked: { match: { nothing: 'Known' } } }, ['data.linked.match']],
        [{ linked: { match: { domains: 'no domain' } } }, ['data.linked.match.domains']],
        [{ linked: { match: {} } }, ['data.linked']],
        [{ linked: { match: { domains: 'a.example.com', name: 'x' } } }, ['data.linked']],
        [{ linked: { match: 'known.example.com' } }, ['data.linked']],
        [{ linked: { ...known, create: 'yes' } }, ['data.linked']],
        [{ linked: { ...known, other: 1 } }, ['data.linked']],
        [{ linked: { ...known, type: 'people' } }, ['data.linked.type']],
        [{ linked: { match: { domains: known } } }, ['data.linked.match.domains']],
        [{ any: { match: { code: 'x' }, create: true, type: required.slug } }, ['data.any.match.needed']],
        [{ name: known }, ['data.name']],
      ];
      for (const [data, paths] of cases) {
        const response = await create(object.slug, data);
        expectError(response, 400);
        expect(pathsOf(response)).toEqual(paths);
        const members = Object.keys((response.body as { issues: [object] }).issues[0]);
        expect(members.filter((name) => !['path', 'message', 'expected', 'allowed', 'reason'].includes(name))).toEqual(
          [],
        );
      }
    });
  });

  it('answers 400 to a value of a record in the trash, and to one that records of several objects hold', async () => {
    const gone = await aRecord(rest, COMPANIES, { domains: ['gone.example.com'] });
    await rest.writer.post(`${pathTo(COMPANIES, gone)}/trash`).expect(200);
    const inTrash = { match: { domains: 'gone.example.com' }, create: true };
    expectError(await create('people', { company: inTrash }), 400);
    const others = [await anObject(rest), await anObject(rest)];
    for (const other of others) {
      await anAttribute(rest, other, { type: 'text', slug: 'shared', is_unique: true });
      await aRecord(rest, other, { shared: 'same' });
    }
    const same = { match: { shared: 'same' } };
    expect(pathsOf(await create(object.slug, { any: same }))).toEqual(['data.any']);
    expect(pathsOf(await create(object.slug, { any: { ...same, create: true } }))).toEqual(['data.any']);
    await create(object.slug, { any: { ...same, type: others[0]!.slug } }).expect(200);
  });

  it('makes one record when 32 writers need the same one at once', async () => {
    const raced = { match: { domains: 'raced.example.com' }, create: true };
    const answers = await Promise.all(Array.from({ length: 32 }, () => create('people', { company: raced })));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ body }) => targets(body.data as RecordWire, 'company')[0])).size).toBe(1);
    expect(await countOf('raced.example.com')).toBe(1);
  });
});
