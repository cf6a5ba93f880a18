import { execFile, spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.js';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = ['apps', 'libs', '.swcrc', 'nest-cli.json', 'package.json', 'tsconfig.json'];
/**
 * Nothing of this process but where programs are: each service then refuses to start and names the settings it misses.
 */
const BARE = { PATH: process.env.PATH };
const MISSING = 'DATABASE_URL';

describe('the command line of Nest', () => {
  let tree: string;
  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'nest-cli-'));
    for (const each of SOURCES) cpSync(join(ROOT, each), join(tree, each), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  const nest = join(ROOT, 'node_modules/@nestjs/cli/bin/nest.js');

  it('builds a service that runs', async () => {
    await promisify(execFile)(process.execPath, [nest, 'build', 'rest-api'], { cwd: tree, env: BARE });
    const main = join(tree, 'dist/apps/rest-api/src/main.js');
    expect(existsSync(main)).toBe(true);
    const started = promisify(execFile)(process.execPath, [main], { cwd: tree, env: BARE });
    await expect(started).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(MISSING) });
  });

  it('starts a service, and once more when its source changes', async () => {
    const child = spawn(process.execPath, [nest, 'start', 'mcp-gateway', '--watch'], {
      cwd: tree,
      env: BARE,
      detached: true,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
    const starts = () => said.split(MISSING).length - 1;
    try {
      await eventually(() => starts() > 0, 60_000);
      const before = starts();
      appendFileSync(join(tree, 'apps/mcp-gateway/src/main.ts'), '\n// Changed.\n');
      await eventually(() => starts() > before, 60_000);
    } finally {
      process.kill(-child.pid!, 'SIGKILL');
    }
  });
});
