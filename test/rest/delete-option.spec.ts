import { randomUUID } from 'node:crypto';
import { expectError } from '../support/answers.js';
import { aRecord, anAttribute, anObject, pathTo, readRecord, type AnObject } from '../support/builders.js';
import { expectNothingChanged } from '../support/database-state.js';
import { expectHidden, refusesStrangers } from '../support/guards.js';
import { Rest } from '../support/rest.js';

describe('DELETE /v1/objects/{identifier}/attributes/{attribute}/options/{option}', () => {
  let rest: Rest;
  let object: AnObject;
  let path: string;
  beforeAll(async () => {
    rest = await Rest.start();
    object = await anObject(rest);
    path = `${object.path}/attributes/heat/options`;
    await anAttribute(rest, object, { type: 'select', slug: 'heat', options: [{ title: 'Cold' }] });
  });
  afterAll(() => rest.stop());

  const anOption = async (title: string) =>
    (await rest.admin.post(path, { title }).expect(200)).body.data.id.option_id as string;

  it('answers 200 with the option as it last stood, and the list has it no longer', async () => {
    const option = await anOption('Hot');
    const { body } = await rest.architect.delete(`${path}/${option}`).expect(200);
    expect(body.data).toMatchObject({
      id: { option_id: option },
      title: 'Hot',
      archived_at: expect.stringMatching(/Z$/),
    });
    expect((await rest.reader.get(path).expect(200)).body.data.map(({ title }: { title: string }) => title)).toEqual([
      'Cold',
    ]);
    await expectNothingChanged(rest, async () => expectError(await rest.admin.delete(`${path}/${option}`), 404));
  });

  it('shows nothing in the history where a deleted option stood, and takes such a value not back', async () => {
    const option = await anOption('Brief');
    const record = await aRecord(rest, object, { heat: 'Brief' });
    await rest.admin.patch(pathTo(object, record), { data: { heat: 'Cold' } }).expect(200);
    await rest.admin.delete(`${path}/${option}`).expect(200);
    const { values } = await readRecord(rest, object, record, '?show_historic=true');
    expect(values.heat).toMatchObject([{ option: null }, { option: { title: 'Cold' } }]);
  });

  it('answers 400 to the last active option', async () => {
    const { slug } = await anAttribute(rest, object, { type: 'select', options: [{ title: 'Only' }] });
    const { body } = await rest.reader.get(`${object.path}/attributes/${slug}/options`);
    const only = `${object.path}/attributes/${slug}/options/${body.data[0].id.option_id}`;
    await expectNothingChanged(rest, async () => expectError(await rest.admin.delete(only), 400));
  });

  it('answers 404 to what is missing and to what belongs to another workspace, in the same words', async () => {
    const theirs = await anObject(rest, rest.stranger.admin);
    const secret = await anAttribute(
      rest,
      theirs,
      { type: 'select', options: [{ title: 'A' }, { title: 'B' }] },
      rest.stranger.admin,
    );
    const { body } = await rest.stranger.admin.get(`${theirs.path}/attributes/${secret.slug}/options`).expect(200);
    const remove = (option: string) => rest.admin.delete(`${path}/${option}`);
    await expectHidden(rest, remove(body.data[0].id.option_id), remove(randomUUID()));
  });

  it('answers 409 while a record holds it, in the trash too, and 200 once none does', async () => {
    const option = await anOption('Held');
    const record = await aRecord(rest, object, { heat: option });
    await expectNothingChanged(rest, async () => expectError(await rest.admin.delete(`${path}/${option}`), 409));
    await rest.admin.post(`${pathTo(object, record)}/trash`).expect(200);
    await expectNothingChanged(rest, async () => expectError(await rest.admin.delete(`${path}/${option}`), 409));
    await rest.admin.post(`${pathTo(object, record)}/restore`).expect(200);
    await rest.admin.patch(pathTo(object, record), { data: { heat: null } }).expect(200);
    await rest.admin.delete(`${path}/${option}`).expect(200);
  });

  describe('and its guard', () => {
    let option: string;
    beforeAll(async () => (option = await anOption('Guarded')));
    refusesStrangers(
      () => rest,
      (by) => by.delete(`${path}/${option}`),
      'write:schema',
    );
  });
});
