import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { JobQueue } from '#platform';
import { eventually } from '../support/eventually.js';
import { Rest } from '../support/rest.js';
import { Upload } from './support/upload.js';

const KILLS = 20;
const ROWS = 5000;
/** Of a file that is read for some seconds. */
const ROWS_READ = 60_000;
const READING_KILLS = 4;

describe('an import whose process is killed again and again', () => {
  let rest: Rest;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    rest = await Rest.start({}, { alone: 'only the process that is killed works on the import' });
  });
  afterAll(async () => {
    for (const worker of started) worker.kill('SIGKILL');
    await rest.stop();
  });

  it('writes each row once', async () => {
    const rows = Array.from({ length: ROWS }, (_, at) =>
      at % 100 === 7 ? `${at},Company,${at}` : `${at},Company ${at}`,
    );
    const file = ['Code,Name', ...rows].join('\n');
    const upload = await Upload.of(rest.writer, { object: 'companies', name: 'companies.csv' }, file);
    await rest.app.get(JobQueue).stop();
    const mapping = { columns: [{ column: 'Name', attribute: 'name' }] };
    await rest.writer.post(`${upload.path}/run`, mapping).expect(200);

    let kills = 0;
    for (;;) {
      const worker = await startWorker(upload.id);
      const next = (ROWS / (KILLS + 1)) * (kills + 1);
      await eventually(async () => worker.exitCode !== null || (kills < KILLS && (await rowsDone(upload)) >= next));
      if (worker.exitCode !== null) break;
      // At any moment of a piece.
      await sleep(Math.random() * 50);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
      kills++;
    }

    const { state, rows: counts } = await upload.get();
    const failed = ROWS / 100;
    expect({ kills, state, counts }).toEqual({
      kills: KILLS,
      state: 'done',
      counts: { total: ROWS, done: ROWS, created: ROWS - failed, updated: 0, failed },
    });
    const [held] = await rest.sql<{ n: number; names: number; events: number }>(
      `select count(*)::int as n, count(distinct label)::int as names,
         (select count(*)::int from event e where e.workspace_id = $1 and e.actor_id = $2) as events
       from record where workspace_id = $1 and created_by_type = 'import' and created_by_id = $2`,
      [rest.workspace_id, upload.id],
    );
    expect(held).toEqual({ n: ROWS - failed, names: ROWS - failed, events: ROWS - failed });
    expect((await upload.errorFile()).trimEnd().split('\r\n')).toHaveLength(failed + 1);
  }, 600_000);

  it('reads its file anew, and keeps each row once', async () => {
    await rest.app.get(JobQueue).stop();
    const rows = Array.from({ length: ROWS_READ }, (_, at) => [String(at), `Company ${at}`]);
    const file = [['Code', 'Name'], ...rows].join('\n');
    const upload = await Upload.sent(rest.writer, { object: 'companies', name: 'companies.csv' }, file);

    let kills = 0;
    for (;;) {
      const worker = await startWorker(upload.id);
      const next = (ROWS_READ / (READING_KILLS + 1)) * (kills + 1);
      const isFar = async () => kills < READING_KILLS && (await upload.get()).rows.total >= next;
      await eventually(async () => worker.exitCode !== null || (await isFar()));
      if (worker.exitCode !== null) break;
      worker.kill('SIGKILL');
      await once(worker, 'exit');
      kills++;
      expect((await upload.get()).state).toBe('reading');
    }

    const { state, rows: counts } = await upload.get();
    expect({ kills, state, total: counts.total }).toEqual({ kills: READING_KILLS, state: 'ready', total: ROWS_READ });
    const kept = await rest.sql<{ cells: string }>(
      'select cells from import_rows where workspace_id = $1 and import_id = $2 order by first_row',
      [rest.workspace_id, upload.id],
    );
    expect(kept.flatMap(({ cells }) => JSON.parse(cells) as string[][])).toEqual(rows);
  }, 600_000);

  async function rowsDone(upload: Upload): Promise<number> {
    return (await upload.get()).rows.done;
  }

  async function startWorker(importId: string): Promise<ChildProcess> {
    const file = new URL('../../dist/test/imports/support/import-worker-main.js', import.meta.url).pathname;
    const { connectionString } = rest.pool.options as { connectionString: string };
    const env = {
      ...process.env,
      DATABASE_URL: connectionString,
      WORKSPACE_ID: rest.workspace_id,
      IMPORT_ID: importId,
    };
    const worker = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(worker);
    const ended = once(worker, 'exit').then(() => Promise.reject(new Error('The worker did not start.')));
    await Promise.race([once(worker.stdout!, 'data'), ended]);
    return worker;
  }
});
