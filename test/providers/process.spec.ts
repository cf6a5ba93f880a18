import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '../support/eventually.js';
import { mime, startProviders, talkTo } from './support/providers.js';

const MAIN = resolve(import.meta.dirname, '../../dist/apps/dev-providers/src/main.js');

let folder: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'providers-'));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function run(env: Record<string, string>): ChildProcess {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  return child;
}

/** Ready, on any free port. */
async function start() {
  const child = run({ DEV_PROVIDERS_PORT: '0', DEV_PROVIDERS_DATA: join(folder, 'state.sqlite') });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const url = () => /"url":"([^"]+)"/.exec(said)?.[1];
  await eventually(async () => url() !== undefined);
  return { child, said: () => said, ...talkTo(url()!) };
}

it('remembers over a kill what reconciling needs', async () => {
  const before = await start();
  const { access_token: token } = await before.account('gmail', 'me@example.com');
  const json = { message: { raw: mime({ To: 'ann@example.com', Subject: 'x' }, 'x') } };
  const draft = await before.ask('POST', '/gmail/v1/users/me/drafts', { token, json });
  const other = await before.ask('POST', '/gmail/v1/users/me/drafts', { token, json });
  await before.ask('POST', '/gmail/v1/users/me/drafts/send', { token, json: { id: draft.body.id } });
  const keys = (await before.ask('GET', '/gmail/oauth2/v3/certs')).body;
  before.child.kill('SIGKILL');
  await once(before.child, 'exit');

  const after = await start();
  const find = async (id: unknown) =>
    (await after.ask('GET', `/gmail/v1/users/me/drafts/${String(id)}`, { token })).status;
  expect([await find(draft.body.id), await find(other.body.id)]).toEqual([404, 200]);
  expect(await after.delivered()).toHaveLength(1);
  expect((await after.ask('GET', '/gmail/oauth2/v3/certs')).body).toEqual(keys);
});

it('refuses to run in production', async () => {
  const child = run({ NODE_ENV: 'production', DEV_PROVIDERS_PORT: '0' });
  let said = '';
  child.stderr!.on('data', (text: Buffer) => (said += text.toString()));
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toContain('do not run in production');
});

it('ends when it is told', async () => {
  const { child, ask } = await start();
  expect((await ask('GET', '/healthz')).body).toEqual({ status: 'ok' });
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

it('logs nothing of what it is told', async () => {
  const { child, account, ask, said } = await start();
  const { access_token: token } = await account('facebook', '2');
  const json = { recipient: { id: 'psid-ann' }, message: { text: 'Hush' } };
  await ask('POST', '/meta/v25.0/2/messages', { token, json });
  await ask('POST', '/meta/v25.0/2/messages', { token: 'wrong', json });
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(said()).not.toMatch(/Hush|psid-ann|EAA/);
});

describe('pages elsewhere', () => {
  it('cannot reach it by another name, nor with a request of their own', async () => {
    const providers = await startProviders();
    const { port } = new URL(providers.url);
    const status = (headers: Record<string, string>) =>
      new Promise((done, fail) => {
        const asked = request({ port, host: '127.0.0.1', path: '/__control/deliveries', headers });
        asked
          .on('error', fail)
          .on('response', (response) => done(response.resume().statusCode))
          .end();
      });
    expect(await status({ host: `evil.example:${port}` })).toBe(421);
    expect(await status({ host: `localhost.evil.example:${port}` })).toBe(421);
    expect(await status({ host: `providers.localhost:${port}` })).toBe(200);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200);
    await providers.close();
  });
});
