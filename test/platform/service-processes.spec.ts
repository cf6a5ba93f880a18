import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.js';

const PLATFORM = pathToFileURL(resolve('dist/libs/platform/src/index.js')).href;

/** A service that answers, says what it hears, and ends when asked or when a request tells it to. */
const SERVICE = `
import { createServer } from 'node:http';
createServer((request, response) => {
  if (request.url === '/die') process.exit(3);
  response.end('ok');
}).listen(Number(process.env.PORT), () => console.log('listening'));
process.on('SIGTERM', () => {
  console.log('asked to end');
  setTimeout(() => { console.log('ended'); process.exit(0); }, Number(process.env.ENDS_AFTER_MS ?? 0));
});
`;

/** What starts services, as a process of its own, so that it can be killed. */
const PARENT = `
const { ServiceProcesses } = await import('${PLATFORM}');
const services = new ServiceProcesses((name, line) => console.log(name + ': ' + line));
const [file, port] = process.argv.slice(2);
await services.start({ name: 'thing', file, env: { PORT: port }, ready: 'http://127.0.0.1:' + port });
process.on('SIGTERM', async () => { await services.stop(); setTimeout(() => { console.log('stopped'); process.exit(0); }, 100); });
console.log('ready');
console.log('failed: ' + await services.failed);
process.exit(1);
`;

describe('services as children', () => {
  const dir = mkdtempSync(join(tmpdir(), 'crm-services-'));
  const [service, parent] = [join(dir, 'service.mjs'), join(dir, 'parent.mjs')];

  beforeAll(() => {
    writeFileSync(service, SERVICE);
    writeFileSync(parent, PARENT);
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  async function started(env: Record<string, string> = {}) {
    const port = await freePort();
    const child = spawn(process.execPath, [parent, service, String(port)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise<number | null>((end) => child.once('close', end));
    while (!said.includes('ready')) await sleep(20);
    return { child, port, ended, said: () => said };
  }

  it('are awaited until they answer, with their lines under their name', async () => {
    const { child, ended, said } = await started();
    expect(said()).toContain('thing: listening\nready');
    child.kill('SIGTERM');
    await ended;
  });

  it('are asked to end, and awaited', async () => {
    const { child, ended, said } = await started();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said()).toMatch(/thing: asked to end\n(.*\n)*stopped/);
  });

  it('are not killed while they finish what is under way', async () => {
    const { child, ended, said } = await started({ ENDS_AFTER_MS: '9000' });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said()).toContain('thing: ended');
  });

  it('are reported by name when they end by themselves', async () => {
    const { port, ended, said } = await started();
    await fetch(`http://127.0.0.1:${port}/die`).catch(() => undefined);
    expect(await ended).toBe(1);
    expect(said()).toContain('failed: thing ended unexpectedly (exit code 3).');
  });

  it('end by themselves when their parent is killed', async () => {
    const { child, port, ended } = await started();
    child.kill('SIGKILL');
    await ended;
    const answers = () =>
      fetch(`http://127.0.0.1:${port}`)
        .then(() => true)
        .catch(() => false);
    while (await answers()) await sleep(20);
  });
});
