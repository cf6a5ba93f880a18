import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { freePort } from '../identity/support/dev-idp.js';
import { Desk } from './support/desk.js';
import type { Sender } from './support/post-office.js';
import { environmentAt } from './support/stand-ins.js';

const NOBODY = 'http://127.0.0.1:9';

describe.each(['rest-api', 'mcp-gateway'])('%s', (service) => {
  let desk: Desk;
  let running: ChildProcess | undefined;
  let port: number;

  beforeAll(async () => {
    desk = await Desk.open();
  });
  afterEach(async () => {
    if (!running || hasEnded(running)) return;
    signalGroup('SIGKILL');
    await once(running, 'exit');
  });
  afterAll(() => desk.close());

  const start = async (delivery: 'on' | 'off', program = [`dist/apps/${service}/src/main.js`]) => {
    port = await freePort();
    const [file = '', ...args] = program;
    running = spawn(process.execPath, [join(process.cwd(), file), ...args], {
      // A process group of its own, to which a signal can be sent as a whole.
      detached: true,
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: 'error',
        DATABASE_URL: desk.office.url,
        REST_PORT: String(port),
        MCP_PORT: String(port),
        MCP_URL: `http://127.0.0.1:${port}`,
        BASE_URL: `http://127.0.0.1:${port}`,
        MCP_AUTH_URL: NOBODY,
        SYNC_WORKER: 'off',
        ...environmentAt(desk.providers.url),
        DELIVERY_WORKER: delivery,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await eventually(answers);
    return running;
  };
  const answers = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok === true;
  const signalGroup = (signal: NodeJS.Signals) => {
    if (!hasEnded(running!)) process.kill(-running!.pid!, signal);
  };

  it('delivers, and finishes what it has in hand before it ends', async () => {
    const child = await start('on');
    const from = await desk.sender('facebook');
    expect(await desk.settled(await desk.office.queue(from))).toMatchObject({ status: 'sent' });
    const inHand = await slowlySent(from);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await desk.office.fate(inHand)).toMatchObject({ status: 'sent' });
  });

  it('finishes what it has in hand when a signal to the process group reaches it twice, and others follow', async () => {
    const launcher = await start('on', ['scripts/ready.mjs', 'run', service]);
    const inHand = await slowlySent(await desk.sender('facebook'), 10_000);
    const ended = once(launcher, 'exit');
    signalGroup('SIGTERM');
    await eventually(async () => !(await answers()));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGINT'] as const) {
      signalGroup(signal);
      // Two of a kind that are not handled in between count as one.
      await sleep(100);
    }
    expect(await ended).toEqual([0, null]);
    expect(await desk.office.fate(inHand)).toMatchObject({ status: 'sent', attempt: 1 });
  });

  /** Gives the message once it is handed over to a provider that takes its time to answer. */
  const slowlySent = async (from: Sender, ms = 3000): Promise<string> => {
    await desk.providers.fault({ action: 'slow', ms, account: from.external_account_id });
    const inHand = await desk.office.queue(from);
    await eventually(async () => (await desk.office.fate(inHand)).state === 'transmitting');
    return inHand;
  };

  it('leaves messages alone when it is not to deliver', async () => {
    const id = await desk.office.queue(await desk.sender('facebook'));
    const listening = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'crm-delivery-wake'`;
    // Postgres takes a moment to see that the service before is gone.
    await eventually(async () => (await desk.office.sql(listening)).length === 0);
    const child = await start('off');
    expect(await desk.office.sql(listening)).toEqual([]);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(await desk.office.fate(id)).toMatchObject({ state: 'queued', attempt: 0 });
  });
});

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
