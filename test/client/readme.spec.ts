import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from '@swc/core';
import { newSecret, signatureHeaders } from '../../libs/crm-domain/src/webhooks/signature.js';
import { itWith } from '../docs/support/it-with.js';
import { blocksOf } from '../docs/support/pages.js';
import { launchBrowser } from '../support/browser.js';
import { inProcess } from '../support/cli.js';
import { Rest } from '../support/rest.js';
import { PageServer } from './support/page-server.js';

const run = promisify(execFile);
const PAGE = 'clients/typescript/README.md';
const [URL_SHOWN, KEY_SHOWN, SECRET_SHOWN] = ["'http://localhost:3000'", "'your API key'", "'whsec_your secret'"];
const SECRET = newSecret();

/** What the examples print, in their order. */
const PRINTED = [
  'Ines Example Director 2 Quiet Harbour',
  'false 2',
  'Pier 2 Won 900',
  'Pier 1 Lead 500',
  'true',
  'Example true',
  'unique_taken data.email_addresses true',
  'true',
  '2',
  'true',
  '200 Pier Works, 200 Cleo Example',
  '599 1',
  'record.created 42',
  '204 400',
];

/** What calls `receive` of the page once with a right signature and once with a body that was changed. */
function deliveries(): string {
  const body = JSON.stringify({ type: 'record.created', timestamp: new Date().toISOString(), data: { position: 42 } });
  const headers = signatureHeaders({ id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body }, [SECRET]);
  return `
const send = (body: string) =>
  receive(new Request('https://example.com/', { method: 'POST', body, headers: ${JSON.stringify(headers)} }));
const body = ${JSON.stringify(body)};
console.log((await send(body)).status, (await send(body + ' ')).status);
`;
}

describe('the examples of the typed client', () => {
  let folder: string;
  let rest: Rest;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crm-client-'));
    const installed = join(folder, 'node_modules', 'crm-service-client');
    await mkdir(installed, { recursive: true });
    await cp('clients/typescript/package.json', join(installed, 'package.json'));
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
      await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
    await here(resolve('clients/typescript/build.mjs'), join(installed, 'dist'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => (rest = await Rest.start()));
  afterEach(() => rest.stop());

  /** What a program prints. A compiler that finds something says so on stdout, and the test with it. */
  async function printedBy(path: string, ...args: string[]): Promise<string> {
    const { stdout } = await run(path, args, { cwd: folder }).catch((error: { stdout: string }) => {
      throw new Error(`${args.join(' ')}: ${error.stdout || String(error)}`);
    });
    return stdout;
  }

  const here = (...args: string[]) => printedBy(process.execPath, ...args);

  /** The blocks of the page as one program for a workspace, checked by the compiler. */
  async function compile(url: string, key: string): Promise<void> {
    const { stdout, stderr } = await inProcess(['types', '--url', rest.url], { CRM_API_KEY: key });
    expect(stderr).toBe('');
    await writeFile(join(folder, 'workspace.ts'), stdout);
    const program = [...blocksOf(PAGE, 'ts'), deliveries()].join('\n');
    for (const shown of [URL_SHOWN, KEY_SHOWN, SECRET_SHOWN]) expect(program).toContain(shown);
    const filled = program
      .replace(URL_SHOWN!, JSON.stringify(url))
      .replace(KEY_SHOWN!, JSON.stringify(key))
      .replace(SECRET_SHOWN!, JSON.stringify(SECRET));
    await writeFile(join(folder, 'example.ts'), filled);
    const strict = ['--strict', '--noUncheckedIndexedAccess'];
    const target = ['--target', 'es2024', '--module', 'nodenext', '--lib', 'es2024,dom,dom.iterable'];
    await here(resolve('node_modules/typescript/bin/tsc'), ...strict, ...target, '--rootDir', '.', 'example.ts');
  }

  it('run on Node, with the types of the workspace', async () => {
    await compile(rest.url, (await rest.newKey(rest.workspace_id)).api_key);
    expect((await here('example.js')).trimEnd().split('\n')).toEqual(PRINTED);
  });

  // What each of them needs to run a file that calls a service.
  for (const [runtime, flags] of Object.entries({ deno: ['run', '--allow-net'], bun: ['run'] }))
    itWith(runtime, `run on ${runtime}, with the types of the workspace`, async (path) => {
      await compile(rest.url, (await rest.newKey(rest.workspace_id)).api_key);
      expect((await printedBy(path, ...flags, 'example.js')).trimEnd().split('\n')).toEqual(PRINTED);
    });

  it('run in Chromium', async () => {
    const { api_key } = await rest.newKey(rest.workspace_id);
    const server = await PageServer.start(folder, rest.url);
    const browser = await launchBrowser();
    try {
      await compile(server.url, api_key);
      const page = await browser.newPage();
      const printed: string[] = [];
      const failed: string[] = [];
      page.on('console', (message) => printed.push(message.text()));
      page.on('pageerror', (error) => failed.push(String(error)));
      await page.goto(server.url);
      await page.waitForFunction('document.title !== ""', undefined, { timeout: 60_000 });
      // A browser also says which answers were none of success.
      const ours = printed.filter((line) => !line.startsWith('Failed to load resource'));
      expect({ ours, failed }).toEqual({ ours: PRINTED, failed: [] });
    } finally {
      await browser.close();
      await server.stop();
    }
  });

  it.each([
    ['verifyWebhook', ['CrmError', 'WebhookVerificationError', 'verifyWebhook']],
    ['records', ['answered', 'paged', 'records']],
    ['ConflictError', ['ConflictError', 'CrmError', 'ResponseError']],
  ])('leave out of a bundle what a program that imports %s does not use', async (imported, needed) => {
    const index = join(folder, 'node_modules/crm-service-client/dist/esm/index.js');
    const entry = join(folder, 'entry.js');
    await writeFile(entry, `import { ${imported} } from ${JSON.stringify(index)};\nconsole.log(${imported});\n`);
    const made = await bundle({
      entry: { bundled: entry },
      output: { path: folder, name: 'bundled' },
      module: {},
      mode: 'production',
      externalModules: ['openapi-fetch'],
      options: { minify: false, jsc: { target: 'es2022' } },
    });
    const kept = [...made.bundled!.code.matchAll(/^(?:async )?(?:function\*?|class) (\w+)/gm)].map(([, name]) => name!);
    const offered = Object.keys((await import('../../clients/typescript/src/index.js')) as object);
    expect(offered).toEqual(expect.arrayContaining(['batch', 'createCrm', 'events', ...needed]));
    expect(kept.filter((name) => offered.includes(name)).sort()).toEqual(needed);
  });

  it('run as CommonJS', async () => {
    const { api_key } = await rest.newKey(rest.workspace_id);
    const program = blocksOf(PAGE, 'js').join('\n');
    const filled = program.replace(URL_SHOWN!, JSON.stringify(rest.url)).replace(KEY_SHOWN!, JSON.stringify(api_key));
    await writeFile(join(folder, 'example.cjs'), filled);
    expect(await here('example.cjs')).toBe('true\n');
  });
});
