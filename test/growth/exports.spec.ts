import { isolateTenant, moveTenant } from '#crm-domain/operations';
import { aRecord, anObject, pathTo } from '../support/builders.js';
import { Rest } from '../support/rest.js';
import { IS_CITUS } from './support/distant-worker.js';
import { withoutDirectWay, workersOf } from './support/nodes-of-cluster.js';

const onCitus = IS_CITUS ? describe : describe.skip;

onCitus('An export on a Citus (this needs CITUS_URL)', () => {
  let rest: Rest;
  let url = '';
  beforeAll(async () => {
    const options = { route: (given: string) => Promise.resolve((url = given)), alone: 'it exports by itself' };
    rest = await Rest.start({}, options);
  });
  afterAll(() => rest.stop());

  const exported = async (workspaceId: string, object: string, meanwhile: () => Promise<unknown>) => {
    let text = '';
    await rest.domain.exports.stream(
      workspaceId,
      { object, format: 'csv' },
      { begin: async () => void (await meanwhile()), write: async (piece) => void (text += piece) },
    );
    return text;
  };

  it('is as of one moment and holds up no move: its workspace is moved meanwhile and written to', async () => {
    const { admin, workspace_id } = await rest.newWorkspace();
    const object = await anObject(rest, admin);
    const record = await aRecord(rest, object, { name: 'Before' }, admin);
    const { node } = await isolateTenant(url, workspace_id);
    const to = (await workersOf(url)).find((each) => each !== node)!;
    const text = await exported(workspace_id, object.slug, async () => {
      await moveTenant(url, workspace_id, to);
      await admin.patch(pathTo(object, record), { data: { name: 'After' } }).expect(200);
      await aRecord(rest, object, { name: 'New' }, admin);
    });
    expect(text).toBe(`id,name\r\n${record.id.record_id},Before\r\n`);
    expect(await exported(workspace_id, object.slug, () => Promise.resolve())).toMatch(/,After\r\n.*,New\r\n$/);
  });

  it('is as of one moment through the coordinator as well', async () => {
    const object = await anObject(rest);
    const record = await aRecord(rest, object, { name: 'Before' });
    const text = await withoutDirectWay(url, () =>
      exported(rest.workspace_id, object.slug, async () => {
        await rest.admin.patch(pathTo(object, record), { data: { name: 'After' } }).expect(200);
        await aRecord(rest, object, { name: 'New' });
      }),
    );
    expect(text).toBe(`id,name\r\n${record.id.record_id},Before\r\n`);
  });
});
