import { JobQueue } from '#platform';
import { Rest, withLongWaits, type Workspace } from '../support/rest.js';
import { Upload } from './support/upload.js';

/** As many as one process reads by turns. */
const LARGE_FILES = 4;
const COMPANIES = { object: 'companies', name: 'companies.csv' };

describe('a large file that is read', () => {
  let rest: Rest;
  beforeAll(async () => {
    rest = await Rest.start({}, { alone: 'the places of one process are taken', route: withLongWaits });
  });
  afterAll(() => rest.stop());

  /** Sends one, and has its reader wait in the database until the connection gives up what it wrote. */
  async function sendHeld(workspace: Workspace, holder: { query(text: string, values: unknown[]): Promise<unknown> }) {
    const file = Buffer.from(`Name\n${'A company\n'.repeat(300_000)}`);
    const asked = { object: 'companies', file_name: 'large.csv', bytes: file.length };
    const { body } = await workspace.admin.post('/v1/imports', asked).expect(200);
    const { id, parts } = body.data as { id: string; parts: number };
    await holder.query(
      `insert into import_rows (workspace_id, import_id, first_row, cells) select $1, $2, 1 + 100 * n, '' from generate_series(0, 9) n`,
      [workspace.workspace_id, id],
    );
    expect(parts).toBe(1);
    await workspace.admin
      .send('put', `/v1/imports/${id}/parts/1`)
      .set('Content-Type', 'application/octet-stream')
      .send(file)
      .expect(200);
    return async () => (await workspace.admin.get(`/v1/imports/${id}`).expect(200)).body.data as { state: string };
  }

  it('keeps no small import of another workspace waiting', async () => {
    const holder = await rest.pool.connect();
    await holder.query('begin');
    const large = [];
    try {
      for (let n = 0; n < LARGE_FILES; n++) large.push(await sendHeld(await rest.newWorkspace(), holder));
      const small = await Upload.of(rest.writer, COMPANIES, 'Name\nExample\n');
      expect(await small.run()).toMatchObject({ state: 'done', rows: { created: 1 } });
      for (const held of large) expect(await held()).toMatchObject({ state: 'reading' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('waits behind the only import of another workspace, where its own has several', async () => {
    const [many, one] = [await rest.newWorkspace(), await rest.newWorkspace()];
    await rest.app.get(JobQueue).stop();
    const priorities: unknown[] = [];
    const sent = jest.spyOn(rest.app.get(JobQueue), 'send').mockImplementation((_kind, _data, { priority } = {}) => {
      priorities.push(priority);
      return Promise.resolve();
    });
    for (const { admin } of [many, many, one]) await Upload.sent(admin, COMPANIES, 'Name\nExample\n');
    sent.mockRestore();
    expect(priorities).toEqual([-1, -2, -1]);
  });
});
