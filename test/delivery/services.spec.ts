import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { freePort } from '../identity/support/dev-idp.js';
import { Desk } from './support/desk.js';
import { environmentAt } from './support/stand-ins.js';

const NOBODY = 'http://127.0.0.1:9';

describe.each(['rest-api', 'mcp-gateway'])('%s', (service) => {
  let desk: Desk;
  let running: ChildProcess | undefined;

  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterEach(async () => {
    if (running?.exitCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  });
  afterAll(() => desk.close());

  const start = async (delivery: 'on' | 'off') => {
    const port = await freePort();
    running = spawn(process.execPath, [join(process.cwd(), `dist/apps/${service}/src/main.js`)], {
      env: {
        ...{ PATH: process.env.PATH, LOG_LEVEL: 'error', DATABASE_URL: desk.office.url },
        ...{ REST_PORT: String(port), MCP_PORT: String(port), MCP_URL: `http://127.0.0.1:${port}` },
        ...{ BASE_URL: `http://127.0.0.1:${port}`, MCP_AUTH_URL: NOBODY, SYNC_WORKER: 'off' },
        ...{ ...environmentAt(desk.providers.url), DELIVERY_WORKER: delivery },
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await eventually(async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok === true);
    return running;
  };

  it('delivers, and finishes what it has in hand before it ends', async () => {
    const process = await start('on');
    const from = await desk.sender('facebook');
    expect(await desk.settled(await desk.office.queue(from))).toMatchObject({ status: 'sent' });
    await desk.providers.fault({ action: 'slow', ms: 3000, account: from.external_account_id });
    const inHand = await desk.office.queue(from);
    await eventually(async () => (await desk.office.fate(inHand)).state === 'transmitting');
    process.kill('SIGTERM');
    expect(await once(process, 'exit')).toEqual([0, null]);
    expect(await desk.office.fate(inHand)).toMatchObject({ status: 'sent' });
  });

  it('leaves messages alone when it is not to deliver', async () => {
    const id = await desk.office.queue(await desk.sender('facebook'));
    const listening = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'crm-delivery-wake'`;
    // Postgres takes a moment to see that the service before is gone.
    await eventually(async () => (await desk.office.sql(listening)).length === 0);
    const process = await start('off');
    expect(await desk.office.sql(listening)).toEqual([]);
    process.kill('SIGTERM');
    await once(process, 'exit');
    expect(await desk.office.fate(id)).toMatchObject({ state: 'queued', attempt: 0 });
  });
});
