import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Rest } from '../support/rest.js';
import { FETCH_TOUR, SDK_TOUR } from './support/client-tours.js';

const run = promisify(execFile);

/** Run by Node itself: both generators are programs of their own, which need nothing of the test's environment. */
const GENERATE = `import { readFileSync, writeFileSync } from 'node:fs';
import { createClient } from '@hey-api/openapi-ts';
import openapiTs, { astToString } from 'openapi-typescript';

const input = JSON.parse(readFileSync('openapi.json', 'utf8'));
writeFileSync('schema.ts', astToString(await openapiTs(input)));
const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'];
const output = { path: 'sdk', module: { extension: '.js' } };
await createClient({ input, output, plugins, logs: { level: 'silent', file: false } });
`;

const COMPILE = [
  ...['--strict', '--noUncheckedIndexedAccess', '--target', 'es2024', '--module', 'nodenext', '--types', 'node'],
  ...['--rootDir', '.', '--outDir', 'out', 'fetch-tour.ts', 'sdk-tour.ts'],
];

describe('clients made from the OpenAPI document', () => {
  let folder: string;
  /** Generating and compiling takes a while on a busy machine. */
  beforeAll(async () => {
    const rest = await Rest.start();
    const document = await rest.callerWith().get('/v1/openapi.json').expect(200);
    await rest.stop();
    folder = await mkdtemp(join(tmpdir(), 'crm-clients-'));
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const files = {
      'package.json': '{ "type": "module" }',
      'openapi.json': document.text,
      'generate.js': GENERATE,
      'fetch-tour.ts': FETCH_TOUR,
      'sdk-tour.ts': SDK_TOUR,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await here('generate.js');
    await here(resolve('node_modules/typescript/bin/tsc'), ...COMPILE);
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What a program prints. A compiler that finds something says so on stdout, and the test with it. */
  async function here(...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) => {
      throw new Error(`${args.join(' ')}: ${error.stdout || String(error)}`);
    });
    return stdout;
  }

  it.each([
    ['openapi-typescript and openapi-fetch', 'out/fetch-tour.js'],
    ['@hey-api/openapi-ts', 'out/sdk-tour.js'],
  ])('%s compile and run the tour of the README', async (_, tour) => {
    const rest = await Rest.start();
    try {
      const { api_key } = await rest.newKey(rest.workspace_id);
      expect(JSON.parse(await here(tour, rest.url, api_key))).toEqual({
        workspace: 'Example',
        objects: ['people', 'companies', 'deals', 'notes', 'tasks', 'activities'],
        attributes: expect.any(Number),
        title: 'Director',
        found: 1,
        total: 1,
        size: 'select',
        events: ['record.created', 'record.created'],
        refused: 'not_found',
      });
    } finally {
      await rest.stop();
    }
  });
});
