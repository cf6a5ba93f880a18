import { trustedClaim } from '#crm-domain';
import type { ExportMaker, ExportWire } from '#crm-domain/operations';
import { newId } from '#platform';
import { RecordQueryStore } from '../../libs/crm-domain/src/records/query/record-query.store.js';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';

describe('exports of several workspaces', () => {
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start({}, { alone: 'the places of one process are taken' });
  });
  afterAll(() => rest.stop());
  afterEach(() => jest.restoreAllMocks());

  const ask = async (body: object) => (await rest.admin.post('/v1/exports', body).expect(200)).body.data as ExportWire;
  const stateOf = async ({ id }: ExportWire) =>
    ((await rest.admin.get(`/v1/exports/${id.export_id}`).expect(200)).body.data as ExportWire).state;

  it('that are small never wait for large ones', async () => {
    const maker = rest.domain.exportMaker;
    const makeNext = maker.makeNext.bind(maker);
    let end = () => {};
    const large = new Promise<boolean>((resolve) => (end = () => resolve(false)));
    const makes = (...[signal, which]: Parameters<ExportMaker['makeNext']>) =>
      which?.small ? makeNext(signal, which) : large;
    const taken = jest.spyOn(maker, 'makeNext').mockImplementation(makes);
    try {
      await eventually(() => taken.mock.calls.filter(([, which]) => !which?.small).length === 2);
      const small = await ask({ object: 'companies', format: 'csv' });
      await eventually(async () => (await stateOf(small)) === 'completed');
    } finally {
      end();
    }
  });

  it('are small where their objects have few records, and never where all of a workspace is written', async () => {
    const { exportMaker, exports, access } = rest.domain;
    const go = new AbortController().signal;
    const real = exportMaker.makeNext.bind(exportMaker);
    // Not by the service itself.
    const held = jest.spyOn(exportMaker, 'makeNext').mockResolvedValue(false);
    await eventually(() => held.mock.calls.length >= 3);
    const caller = trustedClaim(rest.workspace_id, { origin: 'rest-api', request_id: newId() });
    const admin = { ...(await access.authorize(caller, 'read:data')), role: 'admin' as const };
    const full = await exports.create(admin, { workspace: true, format: 'full' });
    expect(await real(go, { small: true })).toBe(false);
    await exports.cancel(admin, full.id.export_id);

    const asked = await exports.create(admin, { workspace: true, format: 'ndjson' });
    const total = jest
      .spyOn(RecordQueryStore.prototype, 'total')
      .mockResolvedValue({ total: 20_001, total_is_exact: true });
    expect(await real(go, { small: true })).toBe(false);
    total.mockRestore();
    expect(await real(go, { small: true })).toBe(true);
    expect((await exports.get(admin, asked.id.export_id)).state).toBe('completed');
  });
});
