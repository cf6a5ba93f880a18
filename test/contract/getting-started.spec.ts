import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { CONVENTIONS } from '../../apps/rest-api/src/http/openapi/conventions.js';
import { gettingStarted } from '../../apps/rest-api/src/http/openapi/getting-started.js';
import { itWith } from '../docs/support/it-with.js';
import { Rest } from '../support/rest.js';

const run = promisify(execFile);

let rest: Rest;
beforeAll(async () => (rest = await Rest.start()));
afterAll(() => rest.stop());

it('the OpenAPI document begins with how to get started, at the address of this server', async () => {
  const { body } = await rest.callerWith().get('/v1/openapi.json').expect(200);
  expect(body.info.description.split('\n\n## Values\n')[0]).toBe(gettingStarted(body.servers[0].url));
});

it.each(Object.keys(CONVENTIONS))(
  'the OpenAPI document has a section "%s", and docs/api.md begins its own with the same words',
  async (heading) => {
    const { body } = await rest.callerWith().get('/v1/openapi.json').expect(200);
    expect(body.info.description).toContain(`## ${heading}\n\n${CONVENTIONS[heading]}`);
    const page = readFileSync('docs/api.md', 'utf8');
    expect(words(page)).toContain(words(`## ${heading}\n\n${CONVENTIONS[heading]}`));
  },
);

for (const [language, program, flags] of [
  ['sh', 'curl', ['sh', '-c']],
  ['ts', 'node', [process.execPath, '--input-type=module-typescript', '-e']],
  ['python', 'python3', ['python3', '-c']],
] as const)
  itWith(program, `its example in ${language} creates a record as it stands`, async () => {
    const text = gettingStarted(rest.url);
    const [, code = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, 's').exec(text) ?? [];
    const { api_key } = await rest.newKey(rest.workspace_id);
    const [file, ...args] = flags;
    const { stdout } = await run(file, [...args, code], { env: { ...process.env, API_KEY: api_key } });
    expect(JSON.parse(stdout).data.values.name).toMatchObject([{ value: 'Quiet Harbour' }]);
  });

/** Without what a formatter changes: widths of columns and of lines. */
function words(markdown: string): string {
  return markdown.replace(/-{2,}/g, '--').replace(/\s+/g, ' ');
}
