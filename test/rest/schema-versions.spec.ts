import type { Test } from 'supertest';
import { aRecord, anAttribute, anObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { Rest } from '../support/rest.js';

const MISMATCH = {
  statusCode: 412,
  type: 'invalid_request_error',
  code: 'version_mismatch',
  reason: 'version_mismatch',
};

describe('the version of an object and of an attribute', () => {
  let rest: Rest;
  beforeAll(async () => (rest = await Rest.start()));
  afterAll(() => rest.stop());

  const bound = (sent: Test, tag: string) => sent.set('If-Match', tag);
  const versionAt = async (path: string) => {
    const { body, headers } = await rest.reader.get(path).expect(200);
    expect(headers['etag']).toBe(`"${body.data.version}"`);
    return body.data.version as number;
  };
  const anAttributeAt = async (data: object) => {
    const object = await anObject(rest);
    const { slug } = await anAttribute(rest, object, { slug: 'field', ...data } as Parameters<typeof anAttribute>[2]);
    return { object, path: `${object.path}/attributes/${slug}` };
  };

  it('is 1 at first and rises by 1 with each change of an object, but not of its attributes or records', async () => {
    const object = await anObject(rest);
    expect(await versionAt(object.path)).toBe(1);
    await rest.admin.patch(object.path, { plural_noun: 'Others' }).expect('ETag', '"2"').expect(200);
    await rest.admin.patch(object.path, { plural_noun: 'Others' }).expect('ETag', '"2"').expect(200);
    await rest.admin.patch(object.path, { archived_at: '2026-01-31T12:00:00Z' }).expect('ETag', '"3"');
    await rest.admin.patch(object.path, { archived_at: '2026-01-31T13:00:00+01:00' }).expect('ETag', '"3"');
    await rest.admin.patch(object.path, { archived_at: null }).expect('ETag', '"4"');
    await anAttribute(rest, object, { type: 'text', slug: 'note' });
    await aRecord(rest, object);
    expect(await versionAt(object.path)).toBe(4);
  });

  it('rises with each change of an attribute and of its options or stages', async () => {
    const { path } = await anAttributeAt({ type: 'select', options: [{ title: 'One' }, { title: 'Two' }] });
    expect(await versionAt(path)).toBe(1);
    await rest.admin.patch(path, { title: 'Another' }).expect('ETag', '"2"').expect(200);
    await rest.admin.patch(path, { title: 'Another' }).expect('ETag', '"2"').expect(200);
    const { body } = await rest.admin.post(`${path}/options`, { title: 'Three' }).expect(200);
    expect(await versionAt(path)).toBe(3);
    const option = `${path}/options/${body.data.id.option_id}`;
    await rest.admin.patch(option, { title: 'Third' }).expect(200);
    expect(await versionAt(path)).toBe(4);
    await rest.admin.patch(option, { title: 'Third' }).expect(200);
    expect(await versionAt(path)).toBe(4);
    await rest.admin.delete(option).expect(200);
    expect(await versionAt(path)).toBe(5);
    await rest.admin
      .patch(path, { options: [{ title: 'Fourth' }] })
      .expect('ETag', '"6"')
      .expect(200);
  });

  it('rises on both sides of a relationship where both change', async () => {
    const object = await anObject(rest);
    const relationship = { target_object_id: object.slug, inverse_title: 'Behind', cardinality: 'one-to-one' };
    await anAttribute(rest, object, { type: 'relationship', slug: 'ahead', relationship });
    const [here, there] = ['ahead', 'behind'].map((slug) => `${object.path}/attributes/${slug}`) as [string, string];
    expect([await versionAt(here), await versionAt(there)]).toEqual([1, 1]);
    await rest.admin.patch(here, { title: 'On' }).expect(200);
    expect([await versionAt(here), await versionAt(there)]).toEqual([2, 1]);
    await rest.admin.patch(here, { relationship: { inverse_title: 'Back' } }).expect(200);
    expect([await versionAt(here), await versionAt(there)]).toEqual([2, 2]);
    await rest.admin.patch(here, { relationship: { cardinality: 'many-to-many' } }).expect(200);
    expect([await versionAt(here), await versionAt(there)]).toEqual([3, 3]);
  });

  it('is in the list of all, and may be sent back as it was read or as it is not', async () => {
    const { object, path } = await anAttributeAt({ type: 'text' });
    const { body } = await rest.reader.get(`${object.path}/attributes`).expect(200);
    expect(body.data.map(({ version }: { version: number }) => version)).toEqual([1, 1]);
    await rest.admin.patch(path, { version: 7, title: 'Read and written' }).expect('ETag', '"2"').expect(200);
    await rest.admin.patch(object.path, { version: 7, plural_noun: 'Many' }).expect('ETag', '"2"').expect(200);
  });

  it('spares who has it already the answer', async () => {
    const { object, path } = await anAttributeAt({ type: 'text' });
    for (const each of [object.path, path]) {
      expect((await rest.reader.get(each).set('If-None-Match', 'W/"1"').expect(304)).text).toBe('');
      await rest.reader.get(each).set('If-None-Match', '"2"').expect(200);
      await rest.reader.get(each).set('If-None-Match', '2').expect(400);
    }
  });

  it('is what a change or a delete can be bound to, and a refusal tells what was changed since', async () => {
    const { object, path } = await anAttributeAt({ type: 'select', options: [{ title: 'One' }] });
    await rest.admin.patch(object.path, { plural_noun: 'Others' }).expect(200);
    await rest.admin.patch(path, { title: 'Another', options: [{ title: 'Two' }] }).expect(200);
    const writes: [Test, string][] = [
      [rest.admin.patch(object.path, { plural_noun: 'Mine' }), 'plural_noun'],
      [rest.admin.delete(object.path), 'plural_noun'],
      [rest.admin.patch(path, { title: 'Mine' }), 'title,options'],
      [rest.admin.delete(path), 'title,options'],
    ];
    await expectNothingChanged(rest, async () => {
      for (const [write, fields] of writes) {
        const { body } = await bound(write, '"1"').expect(412);
        expect(body).toMatchObject({ ...MISMATCH, current_version: 2 });
        expect(body.changes).toEqual([
          {
            version: 2,
            changed_at: expect.stringMatching(/Z$/),
            changed_by: { type: 'api-key', id: expect.any(String), name: expect.any(String) },
            fields: fields.split(','),
          },
        ]);
      }
      await bound(rest.admin.patch(path, { title: 'Mine' }), '2').expect(400);
      await bound(rest.architect.patch(path, { title: 'Mine' }), '"2"').expect(403);
    });
    await bound(rest.admin.patch(path, { title: 'Mine' }), '"2"').expect(200);
    await bound(rest.admin.delete(path), '"3"').expect(200);
    await bound(rest.admin.delete(object.path), '"2"').expect(200);
  });

  it('lets one of those win who change the same version at once', async () => {
    const { object, path } = await anAttributeAt({ type: 'text' });
    for (const each of [object.path, path]) {
      for (let version = 1; version <= 3; version++) {
        const field = each === path ? 'title' : 'plural_noun';
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, place) =>
            bound(rest.admin.patch(each, { [field]: `${version}.${place}` }), `"${version}"`),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
        expect(await versionAt(each)).toBe(version + 1);
      }
    }
  });
});
