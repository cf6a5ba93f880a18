import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { defineTool } from '../../../apps/mcp-gateway/src/tools/define-tool.js';
import { FAKE_TOOLS } from '../support/fake-tools.js';
import { startGateway, type Gateway } from '../support/gateway.js';

const ROOT = join(import.meta.dirname, '../../..');

/** Each run of the official suites: release, its baseline, and what it is asked to run. */
const RUNS: [string, string, string[]][] = [
  ['conformance-2025', 'baseline-0.1.16.yml', ['--suite', 'all']],
  ['conformance-2026', 'baseline-2025-11-25.yml', ['--requirements', '2025-11-25']],
  ['conformance-2026', 'baseline-2026-07-28.yml', ['--requirements', '2026-07-28']],
];

/** What the resources of the server are read with. */
const LISTS = (['objects', 'views'] as const).map((key) =>
  defineTool({
    name: `list_${key}`,
    title: 'List',
    description: 'Lists nothing.',
    needs: 'read:data',
    input: z.strictObject({ limit: z.int().optional(), offset: z.int().optional() }),
    output: z.object({ [key]: z.array(z.unknown()), has_more: z.boolean() }),
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    cost: 'record',
    run: () => ({ [key]: [], has_more: false }),
  }),
);

describe('the official conformance suite', () => {
  let gateway: Gateway;
  beforeAll(async () => (gateway = await startGateway({ tools: [...FAKE_TOOLS, ...LISTS] })));
  afterAll(() => gateway.close());

  it.each(RUNS)('%s finds nothing beyond %s', async (suite, baseline, choice) => {
    const args = [
      ...['--import', join(import.meta.dirname, 'add-token.mjs')],
      ...[join(ROOT, 'node_modules', suite, 'dist/index.js'), 'server', '--url', `${gateway.url}/mcp`],
      ...['--expected-failures', join(import.meta.dirname, baseline), ...choice],
    ];
    const { code, output } = await run(args, { MCP_ORIGIN: gateway.url, MCP_BEARER: 'writer' });
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    expect(output).toMatch(/tools-list: [1-9]\d* passed, 0 failed/);
  });
});

function run(args: string[], env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    // NODE_OPTIONS and the like are Jest's own affair.
    const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject).on('close', (code) => resolve({ code, output }));
  });
}
